import { afterEach, expect, test } from 'vitest';
import { BlockNodeServer } from '../../../packages/network-simulator/src/block-node/block-node-server.ts';
import { delimited } from '../../../packages/network-simulator/src/ledger/wire.ts';
import { BlockNodeSource } from '../../../src/ingest/block-nodes/block-node-source.ts';
import { BlockNodes } from '../../../src/ingest/block-nodes/block-nodes.ts';
import { MadeBlocks, madeItems, stillness } from './made-blocks.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const never = new AbortController().signal;
const bytesOf = (number: bigint, sizes?: readonly number[]): Buffer =>
  Buffer.concat(madeItems(number, sizes).map((item) => delimited(1, item)));

async function sourceOf(...blocks: MadeBlocks[]): Promise<BlockNodeSource> {
  const servers = await Promise.all(
    blocks.map((source) => BlockNodeServer.start({ host: '127.0.0.1', port: 0, source })),
  );
  for (const server of servers) cleanups.push(() => server.stop());
  const addresses = servers.map(({ port }, priority) => ({
    target: `127.0.0.1:${port}`,
    tls: false,
    priority,
  }));
  const source = new BlockNodeSource(new BlockNodes(addresses, { pauseMs: 20 }));
  cleanups.push(() => source.close());
  return source;
}

test('returns blocks in order, and null for a future one', async () => {
  const blocks = new MadeBlocks(3n, 200n);
  const source = await sourceOf(blocks);
  expect(await source.first(never)).toBe(3n);
  for (let number = 3n; number <= 200n; number++) {
    const { name, bytes, items } = (await source.open(number, 1_000, never)) ?? {};
    expect(items).toEqual(madeItems(number));
    expect(name).toMatch(/^0000\/0000\/0000\/0000\/\d{3}\.blk$/);
    expect(Buffer.from(bytes ?? [])).toEqual(bytesOf(number));
  }
  expect(await source.open(201n, 1_000, never)).toBeNull();
  const seen = source.changes;
  const changing = source.changed(60_000, never, seen);
  blocks.grow();
  await changing;
  expect((await source.open(201n, 1_000, never))?.bytes).toEqual(bytesOf(201n));
});

test('returns a block again on request, and from another node when it was refused', async () => {
  const [wrong, right] = [new MadeBlocks(0n, 9n, () => [7]), new MadeBlocks(0n, 9n)];
  const source = await sourceOf(wrong, right);
  const open = async (number: bigint) => (await source.open(number, 1_000, never))?.bytes;
  expect(await open(0n)).toEqual(bytesOf(0n, [7]));
  expect(await open(1n)).toEqual(bytesOf(1n, [7]));
  expect(await open(1n)).toEqual(bytesOf(1n, [7]));
  source.refused(1n, 'has a wrong proof');
  expect(await open(1n)).toEqual(bytesOf(1n));
  expect(await open(2n)).toEqual(bytesOf(2n));
});

test('refuses a block that is too large, and prefetches only up to a limit', async () => {
  let sent = 0n;
  class Counted extends MadeBlocks {
    override async items(number: bigint): Promise<readonly Buffer[]> {
      sent = number;
      return super.items(number);
    }
  }
  const source = await sourceOf(new Counted(0n, 5_000n, () => [1_000_000]));
  await expect(source.open(0n, 1_000, never)).rejects.toMatchObject({ code: 'too-large' });
  await stillness(() => sent);
  expect(sent).toBeLessThan(300n);
});

test('a signal ends a wait, and closing ends all waits', async () => {
  const source = await sourceOf(new MadeBlocks(0n, 0n));
  const ending = new AbortController();
  const changing = source.changed(600_000, ending.signal, source.changes);
  ending.abort(new Error('stop'));
  await changing;
  const opening = source.open(5n, 1_000, never);
  await source.close();
  expect(await opening).toBeNull();
});
