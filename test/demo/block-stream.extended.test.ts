import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StreamingTree } from '@tain/ledger/block-stream';
import { stream } from '@tain/protos/block-stream';
import { expect, test } from 'vitest';
import { serveBlocks } from '../../packages/network-simulator/src/block-node/serve-blocks.ts';
import { delimited } from '../../packages/network-simulator/src/ledger/wire.ts';
import { BlockFolder } from '../../packages/network-simulator/src/stream/block-folder.ts';
import { writeDemo } from '../../packages/network-simulator/src/write-demo.ts';
import { BlockNodes } from '../../src/ingest/block-nodes/block-nodes.ts';
import { possibleRoots, readBlockFile } from '../../src/ingest/decode/block/block-file.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';

/** Timeout for writing two streams. */
const TIMEOUT_MS = 120_000;

test(
  'a block node serves written blocks, also while they are being written',
  async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'tain-'));
    const options = { dir, seed: 5, tps: 20, cutover: 2, runCode: demoEngine };
    await writeDemo({ ...options, blocks: 4 });
    const node = await serveBlocks(dir, '127.0.0.1', 0);
    const address = { target: `127.0.0.1:${node.port}`, tls: false, priority: 0 };
    const nodes = new BlockNodes([address], { pauseMs: 20 });
    try {
      const writing = writeDemo({ ...options, blocks: 9, onPublished: node.published });
      const folder = new BlockFolder(dir);
      let next = 2n;
      for await (const block of nodes.blocks(2n, new AbortController().signal)) {
        expect(block.number).toBe(next);
        const bytes = Buffer.concat(block.items.map((item) => delimited(1, item)));
        expect(bytes.equals(await folder.read(next))).toBe(true);
        next += 1n;
        if (next === 9n) break;
      }
      await writing;
    } finally {
      nodes.close();
      node.stop();
      await rm(dir, { recursive: true, force: true });
    }
  },
  TIMEOUT_MS,
);

test(
  'blocks after the cutover decode, hash and chain, also over a restart',
  async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'tain-'));
    try {
      const options = { dir, seed: 5, tps: 20, cutover: 4, runCode: demoEngine };
      await writeDemo({ ...options, blocks: 7 });
      await writeDemo({ ...options, blocks: 12 });
      const folder = new BlockFolder(dir);
      expect(await folder.range()).toEqual({ first: 4n, last: 11n });
      let previous: Buffer | undefined;
      const roots = new StreamingTree();
      const states = new Set<string>();
      for (let number = 4n; number < 12n; number++) {
        const bytes = await folder.read(number);
        const block = readBlockFile(`${number}`, bytes);
        expect(block.header.number).toBe(number);
        if (previous) expect(block.footer.previousRoot).toEqual(previous);
        const { allRoots, state } = footerOf(bytes);
        expect(allRoots).toBe(Buffer.from(roots.root()).toString('hex'));
        states.add(state);
        previous = possibleRoots(block)[0];
        roots.add(previous ?? Buffer.alloc(0));
      }
      expect(states.size).toBe(8);
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  },
  TIMEOUT_MS,
);

/** Returns the fields of a block's footer about earlier blocks and the previous state, in hex. */
function footerOf(bytes: Buffer): { readonly allRoots: string; readonly state: string } {
  for (const item of stream.Block.decode(bytes).items) {
    const footer = stream.BlockItem.decode(item).blockFooter;
    if (!footer) continue;
    const { rootHashOfAllBlockHashesTree: allRoots, startOfBlockStateRootHash: state } = footer;
    return {
      allRoots: Buffer.from(allRoots ?? []).toString('hex'),
      state: Buffer.from(state ?? []).toString('hex'),
    };
  }
  throw new Error('a block has no footer');
}
