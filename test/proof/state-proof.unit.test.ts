import { NODE_HASHES } from '@tain/ledger/block-stream';
import { MalformedError } from '@tain/ledger/wire-reader';
import { stream } from '@tain/protos/block-stream';
import { readPublication } from '@tain/verify/read-publication';
import { readStateProof, type StateProof, signedRootOf } from '@tain/verify/state-proof';
import fc from 'fast-check';
import Long from 'long';
import { describe, expect, it } from 'vitest';
import { readProof } from '../../src/ingest/decode/block/block-proof.ts';
import { leafOf, oneOf, twoOf } from '../ingest/block-writer.ts';

/** Value of `next_path_index` for -1. */
const ROOT = 0xffff_ffff;
const hash = (text: string) => leafOf(Buffer.from(text));
const BLOCK = hash('the block');
const TIME_NS = { seconds: 1_700_000_000, bytes: Buffer.from('0880e2cfaa06', 'hex') };

function read(paths: readonly stream.IMerklePath[]): StateProof {
  const message = {
    block: Long.fromNumber(7),
    blockStateProof: { paths: [...paths], signedBlockProof: { blockSignature: Buffer.from('signature') } },
  };
  const { proof } = readProof(Buffer.from(stream.BlockProof.encode(message).finish()));
  if (proof?.kind !== 'state') throw new Error('is another proof');
  const alone = readStateProof(stream.StateProof.encode(message.blockStateProof).finish());
  // The reader without protobufjs returns the same.
  expect(plain(alone)).toEqual(plain(proof));
  return proof;
}

const plain = ({ paths, signature }: StateProof) =>
  JSON.stringify({ paths, signature }, (_, value) =>
    value instanceof Uint8Array || value?.type === 'Buffer'
      ? Buffer.from(value.data ?? value).toString('hex')
      : value,
  );

const rootOf = (paths: readonly stream.IMerklePath[]) => signedRootOf(read(paths), BLOCK).root;

