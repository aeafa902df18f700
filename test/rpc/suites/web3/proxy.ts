import { createServer } from 'node:http';
import { ecdsaAddress } from '../../../../src/rpc/nodes/operator-key.ts';
import { askRelay } from '../../../clients/relay-process.ts';

/** Port at which web3's tests expect geth. */
const PORT = 8545;

/**
 * Forwards requests to the local network, and stands for geth's methods that give it keys: the accounts are impersonated. Those of
 * `accounts.json` have their keys in the network.
 */
export async function startGethProxy(url: string): Promise<() => Promise<void>> {
  const known = new Set((await askRelay(url, 'eth_accounts')).result as string[]);
  const answer = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    if (method === 'personal_unlockAccount') return true;
    if (method === 'personal_listAccounts') return [...known];
    if (method !== 'personal_importRawKey') throw new Error(`${method} is unknown`);
    const address = ecdsaAddress(String(params[0]).replace('0x', ''));
    if (!known.has(address)) await askRelay(url, 'hardhat_impersonateAccount', address);
    return address;
  };
  const server = createServer((incoming, response) => {
    let body = '';
    incoming.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    incoming.once('end', async () => {
      try {
        const { id, method, params } = JSON.parse(body) as {
          id: unknown;
          method?: string;
          params: unknown[];
        };
        const text =
          method?.startsWith('personal_') && method !== 'personal_sign'
            ? JSON.stringify({ jsonrpc: '2.0', id, result: await answer(method, params) })
            : await (
                await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
              ).text();
        response.writeHead(200, { 'content-type': 'application/json' }).end(text);
      } catch (error) {
        response.writeHead(502).end(String(error));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(PORT, '127.0.0.1', resolve));
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}
