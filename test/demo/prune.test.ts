import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseStreamInstant } from '@tain/ledger/record-stream';
import { expect, test } from 'vitest';
import { pruneStream } from '../../packages/network-simulator/src/stream/prune.ts';
import { writeDemo } from '../../packages/network-simulator/src/write-demo.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';

test('old files of all nodes are removed, including sidecars and signatures, but no others', async () => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'tain-prune-'));
  try {
    await writeDemo({ runCode: demoEngine, dir, blocks: 12, tps: 10, seed: 3, signInner: false });
    const files = async (): Promise<string[]> =>
      (await readdir(path.join(dir, 'recordstreams'), { recursive: true }))
        .filter((name) => name.includes('.rcd'))
        .sort();
    const before = await files();
    const instants = before
      .map((name) => parseStreamInstant(path.basename(name)) ?? 0n)
      .sort((a, b) => (a < b ? -1 : 1));
    const middle = instants[Math.floor(instants.length / 2)] ?? 0n;
    await pruneStream(dir, middle);
    const retained = before.filter((name) => (parseStreamInstant(path.basename(name)) ?? 0n) >= middle);
    expect(await files()).toEqual(retained);
    expect(retained.length).toBeLessThan(before.length);
    await pruneStream(path.join(dir, 'nothing'), middle);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
