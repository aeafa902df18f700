import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listenOn } from '../../../src/net/listening.ts';
import { Database } from '../../../src/store/connections/database.ts';
import { SessionClient } from '../../../src/store/connections/session-client.ts';

/** Returns a message of PostgreSQL's protocol (version 3): its type, the length of the rest, the rest. */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** `AuthenticationOk`, `ReadyForQuery`, and the error that a server sends to every session when it stops. */
const ENDED_AT_ONCE = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('Z', Buffer.from('I')),
  message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0')),
]);

/** Starts a server that ends each session in the packet that begins it. Returns its URL. */
async function start(): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(ENDED_AT_ONCE));
  });
  const port = await listenOn(server, '127.0.0.1', 0);
  onTestFinished(() => void server.close());
  return `postgres://tain@127.0.0.1:${port}/tain`;
}

test('a session that the server ends as it begins fails, and the process goes on', async () => {
  const url = await start();
  const client = new SessionClient({ connectionString: url });
  await expect(client.connect()).rejects.toThrow(/not queryable|terminat/);
  const database = new Database({ url }, { applicationName: 'test', maxConnections: 2 });
  onTestFinished(() => database.end());
  await expect(database.pool.query('select 1')).rejects.toThrow(/not queryable|terminat/);
  await expect(database.transaction(async () => 1)).rejects.toThrow(/not queryable|terminat/);
});
