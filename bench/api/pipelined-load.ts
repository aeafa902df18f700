import net from 'node:net';
import type { Load } from './pgbench.ts';

/** Number of pipelined requests on each connection: many responses arrive in one read, so the client costs little. */
const DEPTH = 4;
const ANSWER = Buffer.from('HTTP/1.1 ');
const GOOD = '200';

/**
 * Requests paths in rotation over a number of connections, with several pipelined requests on each, and only counts the
 * responses, because on a machine with few cores a client that parses them would use as much processor time as the
 * service. Returns requests a second. Throws when a response is not 200 or a connection ends.
 */
export async function pipelinedLoad(
  url: string,
  paths: readonly string[],
  { clients, seconds }: Load,
): Promise<number> {
  const { hostname, port } = new URL(url);
  const requests = paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`));
  let next = 0;
  let answers = 0;
  let failure: Error | null = null;
  const sockets: net.Socket[] = [];
  const ask = (socket: net.Socket, count: number): void => {
    const batch: Buffer[] = [];
    for (let n = 0; n < count; n++) batch.push(requests[next++ % requests.length] ?? Buffer.alloc(0));
    socket.write(Buffer.concat(batch));
  };
  for (let n = 0; n < clients; n++) {
    const socket = net.connect({ host: hostname, port: Number(port) }, () => ask(socket, DEPTH));
    socket.on('error', (error) => {
      failure ??= error;
    });
    socket.on('close', () => {
      if (Date.now() < end) failure ??= new Error('a connection was ended');
    });
    let rest = Buffer.alloc(0);
    let open = DEPTH;
    socket.on('data', (chunk: Buffer) => {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let found = 0;
      let at = bytes.indexOf(ANSWER);
      let last = 0;
      while (at >= 0 && at + ANSWER.length + GOOD.length <= bytes.length) {
        last = at + ANSWER.length + GOOD.length;
        const status = bytes.toString('latin1', at + ANSWER.length, last);
        if (status !== GOOD) failure ??= new Error(`an answer with status ${status}`);
        found++;
        at = bytes.indexOf(ANSWER, last);
      }
      rest = Buffer.from(bytes.subarray(Math.max(last, bytes.length - ANSWER.length - GOOD.length)));
      answers += found;
      open -= found;
      if (open > 0) return;
      // All connections are opened together, because the service closes a busy connection after 100 requests.
      open = DEPTH;
      ask(socket, DEPTH);
    });
    sockets.push(socket);
  }
  const begun = performance.now();
  const end = Date.now() + seconds * 1000;
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const rate = (answers * 1000) / (performance.now() - begun);
  for (const socket of sockets) socket.destroy();
  if (failure !== null) throw failure;
  return rate;
}
