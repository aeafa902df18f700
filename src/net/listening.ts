import type { Server } from 'node:http';
import { createServer, type Server as NetServer, type Socket } from 'node:net';

/** Error of a port that cannot be opened, as Node reports it. */
export type ListenError = Error & { readonly code?: string; readonly port?: number };

/** Port on which a server listens; 0 when it does not. */
export function listeningPort(server: Pick<NetServer, 'address'>): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Listens on a port (0: any free one), and returns it. Throws the error of a port that cannot be opened. */
export function listenOn(server: NetServer, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve(listeningPort(server));
    });
  });
}

/**
 * Passes each new connection of a server to a function before the server's own listener, which is a parser. The
 * connection is served once the function calls `serve`. So it counts before its client has sent anything.
 */
export function admitFirst(server: NetServer, admit: (socket: Socket, serve: () => void) => void): void {
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    admit(socket, () => {
      for (const listener of listeners) listener.call(server, socket);
    });
  });
}

/**
 * Makes a server listen on further ports. Its counts and limits hold for all ports together. Returns the ports, and
 * the function that stops listening on them; the server closes their connections. `onFailure` is called with the error
 * of each port that cannot be opened; without it the first such error is thrown, and no further port stays open.
 */
export async function listenAlso(
  server: Server,
  host: string,
  ports: readonly number[],
  onFailure?: (error: ListenError) => void,
): Promise<{ readonly ports: readonly number[]; readonly stop: () => void }> {
  const listeners: NetServer[] = [];
  const stop = (): void => {
    for (const listener of listeners) listener.close();
  };
  try {
    for (const port of ports) {
      const listener = createServer((socket) => server.emit('connection', socket));
      try {
        await listenOn(listener, host, port);
      } catch (error) {
        if (onFailure === undefined) throw error;
        onFailure(error as ListenError);
        continue;
      }
      listeners.push(listener);
      listener.on('error', (later) => server.emit('error', later));
    }
  } catch (error) {
    stop();
    throw error;
  }
  return { ports: listeners.map(listeningPort), stop };
}

/** Beginning of a connection that speaks HTTP/2 (RFC 9113, 3.4). No request of HTTP/1.1 begins with it. */
const PREFACE = Buffer.from('PRI');

/**
 * Reads the first bytes of a new connection, puts them back, and calls `onRead` with whether the client speaks HTTP/2. A
 * connection is closed if its client sends none for `timeoutMs` milliseconds.
 */
export function readPreface(socket: Socket, timeoutMs: number, onRead: (isHttp2: boolean) => void): void {
  const drop = (): void => void socket.destroy();
  const timer = setTimeout(drop, timeoutMs).unref();
  const forget = (): void => clearTimeout(timer);
  // Errors of a connection are caused by its client.
  const ignore = (): void => undefined;
  let read = Buffer.alloc(0);
  const receive = (chunk: Buffer): void => {
    read = Buffer.concat([read, chunk]);
    const isHttp2 = read.subarray(0, PREFACE.length).equals(PREFACE.subarray(0, read.length));
    if (isHttp2 && read.length < PREFACE.length) return;
    forget();
    socket.off('data', receive).off('end', drop).off('close', forget);
    // No listener of `data` takes the bytes before those that `onRead` adds.
    socket.unshift(read);
    onRead(isHttp2);
    socket.off('error', ignore);
  };
  socket.on('data', receive).on('end', drop).on('close', forget).on('error', ignore);
}
