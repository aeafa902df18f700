-- Accounts and all other entities, what they hold and what they allow.

-- Balances change with nearly every transaction. A new version of a row that finds room on its page
-- needs no new entries in the indexes of entities (HOT): with a full page, 58 % of the updates of a
-- large batch did, with room for a third more 97 %.
create table entity (
  auto_renew_account_id bigint,
  auto_renew_period bigint,
  created_timestamp bigint,
  deleted boolean,
  expiration_timestamp bigint,
  id bigint not null,
  key bytea,
  memo text not null default '',
  num bigint not null,
  public_key varchar,
  proxy_account_id bigint,
  realm bigint not null,
  shard bigint not null,
  receiver_sig_required boolean,
  max_automatic_token_associations integer,
  timestamp_range int8range not null,
  type entity_type not null default 'UNKNOWN',
  alias bytea,
  ethereum_nonce bigint default 0,
  evm_address bytea,
  decline_reward boolean not null default false,
  staked_account_id bigint,
  staked_node_id bigint default -1,
  stake_period_start bigint default -1,
  obtainer_id bigint,
  permanent_removal boolean,
  balance bigint,
  balance_timestamp bigint,
  delegation_address bytea,
  primary key (id)
) with (fillfactor = 70);
create index entity__alias on entity (alias) where (alias is not null);
create index entity__evm_address on entity (evm_address) where (evm_address is not null);
create index entity__public_key_type on entity (public_key, type) where (public_key is not null);
create index entity__type_id on entity (type, id);

create table entity_history (
  auto_renew_account_id bigint,
  auto_renew_period bigint,
  created_timestamp bigint,
  deleted boolean,
  expiration_timestamp bigint,
  id bigint not null,
  key bytea,
  memo text not null default '',
  num bigint not null,
  public_key varchar,
  proxy_account_id bigint,
  realm bigint not null,
  shard bigint not null,
  receiver_sig_required boolean,
  max_automatic_token_associations integer,
  timestamp_range int8range not null,
  type entity_type not null default 'UNKNOWN',
  alias bytea,
  ethereum_nonce bigint default 0,
  evm_address bytea,
  decline_reward boolean not null default false,
  staked_account_id bigint,
  staked_node_id bigint default -1,
  stake_period_start bigint default -1,
  obtainer_id bigint,
  permanent_removal boolean,
  balance bigint,
  balance_timestamp bigint,
  delegation_address bytea
);
create index entity_history__alias on entity_history (alias) where (alias is not null);
create index entity_history__evm_address on entity_history (evm_address) where (evm_address is not null);
create index entity_history__id_lower_timestamp on entity_history (id, lower(timestamp_range));
create index entity_history__timestamp_range on entity_history using gist (timestamp_range);

create table entity_stake (
  end_stake_period bigint not null,
  id bigint not null,
  pending_reward bigint not null,
  staked_node_id_start bigint not null,
  staked_to_me bigint not null,
  stake_total_start bigint not null,
  timestamp_range int8range not null,
  primary key (id)
);

create table entity_stake_history (
  end_stake_period bigint not null,
  id bigint not null,
  pending_reward bigint not null,
  staked_node_id_start bigint not null,
  staked_to_me bigint not null,
  stake_total_start bigint not null,
  timestamp_range int8range not null
);
create index entity_stake_history__id_lower_timestamp on entity_stake_history (id, lower(timestamp_range));
create index entity_stake_history__timestamp_range on entity_stake_history using gist (timestamp_range);

create table account_balance (
  consensus_timestamp nanos_timestamp not null,
  balance hbar_tinybars not null,
  account_id entity_id not null,
  primary key (account_id, consensus_timestamp)
) partition by range (consensus_timestamp);

create table account_balance_file (
  consensus_timestamp bigint not null,
  count bigint not null,
  load_start bigint not null,
  load_end bigint not null,
  file_hash varchar(96),
  name varchar(250) not null,
  bytes bytea,
  time_offset integer not null default 0,
  synthetic boolean not null default false,
  primary key (consensus_timestamp)
);
create index account_balance_file__name on account_balance_file (name);

