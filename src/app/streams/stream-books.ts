import path from 'node:path';
import { encodeEntityId } from '@tain/ledger/entity-id';
import type { Config } from '../../config/config.ts';
import type { ResumePoint } from '../../ingest/feed/feed.ts';
import { openFolderStore } from '../../ingest/store/folder-store.ts';
import type { ObjectStore } from '../../ingest/store/object-store.ts';
import {
  type AddressBooks,
  bootstrapAddressBooks,
  knownAddressBooks,
  networkAddressBooks,
  noAddressBooks,
  restoreAddressBooks,
  type StoredAddressBook,
} from '../../ingest/verify/address-books.ts';
import { ratioWarning } from '../../ingest/verify/consensus-ratio.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Log } from '../../kernel/log.ts';
import { BOOK_FILE } from '../../local-network/folder/folders.ts';

/** Maximum size: the books of real networks have about 50 KB. */
const MAX_BOOK_BYTES = 16 * 1024 * 1024;

/** Warns when the settings accept too few signatures. */
export function warnOfRatio(config: Config, log: Log): void {
  const warning = ratioWarning(config.consensusRatio);
  if (warning !== null) log.warn({}, warning);
}

/**
 * Returns the address books to verify with: those in the database; else the configured file; else the network's own;
 * else, for networks that are not public, `address_book.bin` in one of `stores`: in the stream's folder or its
 * parent. Warns in that last case, because anyone who can write there is trusted. Throws `Failure` when there is
 * none, unless the stream may need none (`isNeeded`): then it fails once one is needed.
 */
export async function addressBooksOf(
  config: Config,
  stored: Pick<ResumePoint, 'addressBooks' | 'pendingAddressBooks'>,
  stores: readonly ObjectStore[],
  log: Log,
  isNeeded = true,
): Promise<AddressBooks> {
  const numbers = { shard: BigInt(config.shard), realm: BigInt(config.realm) };
  const { addressBooks, pendingAddressBooks } = stored;
  // A stream of blocks may have stored only file 0.0.101, which verifies nothing.
  const nodesFile = encodeEntityId(numbers.shard, numbers.realm, 102n);
  if (addressBooks.some(({ fileId }) => fileId === nodesFile)) {
    return restoreAddressBooks(addressBooks, pendingAddressBooks, numbers);
  }
  const { network } = config;
  if (config.addressBook === null && network !== 'demo' && network !== 'other')
    return networkAddressBooks(network);
  const found = config.addressBook === null ? await findBook(stores) : await readBook(config.addressBook);
  if (found instanceof Failure) {
    if (isNeeded) throw found;
    return noAddressBooks(found, addressBooks, pendingAddressBooks, numbers);
  }
  const { file, bytes } = found;
  if (config.addressBook === null) {
    const sentence = 'The stream is verified with the address book in its own folder';
    if (network === 'demo') log.info({ file }, sentence);
    else
      log.warn(
        { file },
        `${sentence}: anyone who can write to that folder decides which signatures count. Set TAIN_ADDRESS_BOOK to a book that you trust.`,
      );
  }
  try {
    return bootstrapAddressBooks(bytes, numbers);
  } catch (cause) {
    throw new Failure('usage', `${file} holds no address book (a serialized NodeAddressBook).`, { cause });
  }
}

/**
 * Returns the address books for files outside the stream, such as balance files: those of `addressBooksOf`, and on
 * public networks also the bundled ones, so that a book replaced long ago is not used for times that the stored
 * stream has not reached.
 */
export async function addressBooksForAnyTime(
  config: Config,
  stored: readonly StoredAddressBook[],
  stores: readonly ObjectStore[],
  log: Log,
): Promise<AddressBooks> {
  const { network } = config;
  if (config.addressBook !== null || network === 'demo' || network === 'other') {
    return addressBooksOf(config, { addressBooks: stored, pendingAddressBooks: [] }, stores, log);
  }
  const numbers = { shard: BigInt(config.shard), realm: BigInt(config.realm) };
  return restoreAddressBooks([...knownAddressBooks(network), ...stored], [], numbers);
}

interface BookFile {
  readonly file: string;
  readonly bytes: Uint8Array;
}

async function readBook(file: string): Promise<BookFile> {
  const store = await openFolderStore(path.dirname(path.resolve(file)));
  try {
    return { file, bytes: await readBytes(store, path.basename(file)) };
  } catch (cause) {
    throw new Failure('usage', `The address book ${file} (TAIN_ADDRESS_BOOK) cannot be read.`, { cause });
  } finally {
    await store.close();
  }
}

function readBytes(store: ObjectStore, key: string): Promise<Uint8Array> {
  return store.get(key, MAX_BOOK_BYTES, new AbortController().signal);
}

/** Finds the address book that comes with a stream; returns a `Failure` when there is none. */
async function findBook(stores: readonly ObjectStore[]): Promise<BookFile | Failure> {
  const files = stores.map(({ name }) => `${name}/${BOOK_FILE}`);
  for (const [index, store] of stores.entries()) {
    const bytes = await readBytes(store, BOOK_FILE).catch(() => null);
    if (bytes) return { file: files[index] ?? '', bytes };
  }
  const tried =
    files.length === 1 ? `${files[0]} cannot be read` : `neither ${files.join(' nor ')} can be read`;
  return new Failure(
    'usage',
    `No initial address book was found: ${tried} and TAIN_ADDRESS_BOOK is not set.`,
  );
}
