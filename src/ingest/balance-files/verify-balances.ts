import { messageOf } from '../../errors.ts';
import { printEntityId } from '../../kernel/entity-id.ts';
import { sha384 } from '../../kernel/record-stream.ts';
import type { AddressBook, AddressBookEntry } from '../address-book.ts';
import { inflateFile, MAX_SIGNATURE_BYTES } from '../decode/inflate.ts';
import { readLimited } from '../source/read-limited.ts';
import { StreamFileError } from '../stream-error.ts';
import { findAgreement } from '../verify/agreement.ts';
import { type CheckedSignature, checkSignature, unreadableSignature } from '../verify/checked-signature.ts';
import type { ConsensusRatio } from '../verify/consensus-ratio.ts';
import type { BalanceFile, BalanceReading } from './balance-file.ts';
import type { BalanceEntry, BalanceInstant } from './balance-folder.ts';
import { readCsvBalances } from './read-csv.ts';
import { readProtobufBalances } from './read-protobuf.ts';

/** Greatest sizes of a balance file, as it lies in a bucket and decompressed. */
const MAX_BYTES = 256 * 1024 * 1024;
const MAX_INFLATED = 1024 * 1024 * 1024;

/** A balance file that enough of the network signed. Only `verifyBalances` makes one. */
class VerifiedBalancesImpl {
  readonly name: string;
  /** SHA-384 of the decompressed file. */
  readonly fileHash: Buffer;
  readonly file: BalanceFile;

  readonly #proven = true;

  constructor(name: string, fileHash: Buffer, file: BalanceFile) {
    this.name = name;
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
}

/**
 * The balances of one instant, if enough nodes signed them and one of these has the file that they
 * signed. Where an instant has both formats, protobuf goes first. Throws `StreamFileError`.
 */
export async function verifyBalances(
  { entries }: BalanceInstant,
  trust: BalanceTrust,
  reading: BalanceReading,
  signal: AbortSignal,
): Promise<VerifiedBalances> {
  let refusal: unknown;
  for (const format of ['pb', 'csv'] as const) {
    const own = entries.filter((entry) => entry.format === format);
    if (own.length === 0) continue;
    try {
      return await verifyFormat(own, trust, reading, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof StreamFileError)) throw error;
      refusal ??= error;
    }
  }
  throw refusal;
}

async function verifyFormat(
  entries: readonly BalanceEntry[],
  { book, weights, ratio }: BalanceTrust,
  reading: BalanceReading,
  signal: AbortSignal,
): Promise<VerifiedBalances> {
  const signatures: CheckedSignature[] = [];
  for (const node of book.entries) {
    const entry = entries.find(({ kind, isOf }) => kind === 'signature' && isOf(node));
    if (entry) signatures.push(await readSignature(entry, node, signal));
  }
  const name = (entries.find(({ kind }) => kind === 'data') ?? entries[0])?.name ?? '';
  const { nodes, fileHash } = findAgreement(name, signatures, book, weights, ratio);
  let refusal: StreamFileError | null = null;
  for (const node of nodes) {
    const entry = entries.find(({ kind, isOf }) => kind === 'data' && isOf(node));
    if (!entry) continue;
    try {
      return await readData(entry, fileHash, reading, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof StreamFileError)) throw error;
      refusal ??= error.atNode(printEntityId(node.nodeAccountId));
    }
  }
  throw refusal ?? new StreamFileError('missing', name, null, 'is signed, but no node that signed it has it');
}

async function readSignature(
  entry: BalanceEntry,
  node: AddressBookEntry,
  signal: AbortSignal,
): Promise<CheckedSignature> {
  try {
    const bytes = await readLimited(entry.path, entry.name, MAX_SIGNATURE_BYTES, signal);
    return await checkSignature(node, entry.name, await inflateFile(entry.name, bytes, MAX_SIGNATURE_BYTES));
  } catch (error) {
    signal.throwIfAborted();
    return unreadableSignature(node, error);
  }
}

async function readData(
  { path, name, format }: BalanceEntry,
  fileHash: Buffer,
  reading: BalanceReading,
  signal: AbortSignal,
): Promise<VerifiedBalances> {
  const content = await inflateFile(name, await readLimited(path, name, MAX_BYTES, signal), MAX_INFLATED);
  if (!sha384(content).equals(fileHash)) {
    throw new StreamFileError('hash-mismatch', name, null, 'differs from the hash that was signed');
  }
  try {
    const file = format === 'pb' ? readProtobufBalances(content, reading) : readCsvBalances(content, reading);
    return new VerifiedBalancesImpl(name, fileHash, file);
  } catch (error) {
    const reason = messageOf(error);
    throw new StreamFileError('malformed', name, null, reason, { cause: error });
  }
}
