import { mkdtemp, readdir, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_SOURCE_FILES, SourceFiles } from '../../src/local-network/source-files.ts';
import type { DevelopmentNetwork } from '../../src/rpc/method/services.ts';
import { removeFolder } from '../remove-folder.ts';
import { startTestRpc, type TestRpc } from '../rpc/rpc-fixture.ts';

let folder: string;
let rpc: TestRpc;
let bare: TestRpc;
const addressOf = (number: number): string => `0x${number.toString(16).padStart(40, '0')}`;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tain-sources-'));
  const development = { noteRequest: () => undefined } as Partial<DevelopmentNetwork> as DevelopmentNetwork;
  rpc = await startTestRpc({
    services: { development, sources: new SourceFiles(path.join(folder, 'sources')) },
  });
  bare = await startTestRpc({ services: { development } });
});
afterAll(async () => {
  await rpc?.close();
  await bare?.close();
  await removeFolder(folder);
});

test('a file is stored for an address, replaced and removed', async () => {
  const address = `0x${'Ab'.repeat(20)}`;
  expect(await rpc.result('tain_getSource', address)).toBeNull();
  expect(await rpc.result('tain_setSource', address, { contracts: { a: 1 } })).toBe(true);
  expect(await rpc.result('tain_getSource', address.toLowerCase())).toEqual({ contracts: { a: 1 } });
  await rpc.result('tain_setSource', address, { abi: [] });
  expect(await rpc.result('tain_getSource', address)).toEqual({ abi: [] });
  const [name = ''] = await readdir(path.join(folder, 'sources'));
  expect([name, (await stat(path.join(folder, 'sources', name))).mode & 0o777]).toEqual([
    `${address.toLowerCase()}.json`,
    0o600,
  ]);
  expect(await rpc.result('tain_setSource', address)).toBe(true);
  expect(await rpc.result('tain_getSource', address)).toBeNull();
  expect(await readdir(path.join(folder, 'sources'))).toEqual([]);
});

test.each([
  ['tain_setSource', ['../../x', {}], /^-32602 .*Expected 0x prefixed string representing the address/],
  ['tain_setSource', [addressOf(1), 'text'], /^-32602 .*Expected object/],
  ['tain_getSource', [], /^-32602 .*Missing value for required parameter 0/],
])('%s with %j is refused', async (method, parameters, error) => {
  expect(await rpc.error(method, ...parameters)).toMatch(error);
});

test('a file whose numbers have more digits than in the message is refused above 1 MiB', async () => {
  const numbers = `[${'9e20,'.repeat(60_000)}1]`;
  const message = `{"jsonrpc":"2.0","id":1,"method":"tain_setSource","params":["${addressOf(1)}",{"a":${numbers}}]}`;
  const answer = await (await rpc.post(message)).json();
  expect(answer).toMatchObject({
    error: { code: -32_602, message: expect.stringMatching(/at most 1048576 bytes$/) },
  });
});

test('no file is stored without a folder for them', async () => {
  expect(await bare.error('tain_setSource', addressOf(1), {})).toMatch(/^-32601 /);
});

test('concurrent files leave the newest ones, each whole', async () => {
  const count = MAX_SOURCE_FILES + 3;
  const oldest = addressOf(1);
  await rpc.result('tain_setSource', oldest, { number: 1 });
  await utimes(path.join(folder, 'sources', `${oldest}.json`), 0, 0);
  await Promise.all(
    Array.from({ length: count - 1 }, (_, at) =>
      rpc.result('tain_setSource', addressOf(at + 2), { number: at + 2 }),
    ),
  );
  const names = await readdir(path.join(folder, 'sources'));
  expect([names.length, names.includes(`${oldest}.json`)]).toEqual([MAX_SOURCE_FILES, false]);
  for (const name of names) {
    const address = name.slice(0, -'.json'.length);
    expect(await rpc.result('tain_getSource', address)).toEqual({ number: Number(address) });
  }
});
