import type { AddressBook } from '../address-book.ts';
import type { Block } from '../item.ts';

/** A row of table `address_book`, as far as verification needs it. */
export interface StoredAddressBook {
  readonly startConsensusTimestamp: bigint;
  readonly fileId: bigint;
  readonly fileData: Uint8Array;
}

/** What file 0.0.101 or 0.0.102 holds so far: its last create or update and all appends since. */
export interface PendingAddressBook {
  readonly fileId: bigint;
  readonly content: Uint8Array;
}

/** A row for table `file_data` that stems from file 0.0.101 or 0.0.102. */
export interface AddressBookFileData {
  readonly consensusTimestamp: bigint;
  readonly entityId: bigint;
  readonly fileData: Uint8Array;
  readonly transactionType: number;
}

/** A new book and the one (of the same file) that ends 1 ns before it begins; null: there was none. */
export interface AddressBookChange {
  readonly book: AddressBook;
  readonly previousStart: bigint | null;
}

/** What a block changed in the address books, for the tables. */
export interface AddressBookUpdates {
  readonly fileData: readonly AddressBookFileData[];
  readonly books: readonly AddressBookChange[];
}

/** The address books of a network by stream time. */
export class AddressBooks {
  /** The book in force at a stream instant (file 0.0.102 only). */
  at(instant: bigint): AddressBook {
    throw new Error(`not yet: ${instant}`);
  }

  /** Takes up what a verified block did to files 0.0.101 and 0.0.102. `verifyStream` calls it. */
  apply(block: Block): AddressBookUpdates {
    throw new Error(`not yet: ${block.name}`);
  }
}

/** Books for a fresh database: the serialized `NodeAddressBook` to begin with. */
export function bootstrapAddressBooks(initial: Uint8Array): AddressBooks {
  throw new Error(`not yet: ${initial.length}`);
}

/** Books of a public network for a fresh database; which of its known books comes first is decided by the first file's instant. */
export function networkAddressBooks(network: 'mainnet' | 'testnet' | 'previewnet'): AddressBooks {
  throw new Error(`not yet: ${network}`);
}

/** Books as a database knows them. */
export function restoreAddressBooks(
  books: readonly StoredAddressBook[],
  pending: readonly PendingAddressBook[],
): AddressBooks {
  throw new Error(`not yet: ${books.length} ${pending.length}`);
}
