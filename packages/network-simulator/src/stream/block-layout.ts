import type { stream } from '@tain/protos/block-stream';
import { com, proto } from '@tain/protos/hapi';
import { accountId, long, timestamp } from '../ledger/ids.ts';
import type { StreamItem } from '../ledger/recorded-item.ts';
import { sha384 } from '../ledger/sha384.ts';
import { delimited, varintField } from '../ledger/wire.ts';
import type { SerializedMore } from './block-item.ts';

/** A transaction with its children, as records and as items of a block. */
export interface TransactionGroup {
  readonly recorded: readonly StreamItem[];
  readonly items: readonly SerializedMore[];
}

/** A round ends with a transaction that has children once it has `MIN_IN_ROUND` transactions, or with `MAX_IN_ROUND`. */
const MIN_IN_ROUND = 5;
const MAX_IN_ROUND = 30;
/** Maximum number of rounds of a block. */
const ROUNDS = 1_000_000n;
const NODES = 4;
/** Field of `EventCore` that the package of protos does not have. */
const EVENT_COIN = 5;
/** Identifier of the queue of receipts in the state (`StateIdentifier`), and its field of `QueuePushChange`. */
const RECEIPTS_QUEUE = 126;
const RECEIPTS = 3;

/**
 * Lays transactions out in rounds and events as consensus nodes do: events without transactions, nodes' signatures of
 * the state (transactions without a result), and the receipts of a round, which nodes queue in the state with the
 * time of its last transaction: directly after it, after a later event, or after a signature. The first round of a
 * block has no transactions of users, but the items with which a network begins (`beginning`). `at`: the block's time
 * in nanoseconds.
 */
export function layOutBlock(
  number: bigint,
  at: bigint,
  groups: readonly TransactionGroup[],
  beginning: readonly stream.IBlockItem[],
): SerializedMore[] {
  const items: SerializedMore[] = [];
  let round = number * ROUNDS;
  const begin = (): void => {
    round += 1n;
    items.push({ roundHeader: { roundNumber: long(round).toUnsigned() } });
    items.push(eventItem(round, 0, at));
  };
  begin();
  items.push(...beginning);
  for (const group of roundsOf(groups)) {
    begin();
    const form = Number(round % 3n);
    if (form === 1) items.push(stateSignature(round, at));
    for (const { items: own } of group) items.push(...own);
    if (form === 1) items.push(eventItem(round, 1, at));
    else if (form === 2) items.push(stateSignature(round, at));
    items.push(receiptsItem(group.flatMap(({ recorded }) => recorded)));
  }
  return items;
}

/** Distributes the transactions over rounds. */
function roundsOf(groups: readonly TransactionGroup[]): TransactionGroup[][] {
  const rounds: TransactionGroup[][] = [];
  let current: TransactionGroup[] = [];
  for (const group of groups) {
    if (current.length === 0) rounds.push(current);
    current.push(group);
    const isLarge = current.length >= MIN_IN_ROUND && group.recorded.length > 1;
    if (isLarge || current.length >= MAX_IN_ROUND) current = [];
  }
  return rounds;
}

function eventItem(round: bigint, index: number, at: bigint): stream.IBlockItem {
  const creatorNodeId = long((round + BigInt(index)) % BigInt(NODES));
  const core = com.hedera.hapi.platform.event.EventCore.encode({
    creatorNodeId,
    birthRound: long(round),
    timeCreated: timestamp(at),
  }).finish();
  // A parent in an earlier block is referenced by its hash, one in this block by its index.
  const hash = sha384(Buffer.from(`event ${round}`));
  const parent = index > 0 ? varintField(2, BigInt(index)) : delimited(1, delimited(1, hash));
  const coin = varintField(EVENT_COIN, round);
  return { eventHeader: Buffer.concat([delimited(1, Buffer.concat([core, coin])), delimited(2, parent)]) };
}

/** Returns a signature of the state, as exchanged by nodes. It has neither payer nor result. */
function stateSignature(round: bigint, at: bigint): stream.IBlockItem {
  const hash = sha384(Buffer.from(`state ${round}`));
  const bodyBytes = proto.TransactionBody.encode({
    transactionID: { accountID: accountId(3), transactionValidStart: timestamp(at) },
    stateSignatureTransaction: { round: long(round), signature: sha384(hash), hash },
  }).finish();
  return { signedTransaction: proto.SignedTransaction.encode({ bodyBytes }).finish() };
}

function receiptsItem(recorded: readonly StreamItem[]): stream.IBlockItem {
  const entries = recorded.map((item, index) => {
    const { transactionID } = proto.TransactionRecord.decode(item.record);
    return {
      nodeId: long(index % NODES).toUnsigned(),
      status: item.status,
      ...(transactionID && { transactionId: transactionID }),
    };
  });
  const last = recorded.at(-1)?.at ?? 0n;
  const queuePush = delimited(RECEIPTS, proto.TransactionReceiptEntries.encode({ entries }).finish());
  return {
    stateChanges: {
      consensusTimestamp: proto.Timestamp.encode(timestamp(last)).finish(),
      stateChanges: [{ stateId: RECEIPTS_QUEUE, queuePush }],
    },
  };
}
