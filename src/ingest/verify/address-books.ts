import { decodeEntityId, encodeEntityId } from '@tain/ledger/entity-id';
import { longToBigInt } from '@tain/ledger/long';
import type { proto } from '@tain/protos/hapi';
import { type AddressBook, readAddressBook } from '../decode/address-book.ts';
import type { Block } from '../decode/decoded-block.ts';
import type { Item } from '../decode/item.ts';
import { encodeKnownBook, type KnownBook } from './known-books/known-book.ts';
import { MAINNET_BOOKS } from './known-books/mainnet.ts';
import { PREVIEWNET_BOOKS } from './known-books/previewnet.ts';
import { TESTNET_BOOKS } from './known-books/testnet.ts';

/** A row of table `address_book`, as needed for verification. */
export interface StoredAddressBook {
  readonly startConsensusTimestamp: bigint;
  readonly fileId: bigint;
  readonly fileData: Uint8Array;
}

/** Content of file 0.0.101 or 0.0.102 so far: its last create or update and all appends since. */
export interface PendingAddressBook {
  readonly fileId: bigint;
  readonly content: Uint8Array;
}

/** A row of table `file_data` for file 0.0.101 or 0.0.102. */
export interface AddressBookFileData {
  readonly consensusTimestamp: bigint;
  readonly entityId: bigint;
  readonly fileData: Uint8Array;
  readonly transactionType: number;
}

/**
 * A new book, and the previous one of the same file (null: there was none), which ends 1 ns before the new one begins.
 */
export interface AddressBookChange {
  readonly book: AddressBook;
  readonly previousStart: bigint | null;
}

/** A block's changes to the address books, for the tables. */
export interface AddressBookUpdates {
  readonly fileData: readonly AddressBookFileData[];
  readonly books: readonly AddressBookChange[];
}

export type PublicNetwork = 'mainnet' | 'testnet' | 'previewnet';

const KNOWN_BOOKS: Record<PublicNetwork, readonly KnownBook[]> = {
  mainnet: MAINNET_BOOKS,
  testnet: TESTNET_BOOKS,
  previewnet: PREVIEWNET_BOOKS,
};

const FILE_APPEND = 16;
const FILE_CREATE = 17;
const FILE_UPDATE = 19;

/** Maximum size of an address book. Only the parts of a larger upload are stored. */
const MAX_CONTENT_BYTES = 16 * 1024 * 1024;

/** Start of the initial book, in nanoseconds. */
const BEGINNING = 1n;

/** Shard and realm of the network; its address books are files 101 and 102 there. */
export interface NetworkNumbers {
  readonly shard: bigint;
  readonly realm: bigint;
}

const DEFAULT_NUMBERS: NetworkNumbers = { shard: 0n, realm: 0n };

/**
 * The address books of a network by stream time. Book 0.0.102 determines the nodes whose signatures count, from 1 ns
 * after the transaction that completed it. Book 0.0.101 is retained for the tables only.
 */
export class AddressBooks {
  readonly #fileIds: { readonly nodes: bigint; readonly details: bigint };
  /** Books of 0.0.102, oldest first. */
  readonly #books: AddressBook[] = [];
  /** Start of the latest book of each file. */
  readonly #latest = new Map<bigint, bigint>();
  /** Parts uploaded so far, by file. The beginning of a file without an entry is unknown. */
  readonly #pending = new Map<bigint, Uint8Array[]>();
  /** Candidates for the initial book, chosen by the instant of the first file. Empty after that. */
  #candidates: readonly { readonly from: bigint; readonly fileData: Uint8Array }[];
  /** The initial book, until a block has added it to the tables. */
  #unstored: AddressBook | null = null;
  /** Error thrown when there is no book. */
  readonly #absence: Error;

