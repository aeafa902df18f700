import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** Headers of Anvil for web pages of other sites, for tests in an environment of browsers. */
const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

/**
 * Listens where the tests of viem and wagmi expect servers of Anvils (`http://127.0.0.1:8545/<number>`), forwards to the local network, and
 * stands for what those Anvils have: no automining, and a chain id for each port, by default 1 at port 8545.
 */
export async function startAnvilProxy(
  url: string,
  chains: Readonly<Record<number, number>> = { 8545: 1 },
): Promise<() => Promise<void>> {
  const { hostname, port } = new URL(url);
  const known = new Set<string>();
  const send = (body: string): Promise<{ readonly status: number; readonly text: string }> =>
    new Promise((resolve, reject) => {
      const options = { hostname, port, method: 'POST', headers: { 'content-type': 'application/json' } };
      request(options, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        answer.once('end', () => resolve({ status: answer.statusCode ?? 500, text }));
      })
        .once('error', reject)
        .end(body);
    });
  const call = (method: string, ...params: unknown[]): string =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const { result: chainId } = JSON.parse((await send(call('eth_chainId'))).text) as { result: string };
  const serve = (chain: number) => (incoming: IncomingMessage, response: ServerResponse) => {
    const { url: at = '/' } = incoming;
    if (incoming.method === 'OPTIONS') {
      response.writeHead(204, CORS).end();
      return;
    }
    let body = '';
    incoming.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    incoming.once('end', async () => {
      try {
        if (!known.has(at)) await send(call('evm_setAutomine', false));
        known.add(at);
        const { status, text } = await send(at.endsWith('/restart') ? call('hardhat_reset') : body);
        const isChainId = body.includes('"eth_chainId"') && !body.startsWith('[');
        response.writeHead(status, { 'content-type': 'application/json', ...CORS });
        response.end(isChainId ? text.replace(`"${chainId}"`, `"0x${chain.toString(16)}"`) : text);
      } catch (error) {
        response.writeHead(502).end(String(error));
      }
    });
  };
  const servers = await Promise.all(
    Object.entries(chains).map(async ([at, chain]) => {
      const server = createServer(serve(chain));
      await new Promise<void>((resolve) => server.listen(Number(at), '127.0.0.1', resolve));
      return server;
    }),
  );
  return async () => {
    for (const server of servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  };
}
