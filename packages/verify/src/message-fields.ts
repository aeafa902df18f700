import { nanosOf } from '@tain/ledger/timestamp';
import { WireReader } from '@tain/ledger/wire-reader';

// The decoders of a proof's messages read only proven facts. If a field, or fields of a oneof, occur several times, the
// last one replaces the earlier ones, as in nodes (PBJ) and the mirror. Other decoders merge them; a verifier that did
// so would prove other transfers than the nodes applied. All functions throw `MalformedError`.

export type Reader = WireReader<Uint8Array>;

/** Reads the fields of a message that `take` handles; `take` returns whether it read the field. */
export function read(bytes: Uint8Array, take: (reader: Reader) => boolean): void {
  const reader = new WireReader(bytes);
  while (reader.next()) if (!take(reader)) reader.skip();
}

/**
 * Reads the content of a field, or an integer. All have one name in errors, because the code is sent to browsers and
 * should be short.
 */
export const part = (reader: Reader) => reader.content('a field');
export const whole = (reader: Reader) => reader.int64('a field');
export const bit32 = (value: bigint) => Number(BigInt.asIntN(32, value));
export const zigZag = (value: bigint) => {
  const plain = BigInt.asUintN(64, value);
  return (plain >> 1n) ^ -(plain & 1n);
};

/** Reads a `Timestamp` as nanoseconds. */
export function readTimestamp(bytes: Uint8Array): bigint {
  let [seconds, nanos] = [0n, 0];
  read(bytes, (reader) => {
    if (reader.field === 1) seconds = whole(reader);
    else if (reader.field === 2) nanos = bit32(whole(reader));
    else return false;
    return true;
  });
  return nanosOf(seconds, nanos);
}

/** Formats a time as `seconds.nanoseconds`, the API's format. */
export function timeText(nanos: bigint): string {
  const rest = ((nanos % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  return `${(nanos - rest) / 1_000_000_000n}.${rest.toString().padStart(9, '0')}`;
}

/** Minimum length of aliases in hex that are longer than any number. */
const LONG_ALIAS = 20;

/**
 * Formats an account id as `shard.realm.num`; with an alias as `shard.realm.` and its hex, which never looks like a number.
 * Ids of other entities have no alias (`readEntityId`).
 */
export function readId(bytes: Uint8Array, hasAlias = true): string {
  let [shard, realm, num] = [0n, 0n, 0n];
  let alias: string | null = null;
  read(bytes, (reader) => {
    if (reader.field === 1) shard = whole(reader);
    else if (reader.field === 2) realm = whole(reader);
    else if (reader.field === 3) {
      num = whole(reader);
      alias = null;
    } else if (reader.field === 4 && hasAlias) {
      const digits = hex(part(reader));
      alias = digits.length < LONG_ALIAS ? `0x${digits}` : digits;
    } else return false;
    return true;
  });
  return `${shard}.${realm}.${alias ?? num}`;
}

/** Formats the id of a token or topic as `shard.realm.num`. */
export const readEntityId = (bytes: Uint8Array) => readId(bytes, false);

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export interface ProvenId {
  /** Id as `shard.realm.num-seconds-nanoseconds`, the API's format. */
  readonly id: string;
  readonly scheduled: boolean;
  readonly nonce: number;
}

/** Decodes a `TransactionID`. */
export function readTransactionId(bytes: Uint8Array): ProvenId {
  let [payer, start, scheduled, nonce] = ['0.0.0', 0n, false, 0];
  read(bytes, (reader) => {
    if (reader.field === 1) start = readTimestamp(part(reader));
    else if (reader.field === 2) payer = readId(part(reader));
    else if (reader.field === 3) scheduled = whole(reader) !== 0n;
    else if (reader.field === 4) nonce = bit32(whole(reader));
    else return false;
    return true;
  });
  return { id: `${payer}-${timeText(start).replace('.', '-')}`, scheduled, nonce };
}

/** Returns whether two ids name the same transaction. */
export function isSameId(left: ProvenId, right: ProvenId): boolean {
  return left.id === right.id && left.nonce === right.nonce && left.scheduled === right.scheduled;
}

/** Returns the contents of a repeated field. */
export function readRepeated(bytes: Uint8Array, field: number): Uint8Array[] {
  const all: Uint8Array[] = [];
  read(bytes, (reader) => {
    if (reader.field !== field) return false;
    all.push(part(reader));
    return true;
  });
  return all;
}
