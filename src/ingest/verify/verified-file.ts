import { printEntityId } from '../../kernel/entity-id.ts';
import { parseStreamInstant } from '../../kernel/record-stream.ts';
import { NANOS_PER_SECOND, printTimestamp } from '../../kernel/timestamp.ts';
import type { Block, NodeSignature } from '../decode/item.ts';
import { readRecordFile } from '../decode/record-file.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import type { AddressBooks, AddressBookUpdates } from './address-books.ts';
import type { Agreement } from './agreement.ts';
import type { NodeStakes } from './node-stakes.ts';
import type { FileContent } from './prepared-file.ts';

/** Largest distance (nanoseconds) of a file's first transaction from the instant in its name. */
const MAX_FROM_NAME = 60n * NANOS_PER_SECOND;

/** The last block that is already stored. */
export interface StreamPosition {
  readonly consensusEnd: bigint;
  /** What the next file must name as its previous hash. */
  readonly hash: Uint8Array;
  /** Block number. */
  readonly number: bigint;
  /** Format version of its file (1, 2, 5, 6). */
  readonly version: number;
}

/**
 * A block that the network is known to have signed. Only `admitFile` can make one: the class is not exported,
 * only its type, and its private field keeps any other object from passing for it.
 */
class VerifiedFileImpl {
  readonly block: Block;
  /** Block number: the file's own (v6), else one more than the block before it, or 0. */
  readonly number: bigint;
  /**
   * What to add to the number of every earlier block; not 0 only for the first v6 file after files
   * that carry no number.
   */
  readonly numberShift: bigint;
  /** The node whose copy of the data file was read. */
  readonly nodeId: bigint;
  /** One for each node of the address book in force. */
  readonly signatures: readonly NodeSignature[];
  /** Weight of the nodes that signed it, and of all nodes. */
  readonly signedWeight: bigint;
  readonly totalWeight: bigint;
  /** Its changes to the address books; with the first file of a fresh start also the initial book. */
  readonly addressBooks: AddressBookUpdates;

  readonly #proven = true;

  constructor(
    block: Block,
    numbering: { readonly number: bigint; readonly shift: bigint },
    nodeId: bigint,
    agreement: Agreement,
    addressBooks: AddressBookUpdates,
  ) {
    this.block = block;
    this.number = numbering.number;
    this.numberShift = numbering.shift;
    this.nodeId = nodeId;
    this.signatures = agreement.signatures;
    this.signedWeight = agreement.signedWeight;
    this.totalWeight = agreement.totalWeight;
    this.addressBooks = addressBooks;
  }

  get proven(): boolean {
    return this.#proven;
  }

  /** Where the stream goes on after this file. */
  get position(): StreamPosition {
    const { consensusEnd, hash, version } = this.block;
    return { consensusEnd, hash, number: this.number, version };
  }
}

export type VerifiedFile = VerifiedFileImpl;

export interface AdmitContext {
  readonly addressBooks: AddressBooks;
  readonly stakes: NodeStakes;
}

/**
 * The last gate: compares a data file with what was agreed on and with the file before it. Checks the file
 * hash, the metadata hash, the running hash, the sidecars, the previous hash (not for the very first file:
 * `previous` null), that time goes forward, and the block number. Then applies the block's address books and
 * stakes. Null when `previous` is the end of this very file (its name may say a later instant than its last
 * transaction has). Throws `StreamFileError`, and then has applied nothing.
 */
export function admitFile(
  agreement: Agreement,
  content: FileContent,
  previous: StreamPosition | null,
  context: AdmitContext,
): VerifiedFile | null {
  const { name, bytes, size, sidecars } = content;
  const node = printEntityId(content.node.nodeAccountId);
  const block = readRecordFile(name, bytes, { size, sidecars });
  if (!agreement.agreed || !agreement.fileHash.equals(block.fileHash)) {
    throw new StreamFileError('hash-mismatch', name, node, 'differs from the hash that was signed');
  }
  if (!sameMetadata(agreement.metadataHash, block.metadataHash)) {
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
  if (previous && isSame(block, previous)) return null;
  if (previous && !Buffer.from(previous.hash).equals(block.previousHash)) {
    const expected = Buffer.from(previous.hash).toString('hex');
    const named = Buffer.from(block.previousHash).toString('hex');
    throw new StreamFileError(
      'chain',
      name,
      null,
      `does not follow the file before it: names ${named} as the hash before it, which is ${expected}`,
    );
  }
  if (previous && block.consensusStart <= previous.consensusEnd) {
    throw new StreamFileError('chain', name, null, 'begins before the file before it has ended');
  }
  const numbering = numberOf(block, previous);
  const addressBooks = context.addressBooks.apply(block);
  context.stakes.apply(block);
  return new VerifiedFileImpl(block, numbering, content.node.nodeId, agreement, addressBooks);
}

/** The hash alone is not enough: a file without transactions has that of the file before it. */
function isSame(block: Block, { consensusEnd, hash }: StreamPosition): boolean {
  return block.consensusEnd === consensusEnd && Buffer.from(hash).equals(block.hash);
}

/**
 * The name chose the address book and the position in the stream, but nobody signs it. Real names may be a
 * moment later than the first transaction. A file without transactions has no other time.
 */
function expectInstantOfName({ name, consensusStart }: Block, node: string): void {
  const named = parseStreamInstant(name);
  const apart = named === null ? null : consensusStart - named;
  if (apart !== null && apart <= MAX_FROM_NAME && apart >= -MAX_FROM_NAME) return;
  const reason = `begins at ${printTimestamp(consensusStart)}, not at the instant in its name`;
  throw new StreamFileError('malformed', name, node, reason);
}

/** Layout of the signature files that belong to record files of a version. */
function signatureLayout(version: number): number {
  return version < 5 ? 2 : version;
}

/** v1 and v2 files have no metadata hash, and their signatures sign none. */
function sameMetadata(signed: Buffer | null, actual: Uint8Array | null): boolean {
  if (signed === null || actual === null) return signed === actual;
  return signed.equals(actual);
}

function numberOf(
  block: Block,
  previous: StreamPosition | null,
): { readonly number: bigint; readonly shift: bigint } {
  if (!previous) return { number: block.number ?? 0n, shift: 0n };
  const next = previous.number + 1n;
  if (block.number === null) return { number: next, shift: 0n };
  if (previous.version >= 6 && block.number !== next) {
    throw new StreamFileError('chain', block.name, null, `is block ${block.number}, but ${next} comes next`);
  }
  return { number: block.number, shift: block.number - next };
}
