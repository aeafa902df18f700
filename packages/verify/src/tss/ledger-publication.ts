/** Content of a `LedgerIdPublication` transaction: the root of trust of threshold signatures. */
export interface LedgerPublication {
  readonly ledgerId: Uint8Array;
  /** Verification key of WRAPS proofs. */
  readonly wrapsKey: Uint8Array;
  /** Nodes in the order of the transaction, which gives each its slot. */
  readonly nodes: readonly {
    readonly nodeId: bigint;
    readonly weight: bigint;
    /** Schnorr key of the node with its proof of possession. */
    readonly key: Uint8Array;
  }[];
}
