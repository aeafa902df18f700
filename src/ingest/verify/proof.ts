/** A node's signature of a record file. Evidence for the status service. */
export interface NodeSignature {
  readonly nodeId: bigint;
  readonly nodeAccountId: bigint;
  /** `verified`: valid and in the majority. `diverged`: valid, another hash. `invalid`, `unreadable`, `missing`. */
  readonly outcome: 'verified' | 'diverged' | 'invalid' | 'unreadable' | 'missing';
}

/** Enough nodes signed the hash of the record file: in signature files, or in the proof of the block around it. */
export interface NodeSignatures {
  readonly kind: 'record-signatures' | 'record-file-proof';
  /** One for each node of the address book in force. */
  readonly signatures: readonly NodeSignature[];
  /** Weight of the nodes that signed, and of all nodes. */
  readonly signedWeight: bigint;
  readonly totalWeight: bigint;
  /** The node whose copy of the data file was read; null when the signatures came with the block. */
  readonly readFrom: bigint | null;
}

/** The network's threshold signature covers the block. */
export interface ThresholdSignature {
  /**
   * `threshold-signature`: of its own root hash. `state-proof`: of the root hash of a later block, to which its proof
   * leads. `later-block`: of a later block, whose chain of previous root hashes leads back to it.
   */
  readonly kind: 'threshold-signature' | 'state-proof' | 'later-block';
}

/** The block has no verified signature: the operator chose `TAIN_TRUST=chain`, or it is the demo network's. */
export interface HashChain {
  readonly kind: 'chain';
}

/** Proof of a block. */
export type Proof = NodeSignatures | ThresholdSignature | HashChain;

export type ProofKind = Proof['kind'];
