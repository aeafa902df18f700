import { printEntityId } from '@tain/ledger/entity-id';
import { parseStreamInstant } from '@tain/ledger/record-stream';
import { NANOS_PER_SECOND, printTimestamp } from '@tain/ledger/timestamp';
import { inSlices } from '../../kernel/limits/in-slices.ts';
import {
  type Block,
  type BlockPosition,
  hashOf,
  positionAfter,
  type RecordBlock,
} from '../decode/decoded-block.ts';
import { decodeRecordFile } from '../decode/record-file.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import type { Agreement } from './agreement.ts';
import type { PreparedContent } from './prepared-file.ts';

/** Maximum distance (nanoseconds) of a file's first transaction from the instant in its name. */
const MAX_FROM_NAME_NS = 60n * NANOS_PER_SECOND;

/** A block's position in the chain. */
export interface Numbering {
  readonly number: bigint;
  /** Amount to add to the number of every earlier block. */
  readonly shift: bigint;
}

/**
 * Reads a data file and compares it with the agreement: file hash, metadata hash, layout of the signatures, running
 * hash, sidecars. Throws `StreamFileError`.
 */
export async function readAgreedFile(agreement: Agreement, content: PreparedContent): Promise<RecordBlock> {
  const { name, bytes, size, sidecars } = content;
  const node = printEntityId(content.node.nodeAccountId);
  const block = await inSlices(decodeRecordFile(name, bytes, { size, sidecars }));
  const { fileHash, metadataHash } = block.hashes.record;
  if (!agreement.agreed || !agreement.fileHash.equals(fileHash)) {
    throw new StreamFileError('hash-mismatch', name, node, 'differs from the hash that was signed');
  }
  if (!sameMetadata(agreement.metadataHash, metadataHash)) {
    throw new StreamFileError(
      'hash-mismatch',
      name,
      node,
      'its metadata differ from the hash that was signed',
    );
  }
  const layout = signatureLayout(block.version);
  if (agreement.layout !== layout) {
    const reason = `is of version ${block.version}, but its signatures have layout ${agreement.layout}, not ${layout}`;
    throw new StreamFileError('malformed', name, node, reason);
  }
  expectInstantOfName(block, node);
  return block;
}

/**
 * Returns whether a record file is the very one that ends at a position. The hash alone is not enough, because a file
 * without transactions has the hash of the previous file.
 */
export function isSameFile(block: RecordBlock, previous: BlockPosition): boolean {
  const { consensusEnd, recordHash } = positionAfter(block, 0n);
  return consensusEnd === previous.consensusEnd && recordHash === previous.recordHash;
}

/** Throws `StreamFileError` when a record file does not name the previous one, or begins before that has ended. */
export function expectNextFile(block: RecordBlock, previous: BlockPosition): void {
  const named = Buffer.from(block.hashes.record.previousHash).toString('hex');
  if (previous.recordHash !== named) {
    throw new StreamFileError(
      'chain',
      block.name,
      null,
      `does not follow the previous file: its previous hash is ${named} instead of ${hashOf(previous)}`,
    );
  }
  if (block.consensusStart <= previous.consensusEnd) {
    throw new StreamFileError('chain', block.name, null, 'begins before the end of the previous file');
  }
}

/**
 * Returns the number of a record file that follows a block (null: none). Throws `StreamFileError` when the file has
 * another number.
 */
export function numberingOf(block: Block, previous: BlockPosition | null): Numbering {
  if (!previous) return { number: block.number ?? 0n, shift: 0n };
  const next = previous.number + 1n;
  if (block.number === null) return { number: next, shift: 0n };
  if (previous.version >= 6 && block.number !== next) {
    throw new StreamFileError('chain', block.name, null, `is block ${block.number} instead of ${next}`);
  }
  return { number: block.number, shift: block.number - next };
}

/**
 * Compares the first transaction's time with the instant in the name. The name determined the address book and the
 * position in the stream, but is not signed. Real names may be a moment later than the first transaction. A file
 * without transactions has no time but that of its name.
 */
function expectInstantOfName({ name, consensusStart }: Block, node: string): void {
  const named = parseStreamInstant(name);
  const apart = named === null ? null : consensusStart - named;
  if (apart !== null && apart <= MAX_FROM_NAME_NS && apart >= -MAX_FROM_NAME_NS) return;
  const reason = `begins at ${printTimestamp(consensusStart)}, not at the instant in its name`;
  throw new StreamFileError('malformed', name, node, reason);
}

/** Returns the layout of the signature files that belong to record files of a version. */
function signatureLayout(version: number): number {
  return version < 5 ? 2 : version;
}

/** Returns whether two metadata hashes are equal. Files of v1 and v2 have none, and their signatures sign none. */
function sameMetadata(signed: Buffer | null, actual: Uint8Array | null): boolean {
  if (signed === null || actual === null) return signed === actual;
  return signed.equals(actual);
}