describe("a state proof in the network's form", () => {
  const siblings = ['a', 'b', 'c'].map((text, index) => ({ isLeft: index === 0, hash: hash(text) }));
  const time = { timestampLeaf: TIME_NS.bytes, nextPathIndex: 2 };
  const block = { hash: BLOCK, siblings: [...siblings, { hash: Buffer.alloc(0) }], nextPathIndex: 2 };
  const join = { nextPathIndex: ROOT };

  it('leads to the signed root hash, and contains the start time of that block', () => {
    const proof = read([time, block, join]);
    expect(proof.signature.toString()).toBe('signature');
    const top = oneOf(twoOf(twoOf(twoOf(hash('a'), BLOCK), hash('b')), hash('c')));
    expect(signedRootOf(proof, BLOCK, NODE_HASHES)).toEqual({
      root: twoOf(leafOf(TIME_NS.bytes), top),
      time: BigInt(TIME_NS.seconds) * 1_000_000_000n,
    });
  });

  it('contains no time if its last join is not of a timestamp and the rest', () => {
    for (const paths of [
      [block, { ...time }, join],
      [{ ...time, siblings: siblings.slice(0, 1) }, block, join],
      [time, block, { siblings, nextPathIndex: ROOT }],
      [{ blockItemLeaf: TIME_NS.bytes, nextPathIndex: 2 }, block, join],
    ]) {
      expect(signedRootOf(read(paths), BLOCK).time).toBeNull();
    }
  });

  it.each<[string, stream.IMerklePath[], RegExp]>([
    ['one path', [{ hash: BLOCK, nextPathIndex: ROOT }], /1 paths, not 2/],
    ['nothing', [], /0 paths, not 2/],
    ['another block', [time, { ...block, hash: hash('other') }, join], /of another block/],
    ['the block as a state item', [time, { ...block, hash: null, stateItemLeaf: BLOCK }, join], /another/],
    [
      'two roots',
      [
        { ...time, nextPathIndex: ROOT },
        { ...block, nextPathIndex: ROOT },
      ],
      /two roots/,
    ],
    ['no root', [time, block, { nextPathIndex: 2 }], /three paths/],
    ['a cycle of joins', [time, block, { nextPathIndex: 3 }, { nextPathIndex: 2 }], /an unused path/],
    ['a path to a leaf', [{ ...time, nextPathIndex: 1 }, block, join], /continues at a leaf/],
    ['a path to a missing path', [time, { ...block, nextPathIndex: 3 }, join], /continues at 3/],
    ['another negative index', [time, block, { nextPathIndex: ROOT - 1 }], /continues at 4294967294/],
    ['a join without children', [time, block, join, { nextPathIndex: 2 }], /an unused path/],
    [
      'a join with one child',
      [time, { ...block, nextPathIndex: 3 }, { nextPathIndex: 3 }, { nextPathIndex: ROOT }],
      /an unused path/,
    ],
    ['three paths at a join', [time, block, join, { ...time }], /three paths/],
    ['a path with two contents', [time, { ...block, timestampLeaf: TIME_NS.bytes }, join], /two things/],
    ['a leaf of another length', [time, { ...block, hash: BLOCK.subarray(1) }, join], /47 bytes/],
    [
      'a sibling of another length',
      [time, { ...block, siblings: [{ hash: Buffer.alloc(49) }] }, join],
      /49 bytes/,
    ],
    ['an empty left sibling', [time, { ...block, siblings: [{ isLeft: true }] }, join], /left sibling/],
    ['no timestamp', [{ timestampLeaf: Buffer.from([8]), nextPathIndex: 2 }, block, join], /names no time/],
  ])('is refused with %s', (_, paths, reason) => {
    expect(() => signedRootOf(read(paths), BLOCK)).toThrow(reason);
    expect(() => signedRootOf(read(paths), BLOCK)).toThrow(MalformedError);
  });

  it('may be long, within bounds', () => {
    const many = (count: number) => Array.from({ length: count }, () => ({ hash: hash('a') }));
    expect(rootOf([time, { ...block, siblings: many(4096) }, join])).toHaveLength(48);
    expect(() => read([time, { ...block, siblings: many(4097) }, join])).toThrow(/4097 nodes/);
    expect(() => read(Array.from({ length: 4097 }, () => time))).toThrow(/4097 paths/);
    const wide = Array.from({ length: 40 }, () => ({
      siblings: Array.from({ length: 2000 }, () => ({})),
      nextPathIndex: 2,
    }));
    expect(() => read([time, block, join, ...wide])).toThrow(/80004 nodes/);
    expect(() => read([{ ...time, timestampLeaf: Buffer.alloc(1 << 20) }, block, join])).toThrow(/bytes/);
  });

  it('is read no further than its bounds', () => {
    const field = (bytes: Buffer) => {
      const { length } = bytes;
      return Buffer.concat([Buffer.from([10, (length & 127) | 128, (length >> 7) & 127]), bytes]);
    };
    // A path of 4,000 empty siblings; bytes after the 17th are never read, so that they may be malformed.
    const path = field(Buffer.from('0a00'.repeat(4_000), 'hex'));
    const within = Buffer.concat(Array<Buffer>(16).fill(path));
    expect(() => readStateProof(Buffer.concat([within, path, Buffer.of(255)]))).toThrow(/has too many nodes/);
    expect(() => readStateProof(Buffer.concat([within, Buffer.of(255)]))).not.toThrow(/too many/);
  });

  it('reads no more nodes of a ledger than it has slots', () => {
    const nodes = (count: number) => Buffer.from('1a00'.repeat(count), 'hex');
    expect(readPublication(nodes(128)).nodes).toHaveLength(128);
    expect(() => readPublication(Buffer.concat([nodes(129), Buffer.of(255)]))).toThrow('more than 128 nodes');
  });
});

/** A tree with leaves of all kinds, and nodes with one or two children. Hashes replace omitted subtrees. */
type Tree =
  | { readonly leaf: 'block' }
  | { readonly leaf: 'hash' | 'stateItemLeaf' | 'blockItemLeaf' | 'timestampLeaf'; readonly bytes: Buffer }
  | { readonly one: Tree }
  | { readonly sibling: Buffer; readonly isLeft: boolean; readonly child: Tree }
  | { readonly left: Tree; readonly right: Tree };

function hashOfTree(tree: Tree): Buffer {
  if ('one' in tree) return oneOf(hashOfTree(tree.one));
  if ('left' in tree) return twoOf(hashOfTree(tree.left), hashOfTree(tree.right));
  if ('child' in tree) {
    const child = hashOfTree(tree.child);
    return tree.isLeft ? twoOf(tree.sibling, child) : twoOf(child, tree.sibling);
  }
  if (tree.leaf === 'block') return BLOCK;
  return tree.leaf === 'hash' ? tree.bytes : leafOf(tree.bytes);
}

