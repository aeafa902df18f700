import type { Server } from 'node:http';
import { createServer, type Server as NetServer } from 'node:net';

/** Error of a port that cannot be listened on, as Node reports it. */
export type ListenError = Error & { readonly code?: string; readonly port?: number };

/**
 * Lets a server be reached at further ports, too. Its counts and limits hold for all of them together. Returns the
 * function that stops listening there; connections are the server's to close. `onLacking` is called with the error of
 * each port that cannot be listened on, and the others serve; without it the first such error is thrown, and none serves.
 */
export async function listenAlso(
  server: Server,
  host: string,
  ports: readonly number[],
  onLacking?: (error: ListenError) => void,
): Promise<() => void> {
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
        if (onLacking === undefined) throw error;
        onLacking(error);
        continue;
      }
      listeners.push(listener);
      listener.on('error', (later) => server.emit('error', later));
    }
  } catch (error) {
    stop();
    throw error;
  }
  return stop;
}
