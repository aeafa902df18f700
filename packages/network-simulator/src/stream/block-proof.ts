import type { stream } from '@tain/protos/block-stream';
import { sha384 } from '../ledger/sha384.ts';
import { leafHash } from './block-tree.ts';

/** Proof that the network agreed on a block. */
export type BlockProof = Pick<
  stream.IBlockProof,
  'signedBlockProof' | 'blockStateProof' | 'signedRecordFileProof'
>;

/** The way from the root hash of the block before one to its own: each sibling is a right one, its timestamp a left one. */
export interface Climb {
  readonly siblings: readonly Uint8Array[];
  /** Serialized `Timestamp`. */
  readonly timestamp: Uint8Array;
}

/** Mock that development networks write instead of a signature. */
export function mockProof(root: Uint8Array): BlockProof {
  return signatureProof(sha384(root));
}

/** A threshold signature of the block's own root hash. */
export function signatureProof(blockSignature: Uint8Array): BlockProof {
  return { signedBlockProof: { blockSignature } };
}

/** Index of the path that ends at the root: -1 in a field without a sign. */
const ROOT = 0xffff_ffff;
/** Paths of a state proof in their order: of two that meet, the first one is the left child. */
const JOIN = 2;

/**
 * The proof of a block without its own signature: how its root hash leads to that of a later block, which has one. `climbs`:
 * those of all blocks after it, up to that one.
 */
export function laterProof(
  root: Uint8Array,
  climbs: readonly Climb[],
  blockSignature: Uint8Array,
): BlockProof {
  const signed = climbs.at(-1);
  if (signed === undefined) throw new RangeError('no later block');
  const siblings = climbs.flatMap((climb) => [
    ...climb.siblings.map((hash) => ({ isLeft: false, hash })),
    ...(climb === signed ? [] : [{ isLeft: true, hash: leafHash(climb.timestamp) }]),
  ]);
  return {
    blockStateProof: {
      paths: [
        { timestampLeaf: signed.timestamp, nextPathIndex: JOIN },
        { hash: root, siblings, nextPathIndex: JOIN },
        { nextPathIndex: ROOT },
      ],
      signedBlockProof: { blockSignature },
    },
  };
}
