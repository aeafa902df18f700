import { decodeEntityId } from '@tain/ledger/entity-id';
import type { HapiVersion } from '@tain/ledger/hapi-version';
import { bigIntToLong, type LongLike, longToBigInt } from '@tain/ledger/long';
import { isSuccess } from '@tain/ledger/results';
import { TYPE } from '@tain/ledger/transaction-type';
import { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import { eachInSteps, type Steps } from '../../../kernel/limits/in-slices.ts';
import type { ConflictingValue, Item } from '../item.ts';
import { makeItems } from '../items.ts';
import { rawMessage } from '../raw-field.ts';
import { beginTransaction } from '../unrecognized.ts';
import { Backwards } from './backwards.ts';
import type { BlockItem } from './block-items.ts';
import { contractReceipt, createdContracts, lacksAddress } from './contract-result.ts';
import { contractSidecars, FirstReads, type SlotValues } from './contract-traces.ts';
import { NEWER_FIELDS } from './newer-fields.ts';
import { NO_AIRDROPS, pendingAirdrops } from './pending-airdrops.ts';
import { packedIdOf } from './state-keys.ts';
import type { StateField } from './state-value.ts';
import { type TopicPosition, topicMessage } from './topic-messages.ts';
import { type BlockTransaction, groupTransactions } from './transactions.ts';
import { type Effects, TranslatedItem } from './translated-item.ts';

/** Field numbers of the delegation in the body of an account's creation. */
const CREATE_BODY = 11;
const DELEGATION_ADDRESS = 20;
const NONCE: StateField<proto.Account, 'ethereumNonce'> = {
  message: proto.Account,
  name: 'ethereumNonce',
  number: 23,
};

/** Values of the state, undone from the last transaction backwards. */
interface Undone {
  readonly supplies: Backwards<bigint>;
  readonly airdrops: Backwards<bigint>;
  readonly topics: Backwards<TopicPosition>;
  readonly slots: SlotValues;
}

/**
 * Translates the items of a block of the block stream: combines results, outputs, traces and state changes into the
 * records of record files. It runs from the last transaction backwards, because a state is known only after the last of
 * the transactions that share it. Throws `MalformedError`, or the errors of protobufjs.
 */
export function* translateItems(
  items: readonly BlockItem[],
  hapiVersion: HapiVersion,
  fields = NEWER_FIELDS,
): Steps<Item[]> {
  const transactions = yield* groupTransactions(items);
  const undone: Undone = {
    supplies: new Backwards(),
    airdrops: new Backwards(),
    topics: new Backwards(),
    slots: { after: new Backwards(), first: new FirstReads(transactions), fields },
  };
  const sources: { readonly transaction: BlockTransaction; readonly effects: Effects }[] = [];
  yield* eachInSteps(transactions.toReversed(), (transaction, after) => {
    beginTransaction(transactions.length - 1 - after);
    sources.push({ transaction, effects: effectsOf(transaction, undone) });
  });
  sources.reverse();
  const sidecars = new Map(sources.map(({ transaction, effects }) => [transaction.time, effects.sidecars]));
  return yield* makeItems(
    sources,
    (raw) => new TranslatedItem(raw.transaction, raw.effects),
    hapiVersion,
    sidecars,
  );
}

const NO_EFFECTS: Effects = {
  receipt: {},
  airdrops: NO_AIRDROPS,
  lacksAddress: false,
  sidecars: [],
  delegationNonce: null,
  createdContracts: [],
  conflicts: [],
};

function effectsOf(transaction: BlockTransaction, undone: Undone): Effects {
  const { type, outputs, traces, execution } = transaction;
  // Most transactions are transfers, whose effects are all in the result.
  if (type === TYPE.cryptoTransfer && outputs.length + traces.length === 0) return NO_EFFECTS;
  const receipt = {
    ...createdIds(transaction),
    ...tokenSupply(transaction, undone.supplies),
    ...topicMessage(transaction, undone.topics),
    ...(execution && contractReceipt(transaction, execution)),
  };
  const conflicts = new Set<ConflictingValue>();
  const created = execution && createdContracts(transaction, execution, undone.slots.fields, conflicts);
  const sidecars = contractSidecars(transaction, undone.slots, conflicts);
  return {
    receipt,
    airdrops: pendingAirdrops(transaction, undone.airdrops),
    lacksAddress: execution !== null && lacksAddress(transaction, execution),
    sidecars,
    delegationNonce: delegationNonce(transaction, receipt.accountID),
    createdContracts: created ?? [],
    conflicts: conflicts.size > 0 ? [...conflicts] : NO_EFFECTS.conflicts,
  };
}

/** Returns the initial nonce of an account that was created with a delegation. */
function delegationNonce(
  { type, signed, state }: BlockTransaction,
  account: proto.IAccountID | null | undefined,
): bigint | null {
  if (type !== TYPE.cryptoCreateAccount || !account) return null;
  if (!rawMessage(signed.bodyBytes, CREATE_BODY, DELEGATION_ADDRESS)?.length) return null;
  const id = packedIdOf(account, account.accountNum);
  const nonce = state.nearest((own) => own.account(id)?.field(NONCE) ?? null);
  return nonce === null ? null : longToBigInt(nonce);
}

/** Returns the ids of created entities as in a receipt, from the transaction's outputs or from the state. */
function createdIds(transaction: BlockTransaction): proto.ITransactionReceipt {
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

interface Change {
  readonly token?: proto.ITokenID | null;
  readonly amount?: LongLike | null;
  readonly serialNumbers?: readonly LongLike[] | null;
}

const TOTAL_SUPPLY: StateField<proto.Token, 'totalSupply'> = {
  message: proto.Token,
  name: 'totalSupply',
  number: 5,
};

/** Returns the supply after a mint, burn or wipe, and the minted serial numbers. */
function tokenSupply(transaction: BlockTransaction, supplies: Backwards<bigint>): proto.ITransactionReceipt {
  if (!changesSupply(transaction.type) || !isSuccess(transaction.status)) return {};
  const body = proto.TransactionBody.decode(transaction.signed.bodyBytes);
  const mint = body.tokenMint;
  const removal: Change | null | undefined = body.tokenBurn ?? body.tokenWipe;
  const id = mint ? mint.token : removal?.token;
  const token = packedIdOf(id, id?.tokenNum);
  const serialNumbers = mint ? mintedSerials(transaction, token) : [];
  const change = mint
    ? longToBigInt(mint.amount) + BigInt(serialNumbers.length)
    : -longToBigInt(removal?.amount) - BigInt(removal?.serialNumbers?.length ?? 0);
  const name = String(token);
  const supply = supplies.after(transaction.state, name, (own) => {
    const found = own.token(token)?.field(TOTAL_SUPPLY);
    return found === undefined ? null : longToBigInt(found);
  });
  if (supply === null) return { serialNumbers };
  supplies.setBefore(name, supply - change);
  return { newTotalSupply: bigIntToLong(supply), serialNumbers };
}

function changesSupply(type: number): boolean {
  return type === TYPE.tokenMint || type === TYPE.tokenBurn || type === TYPE.tokenWipe;
}

/** Minted serial numbers in ascending order, as in receipts: the order of the metadata in the body. */
function mintedSerials(
  transaction: BlockTransaction,
  token: bigint,
): proto.ITransactionReceipt['serialNumbers'] & {} {
  const { tokenTransferLists } = stream.TransactionResult.decode(transaction.result);
  const lists = tokenTransferLists.map((bytes) => proto.TokenTransferList.decode(bytes));
  return lists
    .filter(({ token: id }) => packedIdOf(id, id?.tokenNum) === token)
    .flatMap(({ nftTransfers }) => nftTransfers.map(({ serialNumber }) => longToBigInt(serialNumber)))
    .sort((a, b) => (a < b ? -1 : 1))
    .map(bigIntToLong);
}
