import { hasMessage } from '@tain/ledger/body-type';
import { decodeEntityId } from '@tain/ledger/entity-id';
import { longToBigInt } from '@tain/ledger/long';
import { FEE_AND_REWARD_ACCOUNTS } from '@tain/ledger/network';
import { TYPE } from '@tain/ledger/transaction-type';
import { WireReader } from '@tain/ledger/wire-reader';
import type { proto } from '@tain/protos/hapi';
import type { AppendOnlyRow } from '../../../store/schema/append-only-tables.ts';
import type { Item } from '../../decode/item.ts';
import { rawBytes, rawFields, rawMessage } from '../../decode/raw-field.ts';
import type { Context } from '../context.ts';
import { accountIdOf, idOrNull, secondsOf, timestampOf, tokenIdOf } from '../ids.ts';
import { resultNumber, smallInt, typeNumber } from '../words.ts';

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

/**
 * Adds the entities that a transaction touched: its own entity, payer, node, and all entities whose balances or NFTs
 * changed.
 */
export function addEntityTransactions(item: Item, entityId: bigint, { rows }: Context): void {
  const ids = new Set<bigint>([item.payer, accountIdOf(item.body.nodeAccountID)]);
  // Topics are left out: their messages have an index by topic.
  if (item.type !== TYPE.consensusSubmitMessage) ids.add(entityId);
  const { record } = item;
  for (const entry of record.transferList?.accountAmounts ?? []) ids.add(accountIdOf(entry.accountID));
  for (const entry of record.paidStakingRewards ?? []) ids.add(accountIdOf(entry.accountID));
  for (const list of record.tokenTransferLists ?? []) {
    ids.add(tokenIdOf(list.token));
    for (const entry of list.transfers ?? []) ids.add(accountIdOf(entry.accountID));
    for (const nft of list.nftTransfers ?? []) {
      ids.add(accountIdOf(nft.senderAccountID));
      ids.add(accountIdOf(nft.receiverAccountID));
    }
  }
  for (const fee of record.assessedCustomFees ?? []) {
    ids.add(accountIdOf(fee.feeCollectorAccountId));
    ids.add(tokenIdOf(fee.tokenId));
    for (const payer of fee.effectivePayerAccountId ?? []) ids.add(accountIdOf(payer));
  }
  for (const id of ids) {
    const { num } = decodeEntityId(id);
    if (num === 0n || FEE_AND_REWARD_ACCOUNTS.has(num)) continue;
    rows.add('entity_transaction', {
      consensus_timestamp: item.consensusTimestamp,
      entity_id: id,
      payer_account_id: item.payer,
      result: resultNumber(item),
      type: typeNumber(item),
    });
  }
}

/** Types whose signatures are stored: schedule create and sign. Only signatures that schedules collect are needed. */
const STORED: ReadonlySet<number> = new Set([42, 44]);

/** Adds the signatures of a transaction, one for each public key prefix. */
export function addSignatures(item: Item, entityId: bigint, context: Context): void {
  if (!STORED.has(item.type)) return;
  const seen = new Set<string>();
  let pairs: readonly Buffer[] | undefined;
  let unknown = 0;
  for (const [index, pair] of (item.signatureMap.sigPair ?? []).entries()) {
    const prefix = Buffer.from(pair.pubKeyPrefix ?? []);
    const hex = prefix.toString('hex');
    let signature = signatureOf(pair);
    if (!signature) {
      pairs ??= serializedPairs(item);
      signature = unknownSignature(pairs[index]);
    }
    if (!signature) {
      unknown += 1;
      continue;
    }
    if (seen.has(hex)) continue;
    seen.add(hex);
    context.rows.add('transaction_signature', {
      consensus_timestamp: item.consensusTimestamp,
      public_key_prefix: prefix,
      entity_id: idOrNull(entityId),
      signature: signature.bytes,
      type: smallInt(signature.type, null),
    });
  }
  if (unknown > 0) context.problem(item, `${unknown} signatures of unknown kinds`);
}

interface Signature {
  /** Field number in a `SignaturePair`. */
  readonly type: number;
  readonly bytes: Uint8Array;
}

function signatureOf(pair: proto.ISignaturePair): Signature | null {
  if (pair.ed25519) return { type: 3, bytes: pair.ed25519 };
  if (pair.ECDSASecp256k1) return { type: 6, bytes: pair.ECDSASecp256k1 };
  if (pair.contract) return { type: 2, bytes: pair.contract };
  if (pair.RSA_3072) return { type: 4, bytes: pair.RSA_3072 };
  if (pair.ECDSA_384) return { type: 5, bytes: pair.ECDSA_384 };
  return null;
}

const SIGNED_TRANSACTION = 5;
const SIGNATURES_IN_SIGNED = 2;
const SIGNATURES = 3;
const PAIRS = 1;
const KEY_PREFIX = 1;

/** Returns the serialized signature pairs of a transaction, in order. */
function serializedPairs(item: Item): readonly Buffer[] {
  const signed = rawMessage(item.transactionBytes, SIGNED_TRANSACTION);
  const map = signed?.length
    ? rawMessage(signed, SIGNATURES_IN_SIGNED)
    : rawMessage(item.transactionBytes, SIGNATURES);
  return map ? rawFields(map, PAIRS) : [];
}

/** Returns a signature of a type newer than the protos: the first field of the pair that occurs once. */
function unknownSignature(pair: Buffer | undefined): Signature | null {
  if (pair === undefined) return null;
  /** Contents by field; null: it occurs several times. */
  const fields = new Map<number, Uint8Array | null>();
  const reader = new WireReader(pair);
  while (reader.next()) {
    const { field, wireType } = reader;
    if (field === KEY_PREFIX || wireType !== 2) reader.skip();
    else {
      const bytes = reader.content('signature');
      fields.set(field, fields.has(field) ? null : bytes);
    }
  }
  for (const [type, bytes] of fields) if (bytes !== null) return { type, bytes };
  return null;
}
