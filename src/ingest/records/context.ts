import type { proto } from '@tain/protos/hapi';
import type { AppendOnlyRow } from '../../store/schema/append-only-tables.ts';
import type { Item } from '../decode/item.ts';
import type { StateReducers } from '../state/state-reducer.ts';
import type { BlockRows } from './block-rows.ts';
import type { CallDataFiles } from './call-data-files.ts';
import type { EvmBlock } from './evm-block.ts';
import type { EntityLookup } from './lookup.ts';
import { ALL_RECORDS, type RecordFilter } from './record-filter.ts';

/** Inputs of records besides the stream itself. */
export interface RecordOptions {
  readonly shard: bigint;
  readonly realm: bigint;
  /**
   * Whether the network is mainnet. Its early blocks have transfers that were never made; they are marked as errata.
   */
  readonly mainnet: boolean;
  /**
   * Whether `entity_transaction` rows are stored: the entities that each transaction touched. Off in public mirrors.
   */
  readonly entityTransactions: boolean;
  /** Whether the bytes of every transaction are stored, and those of every record. Off in public mirrors. */
  readonly transactionBytes: boolean;
  readonly transactionRecordBytes: boolean;
  /**
   * Whether the transfers that a CryptoTransfer requested are stored, in addition to those that were made. Off in public
   * mirrors.
   */
  readonly itemizedTransfers: boolean;
  /** Selects the rows of the history that are stored. */
  readonly filter: RecordFilter;
}

export const DEFAULT_RECORD_OPTIONS: RecordOptions = {
  shard: 0n,
  realm: 0n,
  mainnet: false,
  entityTransactions: false,
  transactionBytes: false,
  transactionRecordBytes: false,
  itemizedTransfers: false,
  filter: ALL_RECORDS,
};

/** A bulk update: a change that needs the rows of a whole set of keys, which only the database can determine. */
export type BulkUpdate =
  /** All NFTs of a token that its old treasury owns move to the new one. */
  | {
      readonly kind: 'nft-treasury';
      readonly tokenId: bigint;
      readonly from: bigint;
      readonly to: bigint;
      readonly at: bigint;
    }
  /**
   * An account dissociated from a deleted token and lost its units of it (`amount` < 0, in the token's smallest unit).
   */
  | {
      readonly kind: 'deleted-token-dissociate';
      readonly tokenId: bigint;
      readonly accountId: bigint;
      readonly amount: bigint;
      readonly payer: bigint;
      readonly at: bigint;
      /** Whether the transaction's rows are stored. */
      readonly isStored: boolean;
    };

/**
 * Values that stay unknown: a block with partial state changes lacks them, and no earlier block or stored row has them.
 * `file_content`: a block's transactions take more bytes from files than are stored (`MAX_STORED_BYTES`).
 */
export type UnknownValue =
  | 'contract_address'
  | 'file_content'
  | 'initial_state'
  | 'pending_airdrop'
  | 'topic_message';

/** The environment of a record module: the destination of its rows, and the known entities. It has no access to SQL. */
export interface Context {
  readonly options: RecordOptions;
  /** Rows to add for the current block. */
  readonly rows: BlockRows;
  /** Changes of current-state rows. */
  readonly state: StateReducers;
  readonly lookup: EntityLookup;
  /** Files with call data for Ethereum transactions of the current block. */
  readonly files: CallDataFiles;
  /** Counters and results of contract executions in the current block. */
  readonly evm: EvmBlock;
  /** Ends the current segment of changes, so that `change` sees them, and begins a new one. */
  bulkUpdate(change: BulkUpdate): void;
  /**
   * Records that an entity was a contract from its beginning up to `at` (nanoseconds), whatever type was stored for it.
   */
  wasContract(id: bigint, at: bigint): void;
  /** Reports something in the stream that cannot be right. The rest of the item is stored. */
  problem(item: Item, message: string): void;
  /** Counts a value that stays unknown. Its column is null, or its row is left out or unchanged. */
  unknown(value: UnknownValue, count?: number): void;
  /** Returns the number of the account with this id (a number, alias or EVM address); 0 when unknown. */
  accountId(item: Item, id: proto.IAccountID | null | undefined): bigint;
  /** Returns the number of the contract with this id (a number or EVM address); 0 when unknown. */
  contractId(item: Item, id: proto.IContractID | null | undefined): bigint;
}

/** Definition of one type of transaction. */
export interface TransactionType {
  /** Returns the value of `transaction.entity_id`; 0 for none. */
  readonly entityId?: (item: Item, context: Context) => bigint;
  /** Adds the rows of a successful transaction, in addition to those of all types. */
  readonly apply?: (item: Item, entityId: bigint, context: Context) => void;
  /** Adds the rows of a failed transaction, in addition to those of all types. */
  readonly applyFailed?: (item: Item, entityId: bigint, context: Context) => void;
  /** Sets columns of the transaction's own row, successful or not. */
  readonly transaction?: (item: Item, row: AppendOnlyRow<'transaction'>, context: Context) => void;
}
