import {
  blockPath,
  blockRoots,
  EMPTY_TREE_HASH,
  leafHash,
  oneChildHash,
  parseBlockPath,
  StreamingTree,
  twoChildrenHash,
} from '@tain/ledger/block-stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY, leafOf, oneOf, treeOf, twoOf } from '../ingest/block-writer.ts';

describe('hashes of a block', () => {
  it('are of a leaf, of one child, of two, and of an empty tree', () => {
    const bytes = fc.uint8Array({ maxLength: 9000 });
    const hash = fc.uint8Array({ minLength: 48, maxLength: 48 });
    fc.assert(
      fc.property(bytes, hash, hash, (value, left, right) => {
        expect(leafHash(value)).toEqual(leafOf(value));
        expect(oneChildHash(left)).toEqual(oneOf(left));
        expect(twoChildrenHash(left, right)).toEqual(twoOf(left, right));
      }),
    );
    expect(leafHash(Buffer.alloc(100_000, 7))).toEqual(leafOf(Buffer.alloc(100_000, 7)));
    expect(Buffer.from(EMPTY_TREE_HASH)).toEqual(EMPTY);
    // The previous root hash of block 0 of real networks.
    expect(EMPTY.toString('hex').slice(0, 12)).toBe('bec021b4f368');
    expect(() => twoChildrenHash(EMPTY, Buffer.alloc(47))).toThrow(RangeError);
  });

  it('are the same for a streamed tree and a whole tree of any number of leaves', () => {
    for (let count = 0; count <= 130; count += 1) {
      const leaves = Array.from({ length: count }, (_, index) => leafOf(Buffer.from([index])));
      const tree = new StreamingTree();
      for (const leaf of leaves) tree.add(leaf);
      expect(Buffer.from(tree.root())).toEqual(treeOf(leaves));
      expect(tree.isEmpty).toBe(count === 0);
    }
  });

  it('have a form with eight leaves only if the other eight are unused', () => {
    const time = Buffer.from([1, 2, 3]);
    const leaves = Array.from({ length: 16 }, (_, index) => leafOf(Buffer.from([index])));
    const { eightLeaves, sixteenLeaves } = blockRoots(time, leaves.slice(0, 8));
    expect(eightLeaves).toEqual(twoOf(leafOf(time), oneOf(treeOf(leaves.slice(0, 8)))));
    const unused = Array.from({ length: 8 }, () => EMPTY);
    const whole = twoOf(treeOf(leaves.slice(0, 8)), treeOf(unused));
    expect(sixteenLeaves).toEqual(twoOf(leafOf(time), whole));
    const newer = blockRoots(time, leaves);
    expect(newer.eightLeaves).toBeNull();
    expect(newer.sixteenLeaves).toEqual(twoOf(leafOf(time), treeOf(leaves)));
  });
});

describe('paths of blocks', () => {
  it.each([
    ['0000/0000/0000/0000/007.blk.zstd', 7n],
    ['0000/0000/0000/0104/356.blk.zstd', 104_356n],
    ['000000000000000000000000000104356004.blk.gz', 104_356_004n],
    ['0.blk', 0n],
    ['0000000000000000000.blk.zstd', 0n],
    ['1844674407370955/1615.blk.zstd', 18_446_744_073_709_551_615n],
    ['18446744073709551616.blk', null],
    ['0000000000000000000000000000000000000000001.blk', null],
    ['7.blk.bz2', null],
    ['7.rcd', null],
    ['-7.blk', null],
    ['0000/x/7.blk', null],
    ['/7.blk', null],
  ])('%s is block %s', (path, number) => {
    expect(parseBlockPath(path)).toBe(number);
  });

  it('are read as written', () => {
    expect(blockPath(7n)).toBe('0000/0000/0000/0000/007.blk.zstd');
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 19n - 1n }), (number) => {
        expect(parseBlockPath(blockPath(number))).toBe(number);
      }),
    );
  });
});
