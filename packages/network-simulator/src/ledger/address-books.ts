import type { GenesisFiles } from './genesis.ts';
import { fileId } from './ids.ts';
import type { Ledger } from './ledger.ts';
import type { StreamItem } from './recorded-item.ts';
import { syntheticItem } from './stream-item.ts';

/** Payer of the books' updates, which are not submitted by a client. */
const PAYER = 50;

/** Returns the books that differ from the ledger's. The list is empty for a network that publishes none. */
function outdated(
  ledger: Ledger,
  { addressBook, nodeDetails, serviceAt }: GenesisFiles,
): [number, Uint8Array][] {
  if (addressBook.length === 0 || serviceAt === undefined) return [];
  const books: [number, Uint8Array][] = [
    [101, nodeDetails],
    [102, addressBook],
  ];
  return books.filter(([num, book]) => !Buffer.from(ledger.files.need(num).contents).equals(book));
}

/** Returns whether the network's books have outdated addresses of its nodes. */
export function hasOutdatedBooks(ledger: Ledger, files: GenesisFiles): boolean {
  return outdated(ledger, files).length > 0;
}

/**
 * Publishes the address book (0.0.102) and the node details (0.0.101) where they changed, as networks do after their nodes
 * have moved: updates of the files, from `at` (nanoseconds) on.
 */
export function publishBooks(ledger: Ledger, files: GenesisFiles, at: bigint): StreamItem[] {
  return outdated(ledger, files).map(([num, contents], i) => {
    const time = at + BigInt(i);
    ledger.files.edit(num).contents = contents;
    const item = syntheticItem({
      at: time,
      payer: PAYER,
      validStart: at,
      nonce: i + 1,
      data: { fileUpdate: { fileID: fileId(num), contents } },
    });
    ledger.count('fileUpdate', 'SUCCESS');
    ledger.journal.mark(time);
    ledger.onTransaction?.([item]);
    return item;
  });
}
