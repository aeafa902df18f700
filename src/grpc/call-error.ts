/** gRPC status codes that the service returns. */
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

/** Error status of a call, as sent to its client. */
export class CallError extends Error {
  readonly code: Code;

  constructor(code: Code, text: string, options?: ErrorOptions) {
    super(text, options);
    this.name = 'CallError';
    this.code = code;
  }
}
