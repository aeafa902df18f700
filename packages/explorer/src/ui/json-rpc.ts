import { loadAbout } from '../about.ts';
import { TIMEOUT_MS } from '../api.ts';
import { config } from '../config.ts';
import { RpcError, resultOf } from '../words/rpc-answer.ts';

/** Chain id of a local network. */
const LOCAL_CHAIN = '0x12a';

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
  return resultOf<T>(response, url);
}
