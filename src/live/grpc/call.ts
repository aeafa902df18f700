/** One call of a client, however it came: over HTTP/2 or, from a browser, over HTTP/1.1. */
export interface Call {
  /** The client's messages as they come, none larger than the server takes. Most methods read one. */
  readonly requests: AsyncIterable<Uint8Array>;
  /** The client, as `ownerOf` identifies it. */
  readonly client: string;
  /** Aborted when the client is gone, its deadline has passed or the server stops; the reason is a `CallError`. */
  readonly signal: AbortSignal;
  /** Tells the client that the call is taken, before there is any message. */
  begin(): void;
  /**
   * Sends serialized messages, in order. Resolves when the client has room for more: until then the bytes are in the
   * server's memory. Rejects with the signal's reason: also when
   * the client took nothing for too long.
   */
  send(messages: readonly Uint8Array[]): Promise<void>;
}

/** Answers a call. Throws `CallError`; what else it throws is shown as an unknown error. */
export type Answer = (call: Call) => Promise<void>;

/** Methods by path: `/package.Service/method`. All take one message, but for reflection; some give one alone. */
export type Methods = ReadonlyMap<string, Answer>;

/** The one message of a client. Undefined when there was none. */
export async function firstOf(requests: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  for await (const request of requests) return request;
  return undefined;
}
