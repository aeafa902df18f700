import { createServer } from 'node:net';

/** Below the ports that Linux gives to servers on port 0 (32768 and above), so that nothing else takes one in the meantime. */
const FIRST = 20_000;
const COUNT = 10_000;

/** Returns a free port of the loopback interface. */
export function freePort(): Promise<number> {
  return freePorts(1);
}

/** Returns the first of `count` consecutive free ports of the loopback interface. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = FIRST + Math.floor(Math.random() * COUNT);
    const free = await Promise.all(Array.from({ length: count }, (_, at) => isFree(first + at)));
    if (free.every(Boolean)) return first;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
