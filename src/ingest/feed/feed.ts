import type { BlockPosition } from '../decode/decoded-block.ts';
import type { PendingAddressBook, StoredAddressBook } from '../verify/address-books.ts';
import type { NodeStake } from '../verify/node-stakes.ts';
import type { ProvenBlock } from '../verify/proven-block.ts';
import type { LedgerInForce } from '../verify/tss/ledger-history.ts';

/** What a database already has of the stream, and what verification must know to go on. */
export interface ResumePoint {
  /** null: the database is empty. */
  readonly lastBlock: BlockPosition | null;
  /** The last instant of each file: what comes next is later. */
  readonly addressBooks: readonly StoredAddressBook[];
  /** Contents of the address books' files so far. */
  readonly pendingAddressBooks: readonly PendingAddressBook[];
  /** From the latest stake update. */
  readonly stakes: readonly NodeStake[];
  /** Published ledgers, oldest first. */
  readonly ledgers: readonly LedgerInForce[];
}

/** Where blocks come from: in order, none left out, each with its proof. */
export interface Feed {
  /**
   * The blocks after a position (null: from the first one there is), until there are no more (not following) or
   * the signal is aborted. Throws `StreamFileError` for what can never be trusted.
   */
  blocks(after: BlockPosition | null, signal: AbortSignal): AsyncIterable<ProvenBlock>;
}