create table crypto_allowance (
  amount_granted bigint not null,
  owner bigint not null,
  payer_account_id bigint not null,
  spender bigint not null,
  timestamp_range int8range not null,
  amount bigint not null default 0,
  primary key (owner, spender)
);

create table crypto_allowance_history (
  amount_granted bigint not null,
  owner bigint not null,
  payer_account_id bigint not null,
  spender bigint not null,
  timestamp_range int8range not null,
  amount bigint not null default 0
);
create index crypto_allowance_history__timestamp_range on crypto_allowance_history using gist (timestamp_range);
create index crypto_allowance_history_owner_spender_lower_timestamp on crypto_allowance_history (owner, spender, lower(timestamp_range));

create table hook (
  contract_id bigint,
  created_timestamp bigint,
  hook_id bigint not null,
  owner_id bigint not null,
  timestamp_range int8range,
  extension_point hook_extension_point not null default 'ACCOUNT_ALLOWANCE_HOOK',
  deleted boolean not null default false,
  admin_key bytea,
  type hook_type not null default 'EVM',
  primary key (owner_id, hook_id)
);

create table hook_history (
  contract_id bigint,
  created_timestamp bigint,
  hook_id bigint not null,
  owner_id bigint not null,
  timestamp_range int8range,
  extension_point hook_extension_point not null default 'ACCOUNT_ALLOWANCE_HOOK',
  deleted boolean not null default false,
  admin_key bytea,
  type hook_type not null default 'EVM'
);

create table hook_storage (
  created_timestamp bigint not null,
  hook_id bigint not null,
  modified_timestamp bigint not null,
  owner_id bigint not null,
  key bytea not null,
  value bytea not null,
  deleted boolean not null default false,
  primary key (owner_id, hook_id, key)
);

create table hook_storage_change (
  consensus_timestamp bigint not null,
  hook_id bigint not null,
  owner_id bigint not null,
  key bytea not null,
  value_read bytea not null,
  value_written bytea,
  deleted boolean not null default false,
  primary key (owner_id, hook_id, key, consensus_timestamp)
);

create table schedule (
  consensus_timestamp bigint not null,
  creator_account_id bigint not null,
  executed_timestamp bigint,
  payer_account_id bigint not null,
  schedule_id bigint not null,
  transaction_body bytea not null,
  expiration_time bigint,
  wait_for_expiry boolean not null default false,
  primary key (schedule_id)
);
create index schedule__creator_account_id on schedule (creator_account_id desc);

create table file_data (
  file_data bytea,
  consensus_timestamp nanos_timestamp not null,
  entity_id entity_id not null,
  transaction_type smallint not null,
  primary key (consensus_timestamp)
);
create index file_data__id_timestamp on file_data (entity_id, consensus_timestamp);

create table topic (
  admin_key bytea,
  created_timestamp bigint,
  id bigint not null,
  fee_exempt_key_list bytea,
  fee_schedule_key bytea,
  submit_key bytea,
  timestamp_range int8range not null,
  primary key (id)
);

create table topic_history (
  admin_key bytea,
  created_timestamp bigint,
  id bigint not null,
  fee_exempt_key_list bytea,
  fee_schedule_key bytea,
  submit_key bytea,
  timestamp_range int8range not null
);
create index topic_history__id_lower_timestamp_range on topic_history (id, lower(timestamp_range));
create index topic_history__timestamp_range on topic_history using gist (timestamp_range);

create table topic_message (
  consensus_timestamp nanos_timestamp not null,
  message bytea not null,
  running_hash bytea not null,
  sequence_number bigint not null,
  running_hash_version smallint,
  chunk_num integer,
  chunk_total integer,
  payer_account_id entity_id,
  valid_start_timestamp nanos_timestamp,
  topic_id bigint not null,
  initial_transaction_id bytea
);
create unique index topic_message__topic_id_seqnum on topic_message (topic_id, sequence_number);
create index topic_message__topic_id_timestamp on topic_message (topic_id, consensus_timestamp);

create table topic_message_lookup (
  partition text not null,
  sequence_number_range int8range not null,
  timestamp_range int8range not null,
  topic_id bigint not null,
  primary key (topic_id, partition)
);