interface Path {
  readonly content: Partial<Record<'hash' | 'stateItemLeaf' | 'blockItemLeaf' | 'timestampLeaf', Buffer>>;
  readonly siblings: stream.ISiblingNode[];
  next: Path | null;
}

/** Returns the paths of a tree: leaves from left to right, followed by joins. */
function pathsOf(tree: Tree): { leaves: Path[]; joins: Path[]; top: Path } {
  if ('one' in tree || 'child' in tree) {
    const below = pathsOf('one' in tree ? tree.one : tree.child);
    const sibling = 'one' in tree ? { hash: Buffer.alloc(0) } : { isLeft: tree.isLeft, hash: tree.sibling };
    below.top.siblings.push(sibling);
    return below;
  }
  if ('left' in tree) {
    const [left, right] = [pathsOf(tree.left), pathsOf(tree.right)];
    const join: Path = { content: {}, siblings: [], next: null };
    left.top.next = join;
    right.top.next = join;
    const joins = [...left.joins, ...right.joins, join];
    return { leaves: [...left.leaves, ...right.leaves], joins, top: join };
  }
  const content = tree.leaf === 'block' ? { hash: BLOCK } : { [tree.leaf]: tree.bytes };
  const leaf: Path = { content, siblings: [], next: null };
  return { leaves: [leaf], joins: [], top: leaf };
}

/**
 * Inserts the joins anywhere among the leaves. The order of the leaves is unchanged, because it determines left and
 * right.
 */
function listed(tree: Tree, indexes: readonly number[]): stream.IMerklePath[] {
  const { leaves, joins } = pathsOf(tree);
  const list = [...leaves];
  for (const [index, join] of joins.entries()) {
    list.splice((indexes[index % indexes.length] ?? 0) % (list.length + 1), 0, join);
  }
  const indexOf = (path: Path | null) => (path === null ? ROOT : list.indexOf(path));
  return list.map(({ content, siblings, next }) => ({
    ...content,
    siblings,
    nextPathIndex: indexOf(next),
  }));
}

const someHash = fc.uint8Array({ minLength: 48, maxLength: 48 }).map((bytes) => Buffer.from(bytes));
const someBytes = fc.uint8Array({ minLength: 1, maxLength: 30 }).map((bytes) => Buffer.from(bytes));
const item = fc.record({
  leaf: fc.constantFrom('stateItemLeaf' as const, 'blockItemLeaf' as const),
  bytes: someBytes,
});
const time = fc.nat({ max: 127 }).map((seconds) => ({
  leaf: 'timestampLeaf' as const,
  bytes: Buffer.from([8, seconds]),
}));
const leaf = fc.oneof(fc.record({ leaf: fc.constant('hash' as const), bytes: someHash }), item, time);

/** Draws a tree that contains the block, which is joined with at least one other leaf. */
const withBlock = fc.letrec<{ any: Tree; block: Tree }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.record({ one: tie('any') }),
    fc.record({ sibling: someHash, isLeft: fc.boolean(), child: tie('any') }),
    fc.record({ left: tie('any'), right: tie('any') }),
  ),
  block: fc.oneof(
    { depthSize: 'small' },
    fc.constant<Tree>({ leaf: 'block' }),
    fc.record({ one: tie('block') }),
    fc.record({ sibling: someHash, isLeft: fc.boolean(), child: tie('block') }),
    fc.record({ left: tie('any'), right: tie('block') }),
    fc.record({ left: tie('block'), right: tie('any') }),
  ),
}));
const trees = fc
  .record({ block: withBlock.block, other: withBlock.any, isLeft: fc.boolean() })
  .map(
    ({ block, other, isLeft }): Tree =>
      isLeft ? { left: other, right: block } : { left: block, right: other },
  );
const proofs = fc.record({
  tree: trees,
  positions: fc.array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 8 }),
});

/** A change of a proof, or null if it does not apply. */
type Change = (paths: stream.IMerklePath[], pick: number, other: number) => stream.IMerklePath[] | null;

const CONTENT = ['hash', 'stateItemLeaf', 'blockItemLeaf', 'timestampLeaf'] as const;

function flipped(bytes: Uint8Array, pick: number): Buffer {
  const copy = Buffer.from(bytes);
  const bit = pick % (copy.length * 8);
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return copy;
}

