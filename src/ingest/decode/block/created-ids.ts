import { decodeEntityId } from '@tain/ledger/entity-id';
import { bigIntToLong } from '@tain/ledger/long';
import { isSuccess } from '@tain/ledger/results';
import { TYPE } from '@tain/ledger/transaction-type';
import type { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import type { BlockTransaction } from './transactions.ts';

/** Returns the ids of created entities as in a receipt, from the transaction's outputs or from the state. */
export function createdIds(transaction: BlockTransaction): proto.ITransactionReceipt {
  const receipt: proto.ITransactionReceipt = {};
  for (const output of transaction.decodedOutputs) addOutput(output, receipt);
  if (isSuccess(transaction.status)) claimId(transaction, receipt);
  return receipt;
}

function addOutput(
  { accountCreate, createSchedule, signSchedule }: stream.TransactionOutput,
  receipt: proto.ITransactionReceipt,
): void {
  if (accountCreate?.createdAccountId) {
    receipt.accountID = proto.AccountID.decode(accountCreate.createdAccountId);
  }
  if (createSchedule?.scheduleId) receipt.scheduleID = proto.ScheduleID.decode(createSchedule.scheduleId);
  const scheduled = createSchedule?.scheduledTransactionId ?? signSchedule?.scheduledTransactionId;
  if (scheduled) receipt.scheduledTransactionID = proto.TransactionID.decode(scheduled);
}

function claimId({ type, state }: BlockTransaction, receipt: proto.ITransactionReceipt): void {
  if (type === TYPE.consensusCreateTopic) {
    const id = idOf(state.claim('topics'));
    if (id) receipt.topicID = { ...id.realm, topicNum: id.num };
  } else if (type === TYPE.tokenCreation) {
    const id = idOf(state.claim('tokens'));
    if (id) receipt.tokenID = { ...id.realm, tokenNum: id.num };
  } else if (type === TYPE.fileCreate) {
    const id = idOf(state.claim('files'));
    if (id) receipt.fileID = { ...id.realm, fileNum: id.num };
  } else if (type === TYPE.nodeCreate) {
    const id = state.claim('nodes');
    if (id !== null) receipt.nodeId = bigIntToLong(id);
  } else if (type === TYPE.registeredNodeCreate) {
    const id = state.claim('registeredNodes');
    if (id !== null) receipt.registeredNodeId = bigIntToLong(id);
  }
}

function idOf(packed: bigint | null) {
  if (packed === null) return null;
  const { shard, realm, num } = decodeEntityId(packed);
  const where = { shardNum: bigIntToLong(shard), realmNum: bigIntToLong(realm) };
  return { realm: where, num: bigIntToLong(num) };
}
