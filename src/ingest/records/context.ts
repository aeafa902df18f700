import type { proto } from '@hiero-ledger/proto';
import type { AppendOnlyRow } from '../../schema/append-only-tables.ts';
import type { Item } from '../decode/item.ts';
import type { StateReducers } from '../state/state-reducer.ts';
import type { BlockRows } from './block-rows.ts';
import type { CallDataFiles } from './call-data-files.ts';
import type { EvmBlock } from './evm-block.ts';
import type { EntityLookup } from './lookup.ts';

/** What records depend on besides the stream itself. */
export interface RecordOptions {
  readonly shard: bigint;
  readonly realm: bigint;
  /** Mainnet's early blocks have transfers that never took place; they are marked as errata. */
  readonly mainnet: boolean;
  /** Keep `entity_transaction` rows: which transactions touched an entity. Off in public mirrors. */
  readonly entityTransactions: boolean;
  /** Keep the bytes of every transaction, and of every record. Off in public mirrors. */
  readonly transactionBytes: boolean;
  readonly transactionRecordBytes: boolean;
}

export const DEFAULT_RECORD_OPTIONS: RecordOptions = {
  shard: 0n,
  realm: 0n,
  mainnet: false,
  entityTransactions: false,
  transactionBytes: false,
  transactionRecordBytes: false,
};

/** A change that needs the rows of a whole set of keys, which only the database knows. */
export type BulkUpdate =
  /** All NFTs of a token that its old treasury owns go to the new one. */
  | {
      readonly kind: 'nft-treasury';
      readonly tokenId: bigint;
      readonly from: bigint;
      readonly to: bigint;
      readonly at: bigint;
    }
  /** An account gave up a deleted token and what it held of it (`amount` < 0, in the token's smallest unit). */
  | {
      readonly kind: 'deleted-token-dissociate';
      readonly tokenId: bigint;
      readonly accountId: bigint;
      readonly amount: bigint;
      readonly payer: bigint;
      readonly at: bigint;
    };

/** What a record module works with: where rows go, and what is known of entities. It never sees SQL. */
export interface Context {
  readonly options: RecordOptions;
  /** Rows to add for the block under way. */
  readonly rows: BlockRows;
  /** Changes of current rows. */
  readonly state: StateReducers;
  readonly lookup: EntityLookup;
  /** Files that Ethereum transactions of the block under way take their call data from. */
  readonly files: CallDataFiles;
  /** Counters and results of contract executions of the block under way. */
  readonly evm: EvmBlock;
  /** Ends the changes so far, so that `change` sees them, and begins anew. */
  bulkUpdate(change: BulkUpdate): void;
  /** An entity was a contract from its beginning up to `at` (nanoseconds), whatever was stored of it. */
  wasContract(id: bigint, at: bigint): void;
  /** Something that cannot be as it is in the stream. It is told; the rest of the item is stored. */
  problem(item: Item, message: string): void;
  /** Number of an account that an id names by number, alias or EVM address; 0 when unknown. */
  accountId(item: Item, id: proto.IAccountID | null | undefined): bigint;
  /** Number of a contract that an id names by number or EVM address; 0 when unknown. */
  contractId(item: Item, id: proto.IContractID | null | undefined): bigint;
}

/** Everything that is particular to one type of transaction. */
export interface TransactionType {
  /** What `transaction.entity_id` names; 0 for none. */
  readonly entityId?: (item: Item, context: Context) => bigint;
  /** Rows of a successful transaction, besides those that all types have. */
  readonly apply?: (item: Item, entityId: bigint, context: Context) => void;
  /** As `apply`, for transactions that did not succeed. */
  readonly applyFailed?: (item: Item, entityId: bigint, context: Context) => void;
  /** Sets columns of the transaction's own row, successful or not. */
  readonly transaction?: (item: Item, row: AppendOnlyRow<'transaction'>, context: Context) => void;
}