  constructor(
    stored: readonly StoredAddressBook[],
    pending: readonly PendingAddressBook[],
    candidates: readonly { readonly from: bigint; readonly fileData: Uint8Array }[],
    numbers: NetworkNumbers,
    absence: Error | null = null,
  ) {
    this.#absence = absence ?? new RangeError('there is no initial address book');
    this.#fileIds = {
      nodes: encodeEntityId(numbers.shard, numbers.realm, 102n),
      details: encodeEntityId(numbers.shard, numbers.realm, 101n),
    };
    const inOrder = [...stored].sort((a, b) =>
      a.startConsensusTimestamp < b.startConsensusTimestamp ? -1 : 1,
    );
    for (const { startConsensusTimestamp, fileId, fileData } of inOrder) {
      this.#add(startConsensusTimestamp, fileId, fileData);
    }
    for (const { fileId, content } of pending) this.#pending.set(fileId, [content]);
    this.#candidates = this.#books.length > 0 ? [] : candidates;
    if (this.#books.length === 0 && candidates.length === 0 && absence === null) throw this.#absence;
  }

  /** Returns the book in force at a stream instant (nanoseconds): the latest book of 0.0.102 that had begun. */
  at(instant: bigint): AddressBook {
    this.#begin(instant);
    const book = this.#books.findLast((candidate) => candidate.startConsensusTimestamp <= instant);
    const [first] = this.#books;
    if (!first) throw this.#absence;
    return book ?? first;
  }

  /**
   * Returns the nodes that may sign at a stream instant: before the first file, which chooses the initial book, those of
   * all candidates. An account may occur several times.
   */
  possibleNodes(instant: bigint): AddressBook['entries'] {
    if (this.#candidates.length === 0) return this.at(instant).entries;
    return this.#candidates.flatMap(({ fileData }) => readAddressBook(fileData, this.#fileIds.nodes) ?? []);
  }

  /**
   * Applies a verified block's changes of files 0.0.101 and 0.0.102. Must be called block by block; the result is
   * returned with the block.
   */
  apply(block: Block): AddressBookUpdates {
    this.#begin(block.consensusStart);
    this.#forgetBefore(block.consensusStart);
    const books: AddressBookChange[] = [];
    const fileData: AddressBookFileData[] = [];
    if (this.#unstored) {
      books.push({ book: this.#unstored, previousStart: null });
      this.#unstored = null;
    }
    for (const item of block.items) {
      // An unsigned file must not determine whose signatures count.
      if (block.unsignedTimes?.has(item.consensusTimestamp)) continue;
      const content = this.#contentOf(item);
      if (!content || content.bytes.length === 0) continue;
      fileData.push({
        consensusTimestamp: item.consensusTimestamp,
        entityId: content.fileId,
        fileData: content.bytes,
        transactionType: item.type,
      });
      const whole = this.#upload(content.fileId, item.type, content.bytes);
      const previousStart = this.#latest.get(content.fileId) ?? null;
      const book = whole && this.#add(item.consensusTimestamp + 1n, content.fileId, whole);
      if (book) books.push({ book, previousStart });
    }
    return { books, fileData };
  }

  /** Chooses the initial book: the latest known one that was in force at an instant. */
  #begin(instant: bigint): void {
    const candidates = this.#candidates;
    if (candidates.length === 0) return;
    const chosen = candidates.findLast(({ from }) => from <= instant) ?? candidates[0];
    const book = chosen && this.#add(BEGINNING, this.#fileIds.nodes, chosen.fileData);
    if (!book) throw new RangeError('the initial address book cannot be read');
    this.#candidates = [];
    this.#unstored = book;
  }

  /** Drops books that ended before an instant, because the stream only goes forward. */
  #forgetBefore(instant: bigint): void {
    const inForce = this.#books.findLastIndex((book) => book.startConsensusTimestamp <= instant);
    if (inForce > 0) this.#books.splice(0, inForce);
  }

  /** Adds a book. Returns null when the bytes are not an address book. */
  #add(startConsensusTimestamp: bigint, fileId: bigint, fileData: Uint8Array): AddressBook | null {
    const entries = readAddressBook(fileData, fileId);
    if (!entries) return null;
    const book = { startConsensusTimestamp, fileId, fileData, entries };
    this.#latest.set(fileId, startConsensusTimestamp);
    if (fileId === this.#fileIds.nodes) this.#books.push(book);
    return book;
  }

  /** Returns the content that a transaction writes to one of the two files; null when it writes none. */
  #contentOf(item: Item): { readonly fileId: bigint; readonly bytes: Uint8Array } | null {
    if (!item.successful) return null;
    let id: proto.IFileID | null | undefined;
    let contents: Uint8Array | null | undefined;
    // The body and the record of other types are not read, because decoding them would retain a whole block.
    if (item.type === FILE_APPEND) {
      id = item.body.fileAppend?.fileID;
      contents = item.body.fileAppend?.contents;
    } else if (item.type === FILE_UPDATE) {
      id = item.body.fileUpdate?.fileID;
      contents = item.body.fileUpdate?.contents;
    } else if (item.type === FILE_CREATE) {
      id = item.record.receipt?.fileID;
      contents = item.body.fileCreate?.contents;
    }
    if (!id) return null;
    const fileId = this.#fileIdOf(id);
    return fileId === null ? null : { fileId, bytes: contents ?? new Uint8Array() };
  }

