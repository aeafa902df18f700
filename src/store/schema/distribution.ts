import type { appendOnlyTables } from './append-only-tables.ts';
import type { stateTables } from './current-state-tables.ts';

/**
 * Distribution of each table on Citus; one server ignores it. A new table must be entered here: a test compares this list with
 * the database.
 */
export type Distribution<Column extends string = string> =
  /** Rows with the same value of a column are on one worker, together with those of the other tables of the group. */
  | { readonly kind: 'distributed'; readonly column: Column; readonly group: DistributionGroup }
  /** Reference table, whole on every worker: small, or joined with all others. */
  | { readonly kind: 'reference' }
  /** Local to the coordinator. */
  | { readonly kind: 'local' };

/** Meaning of the distribution column: an account, token, topic or contract; a time; a hash. */
export type DistributionGroup = 'entity' | 'time' | 'hash';

function byEntity<const Column extends string>(column: Column) {
  return { kind: 'distributed', column, group: 'entity' } as const;
}

const BY_TIME = { kind: 'distributed', column: 'consensus_timestamp', group: 'time' } as const;
const BY_HASH = { kind: 'distributed', column: 'hash', group: 'hash' } as const;
const REFERENCE = { kind: 'reference' } as const;
const LOCAL = { kind: 'local' } as const;

/** Tables with declared columns: the distribution column must be one of them. */
type OfKnownTables = {
  readonly [Table in keyof typeof appendOnlyTables]: Distribution<
    string & keyof (typeof appendOnlyTables)[Table]
  >;
} & {
  readonly [Table in keyof typeof stateTables]: Distribution<string & keyof (typeof stateTables)[Table]>;
};

/** All tables; those of schema `tain` with their schema. */
export const DISTRIBUTION = {
  account_balance: byEntity('account_id'),
  account_balance_file: REFERENCE,
  address_book: REFERENCE,
  address_book_entry: REFERENCE,
  address_book_service_endpoint: REFERENCE,
  assessed_custom_fee: BY_TIME,
  contract: byEntity('id'),
  contract_action: BY_TIME,
  contract_log: byEntity('contract_id'),
  contract_result: byEntity('contract_id'),
  contract_state: byEntity('contract_id'),
  contract_state_change: byEntity('contract_id'),
  contract_transaction: byEntity('entity_id'),
  contract_transaction_hash: BY_HASH,
  crypto_allowance: byEntity('owner'),
  crypto_allowance_history: byEntity('owner'),
  crypto_transfer: byEntity('entity_id'),
  custom_fee: byEntity('entity_id'),
  custom_fee_history: byEntity('entity_id'),
  entity: byEntity('id'),
  entity_history: byEntity('id'),
  entity_stake: byEntity('id'),
  entity_stake_history: byEntity('id'),
  entity_transaction: byEntity('entity_id'),
  ethereum_transaction: BY_TIME,
  file_data: REFERENCE,
  hook: byEntity('owner_id'),
  hook_history: byEntity('owner_id'),
  hook_storage: byEntity('owner_id'),
  hook_storage_change: byEntity('owner_id'),
  ledger: REFERENCE,
  live_hash: BY_TIME,
  network_freeze: REFERENCE,
  network_stake: REFERENCE,
  nft: byEntity('token_id'),
  nft_allowance: byEntity('owner'),
  nft_allowance_history: byEntity('owner'),
  nft_history: byEntity('token_id'),
  node: REFERENCE,
  node_history: REFERENCE,
  node_stake: REFERENCE,
  // The entity may be null, but a distribution column may not.
  non_fee_transfer: BY_TIME,
  prng: BY_TIME,
  record_file: REFERENCE,
  registered_node: REFERENCE,
  registered_node_history: REFERENCE,
  schedule: byEntity('schedule_id'),
  sidecar_file: REFERENCE,
  staking_reward_transfer: byEntity('account_id'),
  token: byEntity('token_id'),
  token_account: byEntity('account_id'),
  token_account_history: byEntity('account_id'),
  token_airdrop: byEntity('sender_account_id'),
  token_airdrop_history: byEntity('sender_account_id'),
  token_allowance: byEntity('owner'),
  token_allowance_history: byEntity('owner'),
  token_balance: byEntity('account_id'),
  token_history: byEntity('token_id'),
  token_transfer: byEntity('account_id'),
  topic: byEntity('id'),
  topic_history: byEntity('id'),
  topic_message: byEntity('topic_id'),
  topic_message_lookup: byEntity('topic_id'),
  transaction: BY_TIME,
  transaction_hash: BY_HASH,
  transaction_signature: BY_TIME,
  'tain.api_day': LOCAL,
  'tain.api_health': LOCAL,
  'tain.api_probe': LOCAL,
  'tain.balance_index': REFERENCE,
  'tain.balance_seed': LOCAL,
  'tain.block_node_health': LOCAL,
  'tain.block_proof': LOCAL,
  'tain.change_log': LOCAL,
  'tain.current_balance': byEntity('account_id'),
  // Distributed by token, because it lists the holders of a token; `token_account` is distributed by account.
  'tain.current_token_balance': byEntity('token_id'),
  'tain.derived_job': LOCAL,
  'tain.first_block': LOCAL,
  'tain.ingest_handover': LOCAL,
  'tain.ingest_process': LOCAL,
  'tain.ingest_state': LOCAL,
  'tain.kept': LOCAL,
  'tain.ledger_publication': LOCAL,
  'tain.migration': LOCAL,
  'tain.network': LOCAL,
  'tain.partitioned_table': LOCAL,
  'tain.repeatable_migration': LOCAL,
  'tain.retention': LOCAL,
  'tain.rpc_send': LOCAL,
  'tain.rpc_spent': LOCAL,
  'tain.signature_day': LOCAL,
  'tain.signature_evidence': LOCAL,
  'tain.stake_state': byEntity('id'),
  'tain.status_audit': LOCAL,
  'tain.status_component': LOCAL,
  'tain.status_component_day': LOCAL,
  'tain.status_incident': LOCAL,
  'tain.status_incident_update': LOCAL,
  'tain.status_page': LOCAL,
  'tain.unrecognized': LOCAL,
  'tain.unseen_outage': LOCAL,
} as const satisfies OfKnownTables & Readonly<Record<string, Distribution>>;
