import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  networkFile,
  removeNetworkFile,
  writeNetworkFile,
} from '../../../src/local-network/folder/network-file.ts';
import { thisProcess } from '../../../src/local-network/folder/process-identity.ts';
import { runCommand } from './run-command.ts';

let folder: string;
let server: Server;
let url: string;
/** Readiness of the service: its status, and the words of its ingest. */
let readiness: readonly [status: number, words: string];
let requests: number;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-wait-'));
  readiness = [200, 'ready'];
  requests = 0;
  server = createServer((request, response) => {
    if (request.url !== '/health/readiness') throw new Error(`unexpected ${request.url}`);
    requests += 1;
    // Becomes ready while it is waited for.
    const [status, words] = requests > 3 && readiness[1] === 'It starts.' ? [200, 'ready'] : readiness;
    response.writeHead(status).end(JSON.stringify({ roles: { ingest: words, api: 'ready' } }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await rm(folder, { recursive: true, force: true });
});

const wait = (settings: Record<string, string>, timeout = '60s') =>
  runCommand(['wait', '--timeout', timeout], { TAIN_DATA_DIR: folder, ...settings });

/** Writes the file of a local network, of a living process by default. */
async function network(fields: { readonly rest?: string; readonly began?: string }): Promise<void> {
  const key = { account: '0.0.2', type: 'ED25519', privateKey: '00', privateKeyDer: '00' } as const;
  const file = { ...(await thisProcess()), chainId: 298, node: null, operator: key, accounts: [], ...fields };
  expect(await writeNetworkFile(folder, file)).toBe(networkFile(folder));
}

test('a local network is waited for at the address in its file', async () => {
  await network({ rest: url });
  expect((await stat(networkFile(folder))).mode & 0o777).toBe(0o600);
  readiness = [503, 'It starts.'];
  const { code, stdout } = await wait({ TAIN_PORT: '0' });
  expect([code, stdout]).toEqual([0, `Ready: ${networkFile(folder)} has the addresses and keys.\n`]);
  expect(requests).toBe(4);
  await removeNetworkFile(folder);
  await removeNetworkFile(folder);
  expect((await wait({ TAIN_PORT: '0' }, '1ms')).code).toBe(9);
});

test('without a file the reason is that of the service at the configured port', async () => {
  for (const words of ['The local network makes its first blocks.', 'It makes its first blocks']) {
    readiness = [503, words];
    const { code, stderr } = await wait({ TAIN_PORT: new URL(url).port }, '1ms');
    const sentence = words.replace(/[^.]$/, '$&.');
    expect([code, stderr]).toEqual([9, `tain: Not ready after 0.001 s: ingest: ${sentence}\n`]);
  }
});

test('the file of a killed process, and anything else in its place, is no network', async () => {
  await network({ rest: url, began: 'another boot' });
  const none = `tain: Not ready after 0.001 s: no process runs a local network in ${folder} that is ready.\n`;
  expect((await wait({ TAIN_PORT: '0' }, '1ms')).stderr).toBe(none);
  for (const text of ['', 'null', '[]', '{"pid":1']) {
    await writeFile(networkFile(folder), text);
    expect((await wait({ TAIN_PORT: '0' }, '1ms')).stderr).toBe(none);
  }
  expect(requests).toBe(0);
});

test('a network alone needs no mirror; other networks are waited for at their address', async () => {
  await network({});
  expect((await wait({ TAIN_ROLES: 'network', TAIN_PORT: '1' })).code).toBe(0);
  expect(requests).toBe(0);
  const other = { TAIN_NETWORK: 'other', TAIN_STREAMS: folder };
  expect(await wait({ ...other, TAIN_PORT: new URL(url).port })).toMatchObject({
    code: 0,
    stdout: 'Ready.\n',
  });
  expect(await wait({ ...other, TAIN_ROLES: 'status', TAIN_STATUS_PORT: '1' }, '1ms')).toMatchObject({
    code: 9,
    stderr: 'tain: Not ready after 0.001 s: http://127.0.0.1:1 does not respond.\n',
  });
  expect((await wait({ ...other, TAIN_ROLES: 'ingest' })).code).toBe(2);
  expect((await wait({}, 'soon')).stderr).toContain('It must be a time such as 500ms');
});
