import type { stream } from '@tain/protos/block-stream';
import { sha384 } from '../ledger/sha384.ts';
import { leafHash } from './block-tree.ts';

/** Proof that the network agreed on a block. */
export type BlockProof = Pick<
  stream.IBlockProof,
  'signedBlockProof' | 'blockStateProof' | 'signedRecordFileProof'
>;

/**
 * Siblings from the root hash of the previous block up to a block's own. The siblings are on the right, the timestamp
 * on the left.
 */
export interface Climb {
  readonly siblings: readonly Uint8Array[];
  /** Serialized `Timestamp`. */
  readonly timestamp: Uint8Array;
}

/** Returns the mock that development networks write instead of a signature. */
export function mockProof(root: Uint8Array): BlockProof {
  return signatureProof(sha384(root));
}

/** Returns the proof with a threshold signature of the block's own root hash. */
export function signatureProof(blockSignature: Uint8Array): BlockProof {
  return { signedBlockProof: { blockSignature } };
}

/** Index of the path that ends at the root: -1 as an unsigned number. */
const ROOT = 0xffff_ffff;
/** Indexes of paths of a state proof, in order. Where two paths meet, the first is the left child. */
const JOIN = 2;

/**
 * Returns the proof of a block without its own signature, which leads from its root hash to that of a later, signed
 * block. `climbs`: those of all blocks after it, up to the signed one.
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