const indexesIn = <T>(paths: readonly stream.IMerklePath[], found: (path: stream.IMerklePath) => T[]) =>
  paths.flatMap((path, index) => found(path).map((what) => ({ index, what })));

const CHANGES: Readonly<Record<string, Change>> = {
  'a changed byte in a leaf': (paths, pick, other) => {
    const all = indexesIn(paths, (path) => CONTENT.filter((key) => path[key]));
    const { index, what } = all[pick % all.length] ?? { index: 0, what: 'hash' };
    const bytes = paths[index]?.[what];
    return bytes ? paths.with(index, { ...paths[index], [what]: flipped(bytes, other) }) : null;
  },
  'a changed byte in a sibling': (paths, pick, other) => {
    const all = indexesIn(paths, (path) => [...(path.siblings ?? []).keys()]);
    const index = all[pick % all.length];
    if (!index) return null;
    const siblings = [...(paths[index.index]?.siblings ?? [])];
    const sibling = siblings[index.what];
    const bytes = sibling?.hash?.length ? flipped(sibling.hash, other) : hash('more');
    siblings[index.what] = { ...sibling, hash: bytes };
    return paths.with(index.index, { ...paths[index.index], siblings });
  },
  'a changed side': (paths, pick) => {
    const all = indexesIn(paths, (path) => [...(path.siblings ?? []).keys()]);
    const index = all[pick % all.length];
    if (!index) return null;
    const siblings = [...(paths[index.index]?.siblings ?? [])];
    const sibling = siblings[index.what];
    siblings[index.what] = { ...sibling, isLeft: !sibling?.isLeft };
    return paths.with(index.index, { ...paths[index.index], siblings });
  },
  'a missing sibling': (paths, pick) => {
    const all = indexesIn(paths, (path) => [...(path.siblings ?? []).keys()]);
    const position = all[pick % all.length];
    if (!position) return null;
    const siblings = (paths[position.index]?.siblings ?? []).filter((_, index) => index !== position.what);
    return paths.with(position.index, { ...paths[position.index], siblings });
  },
  'a changed index': (paths, pick, other) => {
    const index = pick % paths.length;
    const path = paths[index];
    // All other indexes, the root, and indexes beyond both ends.
    const all = [...paths.keys(), ROOT, paths.length, ROOT - 1, 0x8000_0000].filter(
      (next) => next !== path?.nextPathIndex,
    );
    return paths.with(index, { ...path, nextPathIndex: all[other % all.length] ?? 0 });
  },
  'a missing path': (paths, pick) => paths.toSpliced(pick % paths.length, 1),
  'a duplicate path': (paths, pick) => {
    const path = paths[pick % paths.length];
    return path ? [...paths, path] : null;
  },
  'another kind of leaf': (paths, pick) => {
    const all = indexesIn(paths, (path) => (path.hash ? ['hash' as const] : []));
    const index = all[pick % all.length];
    if (!index) return null;
    const { hash: bytes, ...rest } = paths[index.index] ?? {};
    return paths.with(index.index, { ...rest, blockItemLeaf: bytes ?? null });
  },
};

/** Returns the root hash that a changed proof leads to; null: the proof is refused. */
function rootOrRefusal(paths: stream.IMerklePath[]): Uint8Array | null {
  try {
    return rootOf(paths);
  } catch (error) {
    expect(error).toBeInstanceOf(MalformedError);
    return null;
  }
}

describe('a state proof of any shape', () => {
  it('leads to the root of its tree, for any positions of joins and any split of paths', () => {
    fc.assert(
      fc.property(proofs, ({ tree, positions: at }) => {
        expect(hashOfTree(tree).equals(rootOf(listed(tree, at)))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it.each(Object.entries(CHANGES))('is refused, or leads to another root, with %s', (_, change) => {
    let changedProofs = 0;
    fc.assert(
      fc.property(proofs, fc.nat(), fc.nat(), ({ tree, positions: at }, pick, other) => {
        const changed = change(listed(tree, at), pick, other);
        if (changed === null) return;
        changedProofs += 1;
        const root = rootOrRefusal(changed);
        expect(root !== null && hashOfTree(tree).equals(root)).toBe(false);
      }),
      { numRuns: 300 },
    );
    expect(changedProofs).toBeGreaterThan(100);
  });
});
