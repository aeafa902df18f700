import { createServer, request } from 'node:http';

/**
 * Listens where viem's tests expect a server of Anvils (`http://127.0.0.1:8545/<number>`), forwards to the local network, and stands
 * for what those Anvils have: chain 1, and no automining.
 */
export async function startAnvilProxy(url: string): Promise<() => Promise<void>> {
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
  const server = createServer((incoming, response) => {
    const { url: at = '/' } = incoming;
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
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(isChainId ? text.replace('"0x12a"', '"0x1"') : text);
      } catch (error) {
        response.writeHead(502).end(String(error));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(8545, '127.0.0.1', resolve));
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}
