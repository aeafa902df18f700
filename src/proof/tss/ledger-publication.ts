/** What a `LedgerIdPublication` transaction says: the root of trust of threshold signatures. */
export interface LedgerPublication {
  readonly ledgerId: Uint8Array;
  /** The key that WRAPS proofs are verified with. */
  readonly wrapsKey: Uint8Array;
  /** In the order of the transaction, which gives each node its place. */
  readonly nodes: readonly {
    readonly nodeId: bigint;
    readonly weight: bigint;
    /** The node's Schnorr key with its proof of possession. */
    readonly key: Uint8Array;
  }[];
}
