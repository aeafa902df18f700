import { longToBigInt } from '../../kernel/long.ts';
import type { Item } from './item.ts';

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

/** The publication that an item makes; null when it makes none, or when the network did not carry it out. */
export function ledgerPublicationOf({
  body,
  successful,
}: Pick<Item, 'body' | 'successful'>): LedgerPublication | null {
  const published = body.ledgerIdPublication;
  if (!published || !successful) return null;
  return {
    ledgerId: published.ledgerId ?? new Uint8Array(),
    wrapsKey: published.historyProofVerificationKey ?? new Uint8Array(),
    nodes: (published.nodeContributions ?? []).map(({ nodeId, weight, historyProofKey }) => ({
      nodeId: longToBigInt(nodeId),
      weight: longToBigInt(weight),
      key: historyProofKey ?? new Uint8Array(),
    })),
  };
}
