import { CONTRACT_SLOTS, HOOK_SLOTS, type SlotTables } from './slots.ts';

/** Retention of each table's rows. A new table must be entered here: a test compares this list with the database. */

/**
 * Families of rows that are retained or removed together, because responses read them together. A family comes after the
 * families whose rows it refers to, and is never retained longer than those.
 */
export const RETENTION_FAMILIES = [
  'blocks',
  'transactions',
  'contracts',
  'actions',
  'topics',
  'balances',
  'history',
] as const;
export type RetentionFamily = (typeof RETENTION_FAMILIES)[number];

/** Family that the rows of a family refer to; rows are not shown without the rows that they refer to. */
export const REFERENCED_FAMILY: Readonly<Partial<Record<RetentionFamily, RetentionFamily>>> = {
  transactions: 'blocks',
  contracts: 'transactions',
  actions: 'contracts',
};

/** Condition by which removable rows of a table are found. Times are consensus times in nanoseconds. */
export type Removal =
  /** Rows by time: an index begins with the column. */
  | { readonly family: RetentionFamily; readonly by: 'time'; readonly column: string }
  /**
   * Rows by the hashes of another table's rows, which have the time: the only index is on the hash. `indexed` is the
   * expression in that index, `ofHash` the one of the other table's hash.
   */
  | {
      readonly family: RetentionFamily;
      readonly by: 'hash';
      readonly indexed: (hash: string) => string;
      readonly of: readonly { readonly table: string; readonly ofHash: string }[];
      /** Partition key expression of a partitioned table. */
      readonly partition?: (hash: string) => string;
    }
  /**
   * Changes of slots that were superseded before the time. The newest change and the newest write of each slot remain.
   */
  | {
      readonly family: RetentionFamily;
      readonly by: 'replaced';
      readonly column: string;
      readonly slots: SlotTables;
    }
  /** Versions that ended before the time. `indexed`: what the index by which they are found has, `timestamp_range` or its end. */
  | { readonly family: RetentionFamily; readonly by: 'validity'; readonly indexed: 'range' | 'end' }
  /** Rows by key and time: the rows of each key are looked up. */
  | { readonly family: RetentionFamily; readonly by: 'key'; readonly key: string; readonly column: string }
  /** Whole partitions, and rows of the partition with the time, along the primary key. */
  | { readonly family: RetentionFamily; readonly by: 'partition'; readonly key: readonly string[] };

/** A table whose rows are never removed, with the reason. */
export interface Stays {
  readonly stays: string;
}

const ENTITY_STATE = 'the present state';
const OF_SCHEDULES = 'what /schedules shows of every schedule';
const RARE = 'a row a day, or fewer';
const OWN = 'bookkeeping that does not grow with the history';
const OF_STATUS = 'the status service removes what is old itself';

const byTime = (family: RetentionFamily, column = 'consensus_timestamp'): Removal => ({
  family,
  by: 'time',
  column,
});
const ended: Removal = { family: 'history', by: 'validity', indexed: 'range' };
/** The index is ours, and the end alone costs an insert less than the range. */
const endedByEnd: Removal = { ...ended, indexed: 'end' };
const replaced = (slots: SlotTables): Removal => ({
  family: slots.family,
  by: 'replaced',
  column: 'consensus_timestamp',
  slots,
});

