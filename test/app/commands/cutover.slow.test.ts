import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { removeFolder } from '../../remove-folder.ts';
import { Tain } from './tain.ts';

/** First block of the block stream, some seconds after the initial blocks of a new demo network. */
const CUTOVER = 165;
const LAST = CUTOVER + 6;

interface Block {
  readonly number: number;
  readonly name: string;
  readonly hash: string;
  readonly previous_hash: string;
  readonly timestamp: { readonly from: string; readonly to: string };
}

/** Returns the blocks from `first` on, once the last one is available. */
async function blocksFrom(url: string, first: number): Promise<Block[]> {
  for (const deadline = Date.now() + 150_000; ; ) {
    const answer = await fetch(`${url}/api/v1/blocks?order=asc&limit=100&block.number=gte:${first}`);
    const { blocks } = (await answer.json()) as { readonly blocks: Block[] };
    if ((blocks.at(-1)?.number ?? 0) >= LAST) return blocks;
    if (Date.now() > deadline) throw new Error(`the last block is ${blocks.at(-1)?.number}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

// `rehearsal/testnet-day.slow.test.ts` follows a network from a folder.
test('a network that changes over to blocks is followed without a gap, from a block node', async () => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'tain-cutover-'));
  const settings: Record<string, string> = {
    TAIN_DATA_DIR: dir,
    TAIN_PORT: '0',
    TAIN_STATUS_PORT: '0',
    TAIN_ROLES: 'api,ingest',
    TAIN_DEMO_CUTOVER: String(CUTOVER),
    TAIN_DEMO_TPS: '1',
    TAIN_DEMO_BLOCK_NODE_PORT: '0',
  };
  let tain = new Tain(['start'], settings);
  try {
    // The port is known after the program listens. The next process reads from it.
    const port = (await tain.waitFor(/"port":(\d+)[^\n]*block node of the demo network listens/))[1] ?? '';
    await tain.stop();
    Object.assign(settings, { TAIN_DEMO_BLOCK_NODE_PORT: port, TAIN_BLOCK_NODES: `127.0.0.1:${port}` });
    tain = new Tain(['start'], settings);
    let blocks = await blocksFrom(await tain.url(), CUTOVER - 5);
    await tain.waitFor('Blocks are read from this block node');
    // After the kill the program resumes with blocks.
    await tain.stop('SIGKILL');
    tain = new Tain(['start'], settings);
    blocks = await blocksFrom(await tain.url(), CUTOVER - 5);
    for (const [i, { number, name, previous_hash: previous, timestamp }] of blocks.entries()) {
      expect(number).toBe(CUTOVER - 5 + i);
      expect(name).toMatch(number < CUTOVER ? /\.rcd\.gz$/ : new RegExp(`0${number}\\.blk`));
      const before = blocks[i - 1];
      if (before === undefined) continue;
      expect(previous).toBe(before.hash);
      expect(Number(timestamp.from)).toBeGreaterThan(Number(before.timestamp.to));
    }
    await tain.stop();
  } finally {
    tain.child.kill('SIGKILL');
    await removeFolder(dir);
  }
});