  #fileIdOf(id: proto.IFileID): bigint | null {
    const num = longToBigInt(id.fileNum);
    if (num !== 101n && num !== 102n) return null;
    const expected = num === 102n ? this.#fileIds.nodes : this.#fileIds.details;
    const { shard, realm } = decodeEntityId(expected);
    return longToBigInt(id.shardNum) === shard && longToBigInt(id.realmNum) === realm ? expected : null;
  }

  /** Returns the file's whole content after a transaction, or null while its beginning is unknown. */
  #upload(fileId: bigint, type: number, bytes: Uint8Array): Uint8Array | null {
    if (type !== FILE_APPEND) {
      this.#pending.set(fileId, [bytes]);
      return bytes;
    }
    const parts = this.#pending.get(fileId);
    if (!parts) return null;
    const whole = Buffer.concat([...parts, bytes]);
    if (whole.length > MAX_CONTENT_BYTES) {
      this.#pending.delete(fileId);
      return null;
    }
    this.#pending.set(fileId, [whole]);
    return whole;
  }
}

/**
 * Returns the books of a new database with a given initial book, a serialized `NodeAddressBook`. Throws `RangeError`
 * when the bytes are not one.
 */
export function bootstrapAddressBooks(
  initial: Uint8Array,
  numbers: NetworkNumbers = DEFAULT_NUMBERS,
): AddressBooks {
  const books = new AddressBooks([], [], [{ from: 0n, fileData: initial }], numbers);
  books.at(0n);
  return books;
}

/**
 * Returns the books of a stream that needs none at first: blocks without record files. `absence` is thrown when one is
 * needed. `books`, `pending`: rows of the database, among them no book of 0.0.102.
 */
export function noAddressBooks(
  absence: Error,
  books: readonly StoredAddressBook[],
  pending: readonly PendingAddressBook[],
  numbers: NetworkNumbers = DEFAULT_NUMBERS,
): AddressBooks {
  return new AddressBooks(books, pending, [], numbers, absence);
}

/**
 * Returns the books of a new database of a public network. The first file determines which of the network's known books
 * comes first.
 */
export function networkAddressBooks(network: PublicNetwork): AddressBooks {
  const candidates = knownAddressBooks(network).map(({ startConsensusTimestamp, fileData }) => ({
    from: startConsensusTimestamp,
    fileData,
  }));
  return new AddressBooks([], [], candidates, DEFAULT_NUMBERS);
}

/** Returns the known books of a public network in the form of stored ones, oldest first. */
export function knownAddressBooks(network: PublicNetwork): StoredAddressBook[] {
  const fileId = encodeEntityId(DEFAULT_NUMBERS.shard, DEFAULT_NUMBERS.realm, 102n);
  return KNOWN_BOOKS[network].map((book) => ({
    startConsensusTimestamp: book.from,
    fileId,
    fileData: encodeKnownBook(book),
  }));
}

/**
 * Returns the books of a database: the rows of `address_book`, and those of `file_data` for files 0.0.101 and 0.0.102
 * since the last create or update. Throws `RangeError` when there is no book of 0.0.102 among them.
 */
export function restoreAddressBooks(
  books: readonly StoredAddressBook[],
  pending: readonly PendingAddressBook[],
  numbers: NetworkNumbers = DEFAULT_NUMBERS,
): AddressBooks {
  return new AddressBooks(books, pending, [], numbers);
}
