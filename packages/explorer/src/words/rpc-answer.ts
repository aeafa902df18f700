/** Error of a JSON-RPC request. `data`: bytes that a call returned, if it failed. */
export class RpcError extends Error {
  readonly data: unknown;

  constructor(message: string, data: unknown) {
    super(message);
    this.data = data;
  }
}

/** Reads the result of a response of the JSON-RPC service at a URL. Throws `RpcError`, also for a proxy's page of an error. */
export async function resultOf<T>(response: Response, url: string): Promise<T> {
  const answer: unknown = await response.json().catch(() => null);
  if (typeof answer !== 'object' || answer === null) {
    throw new RpcError(`${url} answered ${response.status}, without JSON.`, undefined);
  }
  const { result, error } = answer as {
    readonly result?: T;
    readonly error?: { readonly message: string; readonly data?: unknown };
  };
  // The request id at the beginning is for logs of the server.
  if (error !== undefined)
    throw new RpcError(error.message.replace(/^\[Request ID: [^\]]*\] /, ''), error.data);
  return result as T;
}
