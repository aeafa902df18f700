import { encodeEntityId, MAX_NUM, MAX_REALM, MAX_SHARD } from './entity-id.ts';
import { MAX_INT64, NANOS_PER_SECOND } from './timestamp.ts';

/** The payer of a transaction and the start of its validity: its identity for clients. */
export interface TransactionId {
  /** Packed id. */
  readonly payer: bigint;
  /** Nanoseconds. */
  readonly validStart: bigint;
}

/** A transaction as clients name it: by its id, or by a hash of 32 bytes (64 lower-case hex digits). */
export type TransactionReference = { readonly id: TransactionId } | { readonly hash: string };

/**
 * Maximum nanoseconds between the valid start of a transaction and its consensus time; does not apply to a scheduled
 * transaction.
 */
export const MAX_AFTER_VALID_START_NS = 35n * 60n * NANOS_PER_SECOND;

const FORM = /^(\d{1,4})\.(\d{1,5})\.(\d{1,12})-(\d{1,19})-(\d{1,9})$/;

/** Parses `shard.realm.num-seconds-nanos`; undefined for any other text, and for numbers out of range. */
export function parseTransactionId(text: string): TransactionId | undefined {
  const parts = FORM.exec(text);
  if (parts === null) return undefined;
  const [shard = 0n, realm = 0n, num = 0n, seconds = 0n, nanos = 0n] = parts.slice(1).map(BigInt);
  const validStart = seconds * NANOS_PER_SECOND + nanos;
  if (shard > MAX_SHARD || realm > MAX_REALM || num > MAX_NUM || validStart > MAX_INT64) return undefined;
  return { payer: encodeEntityId(shard, realm, num), validStart };
}
