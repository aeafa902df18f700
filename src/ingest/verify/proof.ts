/** A node's signature of a record file, as evidence for the status service. */
export interface NodeSignature {
  readonly nodeId: bigint;
  readonly nodeAccountId: bigint;
  /**
   * Result: `verified` is valid and in the majority; `diverged` is valid, for another hash; or `invalid`, `unreadable`,
   * `missing`.
   */
  readonly outcome: 'verified' | 'diverged' | 'invalid' | 'unreadable' | 'missing';
}

/**
 * Proof by signatures of enough nodes over the hash of the record file: in signature files, or in the proof of the
 * block around it.
 */
export interface NodeSignatures {
  readonly kind: 'record-signatures' | 'record-file-proof';
  /** Signatures, one for each node of the address book in force. */
  readonly signatures: readonly NodeSignature[];
  /** Weight of the nodes that signed, and of all nodes. */
  readonly signedWeight: bigint;
  readonly totalWeight: bigint;
  /** Node whose copy of the data file was read; null when the signatures came with the block. */
  readonly readFrom: bigint | null;
}

/** Proof by the network's threshold signature, which covers the block. */
export interface ThresholdSignature {
  /**
   * Block that was signed. `threshold-signature`: the block itself. `state-proof`: a later block, to whose root hash
   * the block's proof leads. `later-block`: a later block, whose chain of previous root hashes leads back to the block.
   */
  readonly kind: 'threshold-signature' | 'state-proof' | 'later-block';
}

/** No verified signature: the operator chose `TAIN_TRUST=chain`, or the block is the demo network's. */
export interface HashChain {
  readonly kind: 'chain';
}

/** Proof of a block. */
export type Proof = NodeSignatures | ThresholdSignature | HashChain;

export type ProofKind = Proof['kind'];
