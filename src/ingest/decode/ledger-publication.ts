import { longToBigInt } from '@tain/ledger/long';
import { com } from '@tain/protos/hapi';
import type { LedgerPublication } from '@tain/verify/tss/ledger-publication';
import Long from 'long';
import type { Item } from './item.ts';

/** Returns the ledger publication in an item; null when it has none, or when the network did not carry it out. */
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

const { LedgerIdPublicationTransactionBody } = com.hedera.hapi.node.tss;

/** Serializes a publication as the network's own message, for clients that verify a proof. */
export function publicationBytes({ ledgerId, wrapsKey, nodes }: LedgerPublication): Uint8Array {
  return LedgerIdPublicationTransactionBody.encode({
    ledgerId,
    historyProofVerificationKey: wrapsKey,
    nodeContributions: nodes.map(({ nodeId, weight, key }) => ({
      nodeId: Long.fromString(nodeId.toString(), true),
      weight: Long.fromString(weight.toString(), true),
      historyProofKey: key,
    })),
  }).finish();
}