/** All tables; those of schema `tain` with their schema. */
export const TABLE_RETENTION: Readonly<Record<string, Removal | Stays>> = {
  record_file: byTime('blocks', 'consensus_end'),
  sidecar_file: byTime('blocks', 'consensus_end'),
  'tain.block_proof': byTime('blocks', 'consensus_end'),

  // Listed first, because its removal reads the rows of the tables below.
  transaction_hash: {
    family: 'transactions',
    by: 'hash',
    indexed: (hash) => `substring(${hash} from 1 for 32)`,
    of: [
      { table: 'transaction', ofHash: 'substring(transaction_hash from 1 for 32)' },
      { table: 'ethereum_transaction', ofHash: 'hash' },
    ],
    partition: (hash) => `mod(get_byte(${hash}, 0), 32)`,
  },
  transaction: byTime('transactions'),
  entity_transaction: byTime('transactions'),
  crypto_transfer: byTime('transactions'),
  non_fee_transfer: byTime('transactions'),
  token_transfer: byTime('transactions'),
  staking_reward_transfer: byTime('transactions'),
  assessed_custom_fee: byTime('transactions'),
  ethereum_transaction: byTime('transactions'),
  prng: byTime('transactions'),
  live_hash: byTime('transactions'),

  contract_transaction_hash: {
    family: 'contracts',
    by: 'hash',
    indexed: (hash) => hash,
    of: [{ table: 'contract_result', ofHash: 'transaction_hash' }],
  },
  contract_result: byTime('contracts'),
  contract_log: byTime('contracts'),
  contract_transaction: byTime('contracts'),
  contract_state_change: replaced(CONTRACT_SLOTS),
  contract_action: byTime('actions'),

  topic_message: { family: 'topics', by: 'key', key: 'topic_id', column: 'consensus_timestamp' },

  account_balance: { family: 'balances', by: 'partition', key: ['account_id', 'consensus_timestamp'] },
  token_balance: {
    family: 'balances',
    by: 'partition',
    key: ['account_id', 'token_id', 'consensus_timestamp'],
  },
  account_balance_file: byTime('balances'),

  crypto_allowance_history: ended,
  custom_fee_history: ended,
  entity_history: ended,
  // A year of its rows is needed for pending rewards, as of `node_stake`.
  entity_stake_history: ended,
  hook_history: endedByEnd,
  nft_allowance_history: ended,
  nft_history: endedByEnd,
  token_account_history: ended,
  token_airdrop_history: ended,
  token_allowance_history: ended,
  token_history: ended,
  topic_history: ended,
  node_stake: byTime('history'),
  hook_storage_change: replaced(HOOK_SLOTS),

  address_book: { stays: 'signatures are checked by it, and /network/nodes shows it' },
  address_book_entry: { stays: '/network/nodes shows it' },
  address_book_service_endpoint: { stays: '/network/nodes shows it' },
  contract: { stays: 'the code that calls run' },
  contract_state: { stays: ENTITY_STATE },
  crypto_allowance: { stays: ENTITY_STATE },
  custom_fee: { stays: ENTITY_STATE },
  entity: { stays: ENTITY_STATE },
  entity_stake: { stays: ENTITY_STATE },
  file_data: { stays: 'fees, rates, address books, code and call data are read from files, however old' },
  hook: { stays: ENTITY_STATE },
  hook_storage: { stays: ENTITY_STATE },
  ledger: { stays: 'signatures are checked by it' },
  network_freeze: { stays: RARE },
  network_stake: { stays: RARE },
  nft: { stays: ENTITY_STATE },
  nft_allowance: { stays: ENTITY_STATE },
  node: { stays: ENTITY_STATE },
  node_history: { stays: RARE },
  registered_node: { stays: ENTITY_STATE },
  registered_node_history: { stays: RARE },
  schedule: { stays: OF_SCHEDULES },
  token: { stays: ENTITY_STATE },
  token_account: { stays: ENTITY_STATE },
  token_airdrop: { stays: ENTITY_STATE },
  token_allowance: { stays: ENTITY_STATE },
  topic: { stays: ENTITY_STATE },
  topic_message_lookup: { stays: 'nothing is stored there' },
  transaction_signature: { stays: OF_SCHEDULES },

  'tain.api_day': { stays: OF_STATUS },
  'tain.api_health': { stays: OF_STATUS },
  'tain.api_probe': { stays: OF_STATUS },
  'tain.unrecognized': { stays: OWN },
  'tain.unseen_outage': { stays: OF_STATUS },
  'tain.balance_index': { stays: OWN },
  'tain.balance_seed': { stays: OWN },
  'tain.block_node_health': { stays: OF_STATUS },
  'tain.change_log': { stays: 'the next snapshot empties it' },
  'tain.current_balance': { stays: ENTITY_STATE },
  'tain.current_token_balance': { stays: ENTITY_STATE },
  'tain.derived_job': { stays: OWN },
  'tain.first_block': { stays: OWN },
  'tain.ingest_handover': { stays: OWN },
  'tain.ingest_process': { stays: OWN },
  'tain.ingest_state': { stays: OWN },
  'tain.kept': { stays: OWN },
  'tain.ledger_publication': { stays: 'signatures are checked by it' },
  'tain.migration': { stays: OWN },
  'tain.network': { stays: OWN },
  'tain.partitioned_table': { stays: OWN },
  'tain.repeatable_migration': { stays: OWN },
  'tain.retention': { stays: OWN },
  'tain.rpc_send': { stays: OWN },
  'tain.rpc_spent': { stays: 'role rpc removes past days itself' },
  'tain.signature_day': { stays: OF_STATUS },
  'tain.signature_evidence': { stays: OF_STATUS },
  'tain.stake_state': { stays: OWN },
  'tain.status_audit': { stays: 'who changed what by hand' },
  'tain.status_component': { stays: OF_STATUS },
  'tain.status_component_day': { stays: OF_STATUS },
  'tain.status_incident': { stays: OF_STATUS },
  'tain.status_incident_update': { stays: OF_STATUS },
  'tain.status_page': { stays: OF_STATUS },
};

/** A table of a family, with its removal condition. */
export interface RemovableTable<By extends Removal['by'] = Removal['by']> {
  readonly table: string;
  readonly removal: Extract<Removal, { by: By }>;
}

/** Returns the tables of a family with one of the given removal conditions, in the order of removal. */
export function removableTables<By extends Removal['by']>(
  family: RetentionFamily,
  ...ways: readonly By[]
): RemovableTable<By>[] {
  return Object.entries(TABLE_RETENTION).flatMap(([table, removal]) =>
    'family' in removal && removal.family === family && (ways as readonly string[]).includes(removal.by)
      ? [{ table, removal: removal as Extract<Removal, { by: By }> }]
      : [],
  );
}
