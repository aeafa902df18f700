import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Tain, tain } from '../app/commands/tain.ts';
import { createTestDatabase, databaseUrl, type TestDatabase } from '../database.ts';
import { removeFolder } from '../remove-folder.ts';

// Ports of JSON-RPC that another program, such as a relay, uses.

const DEFAULT_PORT = 7546;
/** Time after which a program that has the port counts as one that keeps it, unlike a second run of these tests. */
const OTHER_RUN_MS = 60_000;
let folder: string;
let db: TestDatabase;
let settings: Record<string, string>;
/** Undefined if another program has the default port, which serves these tests as well. */
let relay: Server | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tain-taken-'));
  db = await createTestDatabase();
  const until = performance.now() + OTHER_RUN_MS;
  relay = await listenAt(DEFAULT_PORT);
  while (relay === undefined && performance.now() < until) {
    await setTimeout(100);
    relay = await listenAt(DEFAULT_PORT);
  }
  const free = await listenAt(0);
  if (free === undefined) throw new Error('no port is free');
  const { port } = free.address() as AddressInfo;
  free.close();
  settings = {
    DATABASE_URL: databaseUrl(db),
    TAIN_DATA_DIR: path.join(folder, 'data'),
    TAIN_PORT: String(port),
    TAIN_FURTHER_PORTS: 'off',
    TAIN_ROLES: 'api,rpc',
  };
});
afterAll(async () => {
  relay?.close();
  await db?.drop();
  await removeFolder(folder);
});

/** Starts a server on a port of this machine; undefined if another program uses the port. */
async function listenAt(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return server;
  } catch {
    return undefined;
  }
}

test('a default port in use is a warning, and the other roles start', async () => {
  const started = new Tain(['start'], settings);
  await started.waitFor(/JSON-RPC is not served; set TAIN_RPC_PORT/);
  const [, url = ''] = await started.waitFor(/Query service at (http:[^\s"]+)/);
  expect((await fetch(`${url}/health/liveness`)).status).toBe(200);
  await started.stop('SIGTERM');
});

test('a configured port in use ends the start', async () => {
  const other = await listenAt(0);
  if (other === undefined) throw new Error('no port is free');
  const { port } = other.address() as AddressInfo;
  try {
    const { code, stderr } = await tain(['start'], { ...settings, TAIN_RPC_PORT: String(port) });
    expect([code, stderr]).toEqual([2, expect.stringContaining('TAIN_RPC_PORT')]);
  } finally {
    other.close();
  }
});
