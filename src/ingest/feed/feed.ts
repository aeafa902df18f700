import type { BlockPosition } from '../decode/decoded-block.ts';
import type { PendingAddressBook, StoredAddressBook } from '../verify/address-books.ts';
import type { NodeStake } from '../verify/node-stakes.ts';
import type { ProvenBlock } from '../verify/proven-block.ts';
import type { LedgerInForce } from '../verify/tss/ledger-history.ts';

/** State of a database from which its stream continues, including the state of verification. */
export interface ResumePoint {
  /** Position of the last stored block; null when the database is empty. */
  readonly lastBlock: BlockPosition | null;
  /** The latest address book of each file; later ones follow from the stream. */
  readonly addressBooks: readonly StoredAddressBook[];
  /** Contents of the address books' files so far. */
  readonly pendingAddressBooks: readonly PendingAddressBook[];
  /** Stakes of the latest stake update. */
  readonly stakes: readonly NodeStake[];
  /** Published ledgers, oldest first. */
  readonly ledgers: readonly LedgerInForce[];
}

/** Source of blocks, in order and without a gap, each with its proof. */
export interface Feed {
  /**
   * Yields the blocks after a position (null: from the first available one), until there are no more (not following) or
   * the signal is aborted. Throws `StreamFileError` when the stream can never be trusted.
   */
  blocks(after: BlockPosition | null, signal: AbortSignal): AsyncIterable<ProvenBlock>;
}
