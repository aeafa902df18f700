import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { demoEngine } from '../../src/app/demo-engine.ts';
import { BlockFolder } from '../../src/demo/stream/block-folder.ts';
import { writeDemo } from '../../src/demo/write-demo.ts';
import { possibleRoots, readBlockFile } from '../../src/ingest/decode/block/block-file.ts';

test('blocks after the cutover decode, hash and chain, also over a restart', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'tain-'));
  try {
    const options = { dir, seed: 5, tps: 20, cutover: 4, runCode: demoEngine };
    await writeDemo({ ...options, blocks: 7 });
    await writeDemo({ ...options, blocks: 12 });
    const folder = new BlockFolder(dir);
    expect(await folder.range()).toEqual({ first: 4n, last: 11n });
    let previous: Buffer | undefined;
    for (let number = 4n; number < 12n; number++) {
      const block = readBlockFile(`${number}`, await folder.read(number));
      expect(block.header.number).toBe(number);
      if (previous) expect(block.footer.previousRoot).toEqual(previous);
      previous = possibleRoots(block)[0];
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
