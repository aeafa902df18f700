import { loadAbout } from '../about.ts';
import { TIMEOUT_MS } from '../api.ts';
import { config } from '../config.ts';

/** Chain id of a local network. */
const LOCAL_CHAIN = '0x12a';

/** Error of a JSON-RPC request. `data`: bytes that a call returned, if it failed. */
export class RpcError extends Error {
  readonly data: unknown;

  constructor(message: string, data: unknown) {
    super(message);
    this.data = data;
  }
}

/** Returns whether the JSON-RPC service of the configuration is that of a local network, which browsers may control. */
export async function hasLocalNetwork(): Promise<boolean> {
  return config().rpc !== null && (await loadAbout())?.chain_id === LOCAL_CHAIN;
}

/** Calls a method of the JSON-RPC service. Throws `RpcError`. */
export async function rpc<T>(method: string, params: readonly unknown[]): Promise<T> {
  const url = config().rpc;
  if (url === null) throw new RpcError('The configuration names no JSON-RPC service.', undefined);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new RpcError(`${url} does not answer.`, undefined);
  });
  const { result, error } = (await response.json()) as {
    readonly result?: T;
    readonly error?: { readonly message: string; readonly data?: unknown };
  };
  // The request id at the beginning is for logs of the server.
  if (error !== undefined)
    throw new RpcError(error.message.replace(/^\[Request ID: [^\]]*\] /, ''), error.data);
  return result as T;
}
