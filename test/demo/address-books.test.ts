import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { proto } from '@tain/protos/hapi';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ServiceAddress,
  serviceEndpoint,
} from '../../packages/network-simulator/src/ledger/service-endpoint.ts';
import { DemoStream } from '../../packages/network-simulator/src/stream/demo-stream.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';
import { fileNames, readFile } from './read-stream.ts';

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'tain-demo-books-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Runs the network for a block. Returns the address books of the stream since genesis: file and ports. */
async function runAt(serviceAt?: ServiceAddress): Promise<[number, number[]][]> {
  const stream = await DemoStream.open({
    dir,
    seed: 7,
    tps: 1,
    population: { accounts: 20, tokens: 1, topics: 1, contracts: 1 },
    runCode: demoEngine,
    signInner: false,
    publishAddressBook: true,
    ...(serviceAt && { serviceAt }),
  });
  const { network } = stream;
  const isAwaited = network.progress.phase === 'steady' && network.hasDue();
  do await stream.write({ own: 0 });
  while (network.progress.phase !== 'steady');
  expect(isAwaited && network.hasDue()).toBe(false);
  await stream.close();
  return fileNames(dir)
    .slice(1)
    .flatMap((name) => readFile(dir, name).items)
    .flatMap(({ body: { fileUpdate }, record }) => {
      const num = fileUpdate?.fileID?.fileNum?.toNumber() ?? 0;
      if (num !== 101 && num !== 102) return [];
      expect(record.receipt?.status).toBe(proto.ResponseCodeEnum.SUCCESS);
      const { nodeAddress } = proto.NodeAddressBook.decode(fileUpdate?.contents ?? new Uint8Array());
      return [[num, nodeAddress.map(({ serviceEndpoint: at }) => at?.[0]?.port ?? 0)]];
    });
}

test('a network on another port publishes its address books again, once', async () => {
  const initial = { host: '127.0.0.1', port: 50_300 };
  const there = { host: '127.0.0.1', port: 50_301 };
  const moved = [101, 102].map((num) => [num, [50_301, 50_301, 50_301, 50_301]]);
  const back = [101, 102].map((num) => [num, [50_300, 50_300, 50_300, 50_300]]);
  expect(await runAt(initial)).toEqual([]);
  expect(await runAt(initial)).toEqual([]);
  expect(await runAt(there)).toEqual(moved);
  expect(await runAt(there)).toEqual(moved);
  // The network accepts no transactions, so the address book does not change.
  expect(await runAt()).toEqual(moved);
  expect(await runAt(initial)).toEqual([...moved, ...back]);
});

test.each<[string, proto.IServiceEndpoint]>([
  ['127.0.0.1', { ipAddressV4: Uint8Array.of(127, 0, 0, 1) }],
  ['0.0.0.0', { ipAddressV4: Uint8Array.of(127, 0, 0, 1) }],
  ['::', { ipAddressV4: Uint8Array.of(127, 0, 0, 1) }],
  ['localhost', { ipAddressV4: Uint8Array.of(127, 0, 0, 1) }],
  ['192.168.1.20', { ipAddressV4: Uint8Array.of(192, 168, 1, 20) }],
  ['fe80::1', { ipAddressV4: Uint8Array.of(127, 0, 0, 1) }],
  ['node.test', { domainName: 'node.test' }],
])('a node that listens at %s is reached at', (host, endpoint) => {
  expect(serviceEndpoint({ host, port: 1 })).toEqual({ ...endpoint, port: 1 });
});
