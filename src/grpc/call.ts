import { ClientError } from '../kernel/client-error.ts';

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
export class CallError extends ClientError {
  readonly code: Code;

  constructor(code: Code, text: string, options?: ErrorOptions) {
    super(text, options);
    this.name = 'CallError';
    this.code = code;
  }
}

/** One call of a client, over HTTP/2 or, from a browser, over HTTP/1.1. */
export interface GrpcCall {
  /** Messages of the client as they arrive, each at most `MAX_REQUEST_BYTES`. Most methods read one. */
  readonly requests: AsyncIterable<Uint8Array>;
  /** Client, as `ownerOf` identifies it. */
  readonly client: string;
  /** Aborted when the client disconnects, its deadline has passed or the server stops; the reason is a `CallError`. */
  readonly signal: AbortSignal;
  /** Sends the response headers before the first message. */
  begin(): void;
  /**
   * Sends serialized messages, in order. Resolves when the client has read enough to accept more; until then the bytes
   * are in the server's memory. Rejects with the signal's reason, for example when the client stalls.
   */
  send(messages: readonly Uint8Array[]): Promise<void>;
}

/** Serves a call. Throws `CallError`; any other error is sent as UNKNOWN. */
export type MethodHandler = (call: GrpcCall) => Promise<void>;

/** Methods by path: `/package.Service/method`. All except reflection read one message; some send only one. */
export type Methods = ReadonlyMap<string, MethodHandler>;

/** Returns the only message of a client, or undefined when there was none. */
export async function firstOf(requests: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  for await (const request of requests) return request;
  return undefined;
}
