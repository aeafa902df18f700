import { proto } from '@tain/protos/hapi';
import { accountId, long } from '../ledger/ids.ts';
import type { StreamItem } from '../ledger/recorded-item.ts';

/** A stream item with decoded messages, because blocks have other messages for the same facts. */
export interface DecodedItem {
  readonly type: string;
  /** Serialized `SignedTransaction`. */
  readonly signed: Uint8Array;
  readonly body: proto.ITransactionBody;
  readonly record: proto.ITransactionRecord;
  readonly receipt: proto.ITransactionReceipt;
  readonly sidecars: readonly proto.ITransactionSidecarRecord[];
  /** Id of the hook whose execution this is; null for other transactions. */
  readonly hookId: proto.IHookId | null;
  /** Whether another transaction caused the transaction, or it is an inner one of a batch. */
  readonly isChild: boolean;
}

export function decodedItem(item: StreamItem): DecodedItem {
  const signed = proto.Transaction.decode(item.transaction).signedTransactionBytes;
  const record = proto.TransactionRecord.decode(item.record);
  const body = proto.TransactionBody.decode(proto.SignedTransaction.decode(signed).bodyBytes);
  return {
    type: item.type,
    signed,
    body,
    record,
    receipt: record.receipt ?? {},
    sidecars: item.sidecars,
    hookId: item.hook
      ? { entityId: { accountId: accountId(item.hook.owner) }, hookId: long(item.hook.id) }
      : null,
    isChild: Boolean(record.parentConsensusTimestamp) || (body.transactionID?.nonce ?? 0) > 0,
  };
}
