/** Status codes of gRPC that our answers have. */
export const CODE = {
  ok: 0,
  cancelled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  resourceExhausted: 8,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
} as const;

export type Code = keyof typeof CODE;

/** The end of a call that did not go well, as its client reads it. */
export class CallError extends Error {
  readonly code: Code;

  constructor(code: Code, text: string, options?: ErrorOptions) {
    super(text, options);
    this.name = 'CallError';
    this.code = code;
  }
}
