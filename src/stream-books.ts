import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { Failure } from './errors.ts';
import type { ResumePoint } from './ingest/load/resume.ts';
import {
  type AddressBooks,
  bootstrapAddressBooks,
  networkAddressBooks,
  restoreAddressBooks,
} from './ingest/verify/address-books.ts';

/** How the address book's file is called that comes with a stream. */
export const BOOK_FILE = 'address_book.bin';

/**
 * The address books to verify with: those the database knows; else the file that the settings name;
 * else those of the network; else, for networks that are not public, `address_book.bin` in the
 * stream's folder or beside it. Says in the log (if given) when that is where it comes from.
 */
export async function addressBooksOf(
  config: Config,
  stored: Pick<ResumePoint, 'addressBooks' | 'pendingAddressBooks'>,
  folder: string,
  log: Logger | null,
): Promise<AddressBooks> {
  const numbers = { shard: BigInt(config.shard), realm: BigInt(config.realm) };
  if (stored.addressBooks.length > 0) {
    return restoreAddressBooks(stored.addressBooks, stored.pendingAddressBooks, numbers);
  }
  const { network } = config;
  if (config.addressBook === null && network !== 'demo' && network !== 'other')
    return networkAddressBooks(network);
  const { file, bytes } =
    config.addressBook === null ? await findBook(folder) : await readBook(config.addressBook);
  if (config.addressBook === null)
    log?.info({ file }, 'The stream is verified with the address book it came with');
  try {
    return bootstrapAddressBooks(bytes, numbers);
  } catch (cause) {
    throw new Failure('usage', `${file} holds no address book (a serialized NodeAddressBook).`, { cause });
  }
}

interface BookFile {
  readonly file: string;
  readonly bytes: Buffer;
}

async function readBook(file: string): Promise<BookFile> {
  try {
    return { file, bytes: await readFile(file) };
  } catch (cause) {
    throw new Failure('usage', `The address book ${file} (TAIN_ADDRESS_BOOK) cannot be read.`, { cause });
  }
}

/** The address book in the stream's folder, or else beside it. */
async function findBook(folder: string): Promise<BookFile> {
  const inside = path.resolve(folder, BOOK_FILE);
  const beside = path.resolve(folder, '..', BOOK_FILE);
  for (const file of [inside, beside]) {
    const bytes = await readFile(file).catch(() => null);
    if (bytes) return { file, bytes };
  }
  throw new Failure(
    'usage',
    `There is no address book to begin with: neither ${inside} nor ${beside} can be read and TAIN_ADDRESS_BOOK is not set.`,
  );
}
