import type { Server } from 'node:http';
import { createServer, type Server as NetServer } from 'node:net';

/**
 * Lets a server be reached at further ports, too. What it counts and limits counts for all of them.
 * Gives the function that stops listening there; connections are the server's to close. Throws the
 * error of the first port that cannot be taken, and then listens at none of them.
 */
export async function listenAlso(
  server: Server,
  host: string,
  ports: readonly number[],
): Promise<() => void> {
  const listeners: NetServer[] = [];
  const stop = (): void => {
    for (const listener of listeners) listener.close();
  };
  try {
    for (const port of ports) {
      const listener = createServer((socket) => server.emit('connection', socket));
      listeners.push(listener);
      await new Promise<void>((resolve, reject) => {
        listener.once('error', reject);
        listener.listen({ host, port }, resolve);
      });
      listener.on('error', (error) => server.emit('error', error));
    }
  } catch (error) {
    stop();
    throw error;
  }
  return stop;
}
