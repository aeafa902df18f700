import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parseBlockPath, StreamingTree } from '@tain/ledger/block-stream';
import { signedRootOf } from '@tain/verify/state-proof';
import { describe, expect, it } from 'vitest';
import {
  type BlockFile,
  possibleRoots,
  readBlockFile,
} from '../../../../src/ingest/decode/block/block-file.ts';
import { inflateFile, MAX_INFLATED_BYTES } from '../../../../src/ingest/decode/inflate.ts';
import { StreamFileError } from '../../../../src/ingest/decode/stream-error.ts';
import { FIXTURES } from '../../../fixtures.ts';
import { sharedDir } from '../../../shared.ts';

async function read(folder: string, path: string): Promise<BlockFile> {
  return readBlockFile(path, await inflateFile(path, readFileSync(`${folder}/${path}`), MAX_INFLATED_BYTES));
}

const hex = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString('hex');

describe('real blocks in the project', () => {
  it('follow each other, and their mock proofs are of the root hash', async () => {
    const folder = `${FIXTURES}/blocks`;
    const [seven, eight] = [await read(folder, '007.blk.zstd'), await read(folder, '008.blk.zstd')];
    expect([seven.header.number, eight.header.number]).toEqual([7n, 8n]);
    expect(possibleRoots(seven)).toEqual([eight.footer.previousRoot]);
    for (const { proofs, roots } of [seven, eight]) {
      const mock = createHash('sha384')
        .update(roots.eightLeaves ?? '')
        .digest();
      expect(proofs).toEqual([{ kind: 'signed-block', signature: mock }]);
    }
  });

  it('may wrap a record file of mainnet', async () => {
    const file = await read(`${FIXTURES}/blocks`, 'mainnet-2019-wrapped.blk.gz');
    expect(file.isWrapped).toBe(true);
    const [proof] = file.proofs;
    expect(proof).toMatchObject({ kind: 'record-file', version: 2 });
    expect(proof.kind === 'record-file' && proof.signatures).toHaveLength(7);
  });

  it('are refused when truncated; with a bit flipped they have other root hashes or decode to the same', async () => {
    const bytes = await inflateFile('7.blk.zstd', readFileSync(`${FIXTURES}/blocks/007.blk.zstd`), 10_000);
    const { proofs: _, ...whole } = readBlockFile('7.blk', bytes);
    for (let position = 0; position < bytes.length; position += 5) {
      expect(() => readBlockFile('7.blk', bytes.subarray(0, position))).toThrow(StreamFileError);
      const damaged = Buffer.from(bytes);
      damaged[position] = (damaged[position] ?? 0) ^ (1 << (position & 7));
      try {
        const { proofs: _, ...file } = readBlockFile('7.blk', damaged);
        if (file.roots.sixteenLeaves.equals(whole.roots.sixteenLeaves)) expect(file).toEqual(whole);
      } catch (error) {
        expect(error).toBeInstanceOf(StreamFileError);
      }
    }
  });
});

describe.skipIf(sharedDir === null)('real blocks of ../shared', () => {
  const streams = `${sharedDir}/streams`;
  const paths = (sharedDir ? (readdirSync(streams, { recursive: true }) as string[]) : [])
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.blk(\.gz|\.zstd)?$/.test(path))
    .sort();

  it('are all read, and have the number of their names', async () => {
    expect(paths.length).toBeGreaterThan(25);
    for (const path of paths) {
      const file = await read(streams, path);
      // Samples have other names.
      const number = parseBlockPath(path.slice(path.search(/(?<=^|\/)(\d+\/)*\d+\.blk/)));
      if (!path.includes('samples')) expect(file.header.number).toBe(number);
    }
  });

  it.each([
    ['blocks/hapi-0.72', 2, 'eightLeaves'],
    ['blocks/hapi-0.73-tss-wraps', 5, 'eightLeaves'],
    ['blocks/hapi-0.78-tss-schnorr', 6, 'sixteenLeaves'],
    ['blockstreams-0.73/0000/0000/0000/0000', 2, 'eightLeaves'],
    ['wrapped-record-blocks/SOLO_4N', 5, 'sixteenLeaves'],
  ] as const)('%s: %i blocks follow each other by their roots with %s', async (folder, count, form) => {
    const names = paths.filter((path) => path.startsWith(`${folder}/`)).slice(0, count);
    const files = await Promise.all(names.map((path) => read(streams, path)));
    expect(files).toHaveLength(count);
    for (const [index, file] of files.entries()) {
      const before = files[index - 1];
      if (!before) continue;
      expect(file.header.number).toBe(before.header.number + 1n);
      expect(hex(file.footer.previousRoot)).toBe(hex(before.roots[form]));
      expect(possibleRoots(before)).toContainEqual(file.footer.previousRoot);
    }
  });

  it('have the roots, signed hashes and signatures of the vectors', async () => {
    const text = readFileSync(`${streams}/tss/block-vectors.json`, 'utf8');
    const vectors = JSON.parse(text) as {
      readonly block467GzipBase64: string;
      readonly chains: readonly {
        readonly blocks: readonly {
          readonly block: number;
          readonly file: string;
          readonly proof: string;
          readonly rootHash: string;
          readonly signedHash: string;
          readonly signature: string;
        }[];
      }[];
    };
    const blocks = vectors.chains.flatMap((chain) => chain.blocks);
    expect(blocks).toHaveLength(13);
    for (const vector of blocks) {
      const file =
        vector.block === 467
          ? readBlockFile('467.blk', gunzipSync(Buffer.from(vectors.block467GzipBase64, 'base64')))
          : await read(`${streams}/tss`, vector.file);
      const [root = Buffer.alloc(0)] = possibleRoots(file);
      expect(hex(root)).toBe(vector.rootHash);
      const [proof] = file.proofs;
      if (proof.kind === 'record-file') throw new Error('is another proof');
      expect(proof.kind).toBe(vector.proof === 'direct' ? 'signed-block' : 'state');
      expect(hex(proof.kind === 'state' ? signedRootOf(proof, root).root : root)).toBe(vector.signedHash);
      expect(hex(proof.signature)).toBe(vector.signature);
    }
  });
});

describe.skipIf(sharedDir === null)('the tree of all root hashes before a block', () => {
  it.each([
    ['blocks/hapi-0.72', 2],
    ['blocks/hapi-0.73-tss-wraps', 5],
    ['blocks/hapi-0.78-tss-schnorr', 6],
    ['wrapped-record-blocks/SOLO_4N', 5],
  ])('is that of the footers of %s', async (folder, count) => {
    const tree = new StreamingTree();
    for (let number = 0; number < count; number += 1) {
      const file = await read(`${sharedDir}/streams/${folder}`, `${number}.blk.gz`);
      expect(hex(file.footer.allPreviousRoots)).toBe(hex(tree.root()));
      // The leaves of the tree are the root hashes themselves.
      tree.add(possibleRoots(file)[0] ?? Buffer.alloc(0));
    }
  });
});
