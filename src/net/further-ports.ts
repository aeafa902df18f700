import type { Server } from 'node:http';
import { createServer, type Server as NetServer } from 'node:net';

/** Error of a port that cannot be opened, as Node reports it. */
export type ListenError = Error & { readonly code?: string; readonly port?: number };

/**
 * Makes a server listen on further ports. Its counts and limits hold for all ports together. Returns the
 * ports, and the function that stops listening on them; the server closes their connections. `onFailure` is called with the error of each port that
 * cannot be opened; without it the first such error is thrown, and no further port stays open.
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
      const error = await new Promise<ListenError | null>((resolve) => {
        listener.once('error', resolve);
        listener.listen({ host, port }, () => resolve(null));
      });
      if (error !== null) {
        if (onFailure === undefined) throw error;
        onFailure(error);
        continue;
      }
      listeners.push(listener);
      listener.on('error', (later) => server.emit('error', later));
    }
  } catch (error) {
    stop();
    throw error;
  }
  const opened = listeners.map((listener) => listener.address());
  return {
    ports: opened.flatMap((address) => (typeof address === 'object' && address ? [address.port] : [])),
    stop,
  };
}
