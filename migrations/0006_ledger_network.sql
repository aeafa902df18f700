-- The network: nodes, address books, stakes, freezes.

create table address_book (
  start_consensus_timestamp nanos_timestamp not null,
  end_consensus_timestamp nanos_timestamp,
  file_id entity_id not null,
  node_count integer,
  file_data bytea not null,
  primary key (start_consensus_timestamp)
);

create table address_book_entry (
  consensus_timestamp nanos_timestamp not null,
  memo varchar(128),
  public_key varchar(1024),
  node_id bigint not null,
  node_account_id entity_id not null,
  node_cert_hash bytea,
  description varchar(100),
  stake bigint,
  primary key (consensus_timestamp, node_id)
);
create index address_book_entry__timestamp on address_book_entry (consensus_timestamp);

create table address_book_service_endpoint (
  consensus_timestamp bigint not null,
  ip_address_v4 varchar(15) not null default '',
  node_id bigint not null,
  port integer not null,
  domain_name varchar(253) not null default ''
);
create index address_book_service_endpoint__timestamp_node_id on address_book_service_endpoint (consensus_timestamp, node_id);

create table node (
  admin_key bytea,
  created_timestamp bigint,
  deleted boolean not null default false,
  node_id bigint not null,
  timestamp_range int8range not null,
  decline_reward boolean not null default false,
  grpc_proxy_endpoint jsonb,
  account_id bigint,
  associated_registered_nodes bigint[],
  primary key (node_id)
);

create table node_history (
  admin_key bytea,
  created_timestamp bigint,
  deleted boolean not null default false,
  node_id bigint not null,
  timestamp_range int8range not null,
  decline_reward boolean not null default false,
  grpc_proxy_endpoint jsonb,
  account_id bigint,
  associated_registered_nodes bigint[]
);
create index node_history__node_id_lower_timestamp on node_history (node_id, lower(timestamp_range));

create table node_stake (
  consensus_timestamp bigint not null,
  epoch_day bigint not null,
  node_id bigint not null,
  reward_rate bigint not null,
  stake bigint not null,
  stake_rewarded bigint not null,
  staking_period bigint not null,
  max_stake bigint not null,
  min_stake bigint not null,
  stake_not_rewarded bigint not null,
  primary key (consensus_timestamp, node_id)
);
create index node_stake__epoch_day on node_stake (epoch_day);

create table network_freeze (
  consensus_timestamp bigint not null,
  end_time bigint,
  file_hash bytea not null,
  file_id bigint,
  payer_account_id bigint not null,
  start_time bigint not null,
  type smallint not null,
  primary key (consensus_timestamp)
);

create table network_stake (
  consensus_timestamp bigint not null,
  epoch_day bigint not null,
  max_staking_reward_rate_per_hbar bigint not null,
  node_reward_fee_denominator bigint not null,
  node_reward_fee_numerator bigint not null,
  stake_total bigint not null,
  staking_period bigint not null,
  staking_period_duration bigint not null,
  staking_periods_stored bigint not null,
  staking_reward_fee_denominator bigint not null,
  staking_reward_fee_numerator bigint not null,
  staking_reward_rate bigint not null,
  staking_start_threshold bigint not null,
  max_stake_rewarded bigint not null default 0,
  max_total_reward bigint not null default 0,
  reserved_staking_rewards bigint not null default 0,
  reward_balance_threshold bigint not null default 0,
  unreserved_staking_reward_balance bigint not null default 0,
  primary key (consensus_timestamp)
);

create table registered_node (
  admin_key bytea,
  created_timestamp bigint,
  deleted boolean not null default false,
  description varchar(100),
  registered_node_id bigint not null,
  service_endpoints jsonb,
  timestamp_range int8range not null,
  type smallint[] not null default '{}',
  primary key (registered_node_id)
);
create index registered_node__type on registered_node using gin (type) where (deleted is false);

create table registered_node_history (
  admin_key bytea,
  created_timestamp bigint,
  deleted boolean not null default false,
  description varchar(100),
  registered_node_id bigint not null,
  service_endpoints jsonb,
  timestamp_range int8range not null,
  type smallint[] not null default '{}'
);
create index registered_node_history__node_id_lower_timestamp on registered_node_history (registered_node_id, lower(timestamp_range));

create table ledger (
  consensus_timestamp bigint not null,
  history_proof_verification_key bytea not null,
  ledger_id bytea not null,
  node_contributions jsonb not null,
  primary key (ledger_id)
);
