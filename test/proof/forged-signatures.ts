import type { stream } from '@tain/protos/block-stream';
import { ROOT } from '../../packages/verify/test/own-block.ts';
import {
  HINTS_KEY_FIELDS,
  HINTS_SIGNATURE_FIELDS,
  SCHNORR_FIELDS,
} from '../../packages/verify/test/tss/layout.ts';
import { leafOf } from '../ingest/block-writer.ts';

type Bytes = (signature: Buffer) => Buffer;
type Paths = (paths: stream.IMerklePath[]) => stream.IMerklePath[];

const field = (name: string) => {
  const all = [...HINTS_KEY_FIELDS, ...HINTS_SIGNATURE_FIELDS, ...SCHNORR_FIELDS];
  const found = all.find((each) => each.name === name);
  if (!found) throw new Error(`no field ${name}`);
  return found;
};
/** Overwrites bytes of the signature at this offset. */
const put =
  (offset: number, bytes: Uint8Array): Bytes =>
  (signature) =>
    Buffer.concat([signature.subarray(0, offset), bytes, signature.subarray(offset + bytes.length)]);
const INFINITY = Buffer.concat([Buffer.of(0x40), Buffer.alloc(95)]);
const G1 = HINTS_SIGNATURE_FIELDS.filter(({ kind }) => kind === 'bls-g1');
const G2 = HINTS_SIGNATURE_FIELDS.filter(({ kind }) => kind === 'bls-g2');
const SCALARS = HINTS_SIGNATURE_FIELDS.filter(({ kind }) => kind === 'bls-fr');
const offsetOf = ([first]: readonly { readonly offset: number }[]) => first?.offset ?? 0;
const signersAt = field('places').offset;

/** Forgeries that are refused at the step `signature`. */
export const SIGNATURES: readonly (readonly [string, Bytes])[] = [
  ['nothing', () => Buffer.alloc(0)],
  ['a mock', () => Buffer.alloc(48, 7)],
  ['one byte less', (signature) => signature.subarray(0, -1)],
  ['one byte more', (signature) => Buffer.concat([signature, Buffer.of(0)])],
  ['a truncated tail', (signature) => signature.subarray(0, 2728)],
  ['an aggregate key that is not on the curve', put(offsetOf(G1), Buffer.alloc(96, 1))],
  ['an aggregate key at infinity', put(offsetOf(G1), INFINITY)],
  [
    'an infinity with a coordinate',
    put(offsetOf(G1), Buffer.concat([Buffer.of(0x40), Buffer.alloc(94), Buffer.of(1)])),
  ],
  ['an aggregate signature at infinity', put(offsetOf(G2), Buffer.concat([INFINITY, Buffer.alloc(96)]))],
  ['an aggregate signature that is not on its curve', put(offsetOf(G2), Buffer.alloc(192, 1))],
  ['a scalar above the order', put(offsetOf(SCALARS), Buffer.alloc(32, 0xff))],
  ['more weight than signed', put(offsetOf(SCALARS), Buffer.concat([Buffer.of(4), Buffer.alloc(31)]))],
  ['no weight', put(offsetOf(SCALARS), Buffer.alloc(32))],
  ['no signers', put(signersAt, Buffer.alloc(128))],
  ['one signer fewer', put(signersAt + 3, Buffer.of(0))],
  ['a signer beyond the last node', put(signersAt + 4, Buffer.of(1))],
  ['a signer marked with 2', put(signersAt, Buffer.of(2))],
  ['an invalid endorsement', put(field('y').offset, Buffer.alloc(32))],
];

const HASH = leafOf(Buffer.from('hash'));
const many = (count: number) => Array.from({ length: count }, () => ({ hash: HASH }));
const at =
  (index: number, more: stream.IMerklePath): Paths =>
  (paths) =>
    paths.with(index, { ...paths[index], ...more });

/** Paths that do not lead to the root, which are refused at the step `root`. */
export const WRONG_PATHS: readonly (readonly [string, Paths])[] = [
  ['of another block', at(1, { hash: HASH })],
  ['from a sibling of the block', (paths) => at(1, { hash: paths[1]?.siblings?.[0]?.hash ?? null })(paths)],
  [
    'with the block as an item',
    (paths) => at(1, { hash: null, blockItemLeaf: paths[1]?.hash ?? null })(paths),
  ],
  ['with hashes of 47 bytes', at(1, { siblings: [{ hash: HASH.subarray(1) }] })],
  ['without a left sibling', at(1, { siblings: [{ isLeft: true }] })],
  ['with two roots', at(0, { nextPathIndex: ROOT })],
  ['without a root', at(2, { nextPathIndex: 2 })],
  ['in a cycle', (paths) => [...at(2, { nextPathIndex: 3 })(paths), { nextPathIndex: 2 }]],
  ['to a missing path', at(1, { nextPathIndex: 9 })],
  ['to a leaf', at(1, { nextPathIndex: 0 })],
  ['with an incomplete join', (paths) => [...paths, { nextPathIndex: ROOT }]],
  ['with an unused leaf', (paths) => [...paths, { hash: HASH, nextPathIndex: ROOT }]],
  ['with three paths at a join', (paths) => [...paths, { hash: HASH, nextPathIndex: 2 }]],
  ['of 4,097 nodes', at(1, { siblings: many(4097) })],
  [
    'of 4,098 paths',
    (paths) => [...paths, ...Array.from({ length: 4095 }, () => ({ hash: HASH, nextPathIndex: 2 }))],
  ],
  ['that is empty', () => []],
];

/** Paths to another root than the signed one, for which the signature is invalid. */
export const OTHER_ROOTS: readonly (readonly [string, Paths])[] = [
  [
    'with a sibling on the other side',
    (paths) => {
      const siblings = paths[1]?.siblings ?? [];
      return at(1, { siblings: siblings.with(0, { ...siblings[0], isLeft: true }) })(paths);
    },
  ],
  ['without a sibling', (paths) => at(1, { siblings: paths[1]?.siblings?.slice(1) ?? [] })(paths)],
  [
    'with an only child',
    (paths) => at(1, { siblings: [...(paths[1]?.siblings ?? []), { hash: Buffer.alloc(0) }] })(paths),
  ],
  ['with both sides swapped', (paths) => [1, 0, 2].flatMap((index) => paths[index] ?? [])],
  ['with another time', at(0, { timestampLeaf: Buffer.from([8, 1]) })],
];
