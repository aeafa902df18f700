-- Contracts: code, state, results, logs, actions.

create table contract (
  id bigint not null,
  file_id bigint,
  initcode bytea,
  runtime_bytecode bytea,
  primary key (id)
);

create table contract_action (
  call_depth integer not null,
  call_type integer,
  caller bigint,
  caller_type entity_type default 'CONTRACT',
  consensus_timestamp bigint not null,
  gas bigint not null,
  gas_used bigint not null,
  index integer not null,
  input bytea,
  recipient_account bigint,
  recipient_address bytea,
  recipient_contract bigint,
  result_data bytea,
  result_data_type integer not null,
  value bigint not null,
  call_operation_type integer,
  payer_account_id bigint not null,
  primary key (consensus_timestamp, index)
);

create table contract_log (
  bloom bytea not null,
  consensus_timestamp bigint not null,
  contract_id bigint not null,
  data bytea not null,
  index integer not null,
  topic0 bytea,
  topic1 bytea,
  topic2 bytea,
  topic3 bytea,
  payer_account_id bigint not null,
  root_contract_id bigint,
  transaction_hash bytea,
  transaction_index integer,
  synthetic boolean,
  primary key (consensus_timestamp, index)
);
create index contract_log__contract_id_timestamp_index on contract_log (contract_id, consensus_timestamp desc, index);
create index contract_log__synthetic_timestamp on contract_log (consensus_timestamp desc, index desc) where (synthetic is true);

create table contract_result (
  function_parameters bytea not null,
  gas_limit bigint not null,
  function_result bytea,
  gas_used bigint,
  consensus_timestamp nanos_timestamp not null,
  amount bigint,
  bloom bytea,
  call_result bytea,
  contract_id bigint not null,
  created_contract_ids bigint[],
  error_message text,
  payer_account_id bigint not null,
  sender_id bigint,
  failed_initcode bytea,
  transaction_hash bytea,
  transaction_index integer,
  transaction_result smallint not null,
  transaction_nonce integer not null default 0,
  gas_consumed bigint,
  primary key (consensus_timestamp)
);
create index contract_result__id_sender_timestamp on contract_result (contract_id, sender_id, consensus_timestamp);
create index contract_result__id_timestamp on contract_result (contract_id, consensus_timestamp);
create index contract_result__sender_timestamp on contract_result (sender_id, consensus_timestamp);

create table contract_state (
  contract_id bigint not null,
  created_timestamp bigint not null,
  modified_timestamp bigint not null,
  slot bytea not null,
  value bytea,
  primary key (contract_id, slot)
);

create table contract_state_change (
  consensus_timestamp bigint not null,
  contract_id bigint not null,
  payer_account_id bigint not null,
  slot bytea not null,
  value_read bytea not null,
  value_written bytea,
  migration boolean not null default false,
  primary key (consensus_timestamp, contract_id, slot)
);
create index contract_state_change__id_slot_timestamp on contract_state_change (contract_id, slot, consensus_timestamp);

create table contract_transaction (
  consensus_timestamp bigint not null,
  entity_id bigint not null,
  contract_ids bigint[] not null,
  payer_account_id bigint not null,
  primary key (consensus_timestamp, entity_id)
);

create table contract_transaction_hash (
  consensus_timestamp bigint not null,
  hash bytea not null,
  payer_account_id bigint not null,
  entity_id bigint not null,
  transaction_result smallint not null
);
create index contract_transaction_hash__hash on contract_transaction_hash using hash (hash);
