import { printEntityId } from '@tain/ledger/entity-id';
import { printTimestamp } from '@tain/ledger/timestamp';
import { MalformedError } from '@tain/ledger/wire-reader';
import type { AddressBook, AddressBookEntry } from '../decode/address-book.ts';
import { hashFile, inflateFile, MAX_SIGNATURE_BYTES } from '../decode/inflate.ts';
import { isRecordFile } from '../decode/record-file.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { findAgreement } from '../verify/agreement.ts';
import { type CheckedSignature, checkSignature, unreadableSignature } from '../verify/checked-signature.ts';
import type { ConsensusRatio } from '../verify/consensus-ratio.ts';
import type { BalanceFile } from './balance-file.ts';
import type { BalanceEntry, BalanceInstant } from './find-balances.ts';
import { readCsvBalances } from './read-csv.ts';
import { readProtobufBalances } from './read-protobuf.ts';

/** Signature layout of every balance file ever written. */
const SIGNATURE_LAYOUT = 2;
/**
 * Networks wrote no CSV after this (nanoseconds, 2021-10-01): Hedera Services 0.15 of mid-2021 removed it (its
 * release notes); protobuf files existed in parallel since 0.12.
 */
const CSV_END_NS = 1_633_046_400_000_000_000n;

/** Maximum sizes of a balance file, compressed and decompressed. */
const MAX_BYTES = 256 * 1024 * 1024;
const MAX_INFLATED_BYTES = 1024 * 1024 * 1024;

/** A balance file with enough valid signatures. Created only by `verifyBalances`. */
class VerifiedBalancesImpl {
  readonly name: string;
  readonly format: BalanceEntry['format'];
  /** SHA-384 of the decompressed file. */
  readonly fileHash: Buffer;
  readonly file: BalanceFile;

  readonly #proven = true;

  constructor({ name, format }: BalanceEntry, fileHash: Buffer, file: BalanceFile) {
    this.name = name;
    this.format = format;
    this.fileHash = fileHash;
    this.file = file;
  }

  /** The field makes the type nominal: no other object can be passed for a verified file. */
  get proven(): boolean {
    return this.#proven;
  }
}

export type VerifiedBalances = VerifiedBalancesImpl;

export interface BalanceTrust {
  readonly book: AddressBook;
  readonly weights: ReadonlyMap<bigint, bigint>;
  readonly ratio: ConsensusRatio;
  /** Time of the first known protobuf file of the network: its later files are not CSV. */
  readonly protobufSince: bigint | null;
  /** The network's shard. */
  readonly shard: bigint;
}

/**
 * Returns the balances of one instant. Enough nodes must have signed them, one of these nodes must have the signed
 * file, and it must be a balance file of exactly this instant. If an instant has both formats, protobuf is tried first.
 * Throws `StreamFileError`.
 */
export async function verifyBalances(
  store: ObjectStore,
  { instant, entries }: BalanceInstant,
  trust: BalanceTrust,
  signal: AbortSignal,
): Promise<VerifiedBalances> {
  let refusal: unknown;
  for (const format of ['pb', 'csv'] as const) {
    const own = entries.filter((entry) => entry.format === format);
    const [first] = own;
    if (!first) continue;
    try {
      if (format === 'csv') expectCsv(first.name, instant, trust);
      return await verifyFormat(store, instant, own, trust, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof StreamFileError)) throw error;
      refusal ??= error;
    }
  }
  throw refusal;
}

/** Throws for CSV of a time in which the network wrote protobuf. */
function expectCsv(name: string, instant: bigint, { protobufSince }: BalanceTrust): void {
  if (instant < CSV_END_NS && (protobufSince === null || instant <= protobufSince)) return;
  const reason = 'is CSV, but the network already wrote protobuf at its time';
  throw new StreamFileError('malformed', name, null, reason);
}

async function verifyFormat(
  store: ObjectStore,
  instant: bigint,
  entries: readonly BalanceEntry[],
  trust: BalanceTrust,
  signal: AbortSignal,
): Promise<VerifiedBalances> {
  const { book, weights, ratio } = trust;
  const signatures: CheckedSignature[] = [];
  for (const node of book.entries) {
    const own = entries.filter(({ kind, isOf }) => kind === 'signature' && isOf(node));
    const signature = await bestSignature(store, own, node, signal);
    if (signature) signatures.push(signature);
  }
  const name = (entries.find(({ kind }) => kind === 'data') ?? entries[0])?.name ?? '';
  const { nodes, fileHash } = findAgreement(name, signatures, book, weights, ratio);
  let refusal: StreamFileError | null = null;
  for (const node of nodes) {
    for (const entry of entries.filter(({ kind, isOf }) => kind === 'data' && isOf(node))) {
      try {
        return await readData(store, entry, instant, fileHash, trust.shard, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof StreamFileError)) throw error;
        refusal ??= error.atNode(printEntityId(node.nodeAccountId));
      }
    }
  }
  throw refusal ?? new StreamFileError('missing', name, null, 'is signed, but no node that signed it has it');
}

/**
 * Returns a node's valid signature; without one, its first. A node may have several signatures: in two folders,
 * compressed and plain.
 */
async function bestSignature(
  store: ObjectStore,
  entries: readonly BalanceEntry[],
  node: AddressBookEntry,
  signal: AbortSignal,
): Promise<CheckedSignature | null> {
  let best: CheckedSignature | null = null;
  for (const entry of entries) {
    const signature = await readSignature(store, entry, node, signal);
    if (signature.outcome === 'valid') return signature;
    best ??= signature;
  }
  return best;
}

async function readSignature(
  store: ObjectStore,
  entry: BalanceEntry,
  node: AddressBookEntry,
  signal: AbortSignal,
): Promise<CheckedSignature> {
  try {
    const bytes = await store.get(entry.key, MAX_SIGNATURE_BYTES, signal);
    const content = await inflateFile(entry.name, bytes, MAX_SIGNATURE_BYTES);
    return await checkSignature(node, entry.name, content, SIGNATURE_LAYOUT);
  } catch (error) {
    signal.throwIfAborted();
    return unreadableSignature(node, error);
  }
}

async function readData(
  store: ObjectStore,
  entry: BalanceEntry,
  instant: bigint,
  fileHash: Buffer,
  shard: bigint,
  signal: AbortSignal,
): Promise<VerifiedBalances> {
  const { key, name, format } = entry;
  const wire = await store.get(key, MAX_BYTES, signal);
  // The hash is checked before the whole content is buffered: unsigned content may decompress to any size.
  if (!(await hashFile(name, wire, MAX_INFLATED_BYTES)).equals(fileHash)) {
    throw new StreamFileError('hash-mismatch', name, null, 'differs from the hash that was signed');
  }
  const content = await inflateFile(name, wire, MAX_INFLATED_BYTES);
  try {
    // Nodes sign bare hashes of files of all kinds: a file signed as another kind is not a balance file.
    if (isRecordFile(content)) throw new MalformedError('is a record file, not a balance file');
    const file = format === 'pb' ? readProtobufBalances(content, shard) : readCsvBalances(content, shard);
    if (file.consensusTimestamp !== instant) {
      const time = printTimestamp(file.consensusTimestamp);
      throw new MalformedError(`holds balances of ${time}, not of the instant in its name`);
    }
    return new VerifiedBalancesImpl(entry, fileHash, file);
  } catch (error) {
    if (!(error instanceof MalformedError)) throw error;
    throw new StreamFileError('malformed', name, null, error.message, { cause: error });
  }
}
