import { createServer, type Server } from 'node:net';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ListeningOptions } from '../../../src/rest/plugins/listening.ts';
import { DEFAULT_API_SETTINGS } from '../../../src/rest/route/settings.ts';
import { startApi } from '../../../src/rest/server.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { freePort } from '../../free-ports.ts';

/** Starts a server on a free port, and returns both. */
async function take(): Promise<{ server: Server; port: number }> {
  const [server, port] = [createServer(), await freePort()];
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { server, port };
}

const end = (server: Server) => new Promise((resolve) => server.close(resolve));

describe('further ports', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database?.drop());
  const start = (furtherPorts: readonly number[], onLackingPort?: ListeningOptions['onLackingPort']) =>
    startApi({
      database: database.database,
      settings: DEFAULT_API_SETTINGS,
      clock: () => 0,
      log: pino({ level: 'silent' }),
      registry: new Registry(),
      host: '127.0.0.1',
      port: 0,
      furtherPorts,
      ...(onLackingPort && { onLackingPort }),
    });

  test('answer as the first one, and close with it', async () => {
    const found = await Promise.all([take(), take()]);
    await Promise.all(found.map(({ server }) => end(server)));
    const api = await start(found.map(({ port }) => port));
    const urls = [api.url, ...found.map(({ port }) => `http://127.0.0.1:${port}`)];
    for (const url of urls) {
      const response = await fetch(`${url}/api/v1/blocks`);
      expect([response.status, await response.json()]).toEqual([200, { blocks: [], links: { next: null } }]);
    }
    await api.close();
    for (const url of urls) await expect(fetch(`${url}/api/v1/blocks`)).rejects.toThrow('fetch failed');
  });

  test('no port is open if one of them is in use', async () => {
    const [free, taken] = await Promise.all([take(), take()]);
    await end(free.server);
    await expect(start([free.port, taken.port])).rejects.toMatchObject({
      code: 'EADDRINUSE',
      port: taken.port,
    });
    await expect(fetch(`http://127.0.0.1:${free.port}/`)).rejects.toThrow('fetch failed');
    await end(taken.server);
  });

  test('a port in use is skipped when its failure is reported', async () => {
    const [first, taken, last] = await Promise.all([take(), take(), take()]);
    await Promise.all([end(first.server), end(last.server)]);
    const lacking: unknown[] = [];
    const api = await start([first.port, taken.port, last.port], ({ code, port }) =>
      lacking.push({ code, port }),
    );
    expect(lacking).toEqual([{ code: 'EADDRINUSE', port: taken.port }]);
    for (const { port } of [first, last]) {
      expect((await fetch(`http://127.0.0.1:${port}/api/v1/blocks`)).status).toBe(200);
    }
    await api.close();
    await expect(fetch(`http://127.0.0.1:${first.port}/`)).rejects.toThrow('fetch failed');
    await end(taken.server);
  });
});
