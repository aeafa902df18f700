import { com } from '@tain/protos/hapi';
import type { LedgerPublication } from '@tain/verify/tss/ledger-publication';
import Long from 'long';

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
