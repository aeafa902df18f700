import { decodeEntityId } from '@tain/ledger/entity-id';
import { bigIntToLong } from '@tain/ledger/long';
import { NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import { proto } from '@tain/protos/hapi';
import { Writer } from '@tain/protos/wire';

/** Version of running hashes for rows without one. */
const HASH_VERSION = 3;

type Column = string | null | undefined;

/**
 * Serializes the columns of a message (`topic-rows.ts`), in PostgreSQL's text form, to a `ConsensusTopicResponse`. Written
 * field by field, because tens of thousands of messages are sent a second.
 */
export function topicResponse(columns: readonly Column[]): Uint8Array {
  const [time, number, message, hash, hashVersion, chunk, total, stored, payer, validStart] = columns;
  const writer = Writer.create();
  writeTime(writer.uint32(10).fork(), time ?? '0').ldelim();
  const text = bytesOf(message);
  if (text.length > 0) writer.uint32(18).bytes(text);
  const running = bytesOf(hash);
  if (running.length > 0) writer.uint32(26).bytes(running);
  writer.uint32(32).uint64(bigIntToLong(BigInt(number ?? 0)));
  const version = Number(hashVersion ?? HASH_VERSION);
  if (version !== 0) writer.uint32(40).uint32(version);
  if (chunk !== null && chunk !== undefined) {
    writer.uint32(50).fork();
    const initial = initialId(stored, payer, validStart);
    if (initial !== undefined) writer.uint32(10).bytes(initial);
    if (Number(total ?? 0) !== 0) writer.uint32(16).int32(Number(total));
    if (Number(chunk) !== 0) writer.uint32(24).int32(Number(chunk));
    writer.ldelim();
  }
  return writer.finish();
}

/** Returns bytes from PostgreSQL's form: `\x` and hex. */
function bytesOf(column: Column): Buffer {
  return Buffer.from(column?.slice(2) ?? '', 'hex');
}

function writeTime(writer: Writer, nanos: string): Writer {
  const time = BigInt(nanos);
  const [seconds, rest] = [time / NANOS_PER_SECOND, Number(time % NANOS_PER_SECOND)];
  if (seconds !== 0n) writer.uint32(8).int64(bigIntToLong(seconds));
  if (rest !== 0) writer.uint32(16).int32(rest);
  return writer;
}

/**
 * Returns the serialized id of the first transaction of a chunked message: as stored, or from the payer and the valid
 * start, by which clients join chunks. Undefined if neither is known.
 */
function initialId(stored: Column, payer: Column, validStart: Column): Uint8Array | undefined {
  if (stored !== null && stored !== undefined) {
    const bytes = bytesOf(stored);
    try {
      proto.TransactionID.decode(bytes);
      return bytes;
    } catch {
      // Not a transaction id: `payer` and `validStart` give the same id.
    }
  }
  if (payer === null || payer === undefined || validStart === null || validStart === undefined)
    return undefined;
  const { shard, realm, num } = decodeEntityId(BigInt(payer));
  const writer = Writer.create();
  writeTime(writer.uint32(10).fork(), validStart).ldelim();
  writer.uint32(18).fork();
  if (shard !== 0n) writer.uint32(8).int64(bigIntToLong(shard));
  if (realm !== 0n) writer.uint32(16).int64(bigIntToLong(realm));
  writer.uint32(24).int64(bigIntToLong(num)).ldelim();
  return writer.finish();
}
