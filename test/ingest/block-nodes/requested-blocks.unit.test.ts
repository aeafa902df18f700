import { afterEach, expect, test } from 'vitest';
import { BlockNodeServer } from '../../../packages/network-simulator/src/block-node/block-node-server.ts';
import { delimited } from '../../../packages/network-simulator/src/ledger/wire.ts';
import { BlockNodes } from '../../../src/ingest/block-nodes/block-nodes.ts';
import { RequestedBlocks } from '../../../src/ingest/block-nodes/requested-blocks.ts';
import { MadeBlocks, madeItems } from './made-blocks.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const never = new AbortController().signal;
const bytesOf = (number: bigint): Buffer =>
  Buffer.concat(madeItems(number).map((item) => delimited(1, item)));

async function requestedFrom(source: MadeBlocks | null): Promise<RequestedBlocks> {
  let target = '127.0.0.1:1';
  if (source !== null) {
    const server = await BlockNodeServer.start({ host: '127.0.0.1', port: 0, source });
    cleanups.push(() => server.stop());
    target = `127.0.0.1:${server.port}`;
  }
  const blocks = new RequestedBlocks(new BlockNodes([{ target, tls: false, priority: 0 }], { pauseMs: 20 }));
  cleanups.push(() => blocks.close());
  return blocks;
}

test('returns single blocks in any order, also concurrently, and null for missing ones', async () => {
  const blocks = await requestedFrom(new MadeBlocks(3n, 20n));
  expect([await blocks.first(never), await blocks.first(never, 30n)]).toEqual([3n, null]);
  const numbers = [17n, 3n, 20n, 17n, 4n];
  const found = await Promise.all(numbers.map((number) => blocks.open(number, 1_000, never)));
  expect(found.map((each) => Buffer.from(each?.bytes ?? []))).toEqual(numbers.map(bytesOf));
  expect(found[1]?.name).toMatch(/003\.blk$/);
  expect(await Promise.all([2n, 21n].map((number) => blocks.open(number, 1_000, never)))).toEqual([
    null,
    null,
  ]);
  await expect(blocks.open(5n, 1, never)).rejects.toMatchObject({ code: 'too-large' });
});

test('reports that no node responds, and ends on its signal', async () => {
  const blocks = await requestedFrom(null);
  await expect(blocks.open(1n, 1_000, never)).rejects.toMatchObject({ code: 'unreadable' });
  await expect(blocks.open(1n, 1_000, AbortSignal.abort())).rejects.toThrow();
});
