import { hasMessage } from '@tain/ledger/body-type';
import { longToBigInt } from '@tain/ledger/long';
import { TYPE } from '@tain/ledger/transaction-type';
import type { AppendOnlyRow } from '../../../store/schema/append-only-tables.ts';
import type { Item } from '../../decode/item.ts';
import { rawBytes, rawFields, rawMessage } from '../../decode/raw-field.ts';
import type { Context } from '../context.ts';
import { accountIdOf, idOrNull, secondsOf, timestampOf } from '../ids.ts';
import { resultNumber, typeNumber } from '../small-int.ts';

const MEMO = 6;
const BATCH_KEY = 73;
const MAX_CUSTOM_FEES = 1001;
/** Types whose bytes are always stored: node create, update and delete, because consumers verify nodes with them. */
const TYPES_WITH_BYTES: ReadonlySet<number> = new Set([TYPE.nodeCreate, TYPE.nodeUpdate, TYPE.nodeDelete]);

const NO_BYTES = Buffer.alloc(0);

/** Returns the row of table `transaction` that every item has. */
export function transactionRow(item: Item, entityId: bigint, context: Context): AppendOnlyRow<'transaction'> {
  const { body, record, bodyBytes } = item;
  // A later version can decode the bytes of a type that is unknown to this version.
  const storesBytes = TYPES_WITH_BYTES.has(item.type) || !hasMessage(item.type);
  const { options } = context;
  return {
    consensus_timestamp: item.consensusTimestamp,
    type: typeNumber(item),
    result: resultNumber(item),
    payer_account_id: item.payer,
    valid_start_ns: timestampOf((body.transactionID ?? record.transactionID)?.transactionValidStart) ?? 0n,
    valid_duration_seconds: secondsOf(body.transactionValidDuration),
    node_account_id: idOrNull(accountIdOf(body.nodeAccountID)),
    entity_id: idOrNull(entityId),
    initial_balance: 0n,
    max_fee: longToBigInt(body.transactionFee),
    charged_tx_fee: longToBigInt(record.transactionFee),
    // The memo is read as raw bytes, because old memos are not always valid text.
    memo: body.memo ? (rawBytes(bodyBytes, MEMO) ?? NO_BYTES) : NO_BYTES,
    transaction_hash: record.transactionHash ?? null,
    transaction_bytes: storesBytes || options.transactionBytes ? item.transactionBytes : null,
    scheduled: record.scheduleRef !== null && record.scheduleRef !== undefined,
    nonce: (body.transactionID ?? record.transactionID)?.nonce ?? 0,
    parent_consensus_timestamp: timestampOf(record.parentConsensusTimestamp),
    errata: null,
    index: item.index,
    nft_transfer: null,
    itemized_transfer: null,
    transaction_record_bytes: storesBytes || options.transactionRecordBytes ? item.recordBytes : null,
    max_custom_fees: body.maxCustomFees?.length ? rawFields(bodyBytes, MAX_CUSTOM_FEES) : null,
    batch_key: body.batchKey ? rawMessage(bodyBytes, BATCH_KEY) : null,
    inner_transactions: null,
    high_volume: body.highVolume ?? false,
    congestion_pricing_multiplier: item.blockFacts?.congestionPricingMultiplier ?? null,
    high_volume_pricing_multiplier: longToBigInt(record.highVolumePricingMultiplier),
  };
}

const HASH_LENGTH = 32;
const HASH_LENGTHS: ReadonlySet<number> = new Set([HASH_LENGTH, 48]);

/** Adds rows of `transaction_hash`: the ledger's own hash and, for Ethereum transactions, theirs. */
export function addTransactionHashes(item: Item, context: Context): void {
  const hash = item.record.transactionHash;
  // Messages are left out unless they have a log: they are by far the most frequent type, and are not looked up by
  // hash.
  if (hash && (item.type !== TYPE.consensusSubmitMessage || context.evm.hasLog(item)))
    addHash(item, hash, context);
  if (item.type === TYPE.ethereumTransaction) {
    const ethereumHash = context.evm.hashOf(item);
    if (!hash || !Buffer.from(ethereumHash).equals(hash.subarray(0, HASH_LENGTH))) {
      addHash(item, ethereumHash, context);
    }
  }
}

function addHash(item: Item, hash: Uint8Array, { rows }: Context): void {
  if (!HASH_LENGTHS.has(hash.length)) return;
  rows.add('transaction_hash', {
    consensus_timestamp: item.consensusTimestamp,
    hash: hash.subarray(0, HASH_LENGTH),
    payer_account_id: item.payer,
    hash_suffix: hash.length > HASH_LENGTH ? hash.subarray(HASH_LENGTH) : null,
  });
}
