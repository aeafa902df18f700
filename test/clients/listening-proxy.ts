import { createServer, request } from 'node:http';
import { connect, createServer as createServer2, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';

/** A proxy in front of a mirror or a node that records requests. */
export interface ListeningProxy {
  /** `127.0.0.1:port` */
  readonly address: string;
  /** Method and path of each request to a mirror, service and procedure of each call of a node, in order. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** Starts a proxy in front of a mirror (its URL without `/api/v1`). */
export async function listenToMirror(mirror: string): Promise<ListeningProxy> {
  const requests: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming;
    requests.push(`${method} ${url}`);
    const onward = request(`${mirror}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  return listening(server, requests, async () => server.closeAllConnections());
}

/** Starts a proxy in front of a node with gRPC in clear text. */
export async function listenToNode(node: string): Promise<ListeningProxy> {
  const requests: string[] = [];
  const session = connect(`http://${node}`);
  session.on('error', () => {});
  const server = createServer2();
  const clients = new Set<{ destroy(): void }>();
  server.on('session', (client) => {
    clients.add(client);
    client.on('error', () => {});
    client.on('close', () => clients.delete(client));
  });
  server.on('stream', (incoming: ServerHttp2Stream, headers) => {
    requests.push(String(headers[':path']));
    const onward = session.request({ ...headers, ':authority': node });
    onward.on('response', (answer) => {
      const { ':status': status, ...others } = answer;
      incoming.respond({ ':status': status, ...others }, { waitForTrailers: true });
    });
    let trailers: object = {};
    onward.on('trailers', (those) => {
      trailers = those;
    });
    incoming.on('wantTrailers', () => incoming.sendTrailers({ ...trailers }));
    onward.on('error', () => incoming.destroy());
    incoming.on('error', () => onward.destroy());
    incoming.pipe(onward);
    onward.pipe(incoming);
  });
  return listening(server, requests, async () => {
    for (const client of clients) client.destroy();
    session.destroy();
  });
}

async function listening(
  server: Pick<Server, 'listen' | 'address' | 'close'>,
  requests: string[],
  end: () => Promise<void>,
): Promise<ListeningProxy> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    requests,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      await end();
      await closed;
    },
  };
}
