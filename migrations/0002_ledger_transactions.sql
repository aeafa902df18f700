-- What was in the stream: files, transactions, transfers of hbar, signatures, hashes.

create table record_file (
  name varchar(250) not null,
  load_start bigint not null,
  load_end bigint not null,
  hash varchar(96) not null,
  prev_hash varchar(96) not null,
  consensus_start bigint not null,
  consensus_end bigint not null,
  count bigint not null,
  digest_algorithm integer not null,
  hapi_version_major integer,
  hapi_version_minor integer,
  hapi_version_patch integer,
  version integer not null,
  file_hash varchar(96) not null,
  bytes bytea,
  index bigint not null,
  gas_used bigint default -1,
  logs_bloom bytea,
  size integer,
  sidecar_count integer not null default 0,
  software_version_major integer,
  software_version_minor integer,
  software_version_patch integer,
  round_start bigint,
  round_end bigint,
  previous_wrapped_record_block_hash bytea,
  wrapped_record_block_hash bytea,
  receipts_root bytea,
  primary key (consensus_end)
);
create index record_file__hash on record_file (hash COLLATE "C");
create index record_file__index on record_file (index);

create table sidecar_file (
  bytes bytea,
  count integer,
  consensus_end bigint not null,
  hash_algorithm integer not null,
  hash bytea not null,
  id integer not null,
  name varchar(250) not null,
  size integer,
  types integer[] not null,
  primary key (consensus_end, id)
);

create table transaction (
  consensus_timestamp bigint not null,
  type smallint not null,
  result smallint not null,
  payer_account_id entity_id not null,
  valid_start_ns bigint not null,
  valid_duration_seconds bigint,
  node_account_id entity_id,
  entity_id entity_id,
  initial_balance bigint default 0,
  max_fee hbar_tinybars,
  charged_tx_fee bigint,
  memo bytea,
  transaction_hash bytea,
  transaction_bytes bytea,
  scheduled boolean not null default false,
  nonce integer not null default 0,
  parent_consensus_timestamp bigint,
  errata errata_type,
  index integer,
  nft_transfer jsonb,
  itemized_transfer jsonb,
  transaction_record_bytes bytea,
  max_custom_fees bytea[],
  batch_key bytea,
  inner_transactions bigint[],
  high_volume boolean not null default false,
  congestion_pricing_multiplier bigint,
  high_volume_pricing_multiplier bigint,
  primary key (consensus_timestamp)
);
create index transaction__payer_account_id_consensus_ns on transaction (payer_account_id, consensus_timestamp);
create index transaction__transaction_id on transaction (valid_start_ns, payer_account_id);
create index transaction__type_consensus_timestamp on transaction (type, consensus_timestamp);

create table transaction_hash (
  consensus_timestamp bigint not null,
  hash bytea not null,
  payer_account_id bigint,
  hash_suffix bytea
) partition by list (mod(get_byte(hash, 0), 32));
create index transaction_hash__hash on transaction_hash using hash (substring(hash from 1 for 32));

-- By the first byte of the hash.
do $$
begin
  for n in 0..31 loop
    execute format('create table transaction_hash_%s partition of transaction_hash for values in (%s)',
                   lpad(n::text, 2, '0'), n);
  end loop;
end $$;

-- Hashes are as good as unique: a few hundred rows show it as well as 30,000 of each partition, and
-- statistics of these 32 were a quarter of all that autovacuum did.
do $$
declare
  part regclass;
  col text;
begin
  for part in select inhrelid::regclass from pg_inherits where inhparent = 'transaction_hash'::regclass loop
    foreach col in array array['consensus_timestamp', 'hash', 'payer_account_id', 'hash_suffix'] loop
      execute format('alter table %s alter column %I set statistics 1', part, col);
    end loop;
    execute format('alter index %s alter column 1 set statistics 1',
                   (select indexrelid::regclass from pg_index where indrelid = part));
  end loop;
end $$;

create table transaction_signature (
  consensus_timestamp bigint not null,
  public_key_prefix bytea not null,
  entity_id bigint,
  signature bytea not null,
  type smallint
);
create index transaction_signature__entity_id on transaction_signature (entity_id desc, consensus_timestamp desc);

create table entity_transaction (
  consensus_timestamp bigint not null,
  entity_id bigint not null,
  payer_account_id bigint not null,
  result smallint not null,
  type smallint not null,
  primary key (entity_id, consensus_timestamp)
);

create table crypto_transfer (
  entity_id entity_id not null,
  consensus_timestamp nanos_timestamp not null,
  amount hbar_tinybars not null,
  payer_account_id bigint not null,
  is_approval boolean,
  errata errata_type
);
create index crypto_transfer__consensus_timestamp on crypto_transfer (consensus_timestamp);
create index crypto_transfer__entity_id_consensus_timestamp on crypto_transfer (entity_id, consensus_timestamp) where (entity_id <> 98);

create table non_fee_transfer (
  entity_id entity_id,
  consensus_timestamp nanos_timestamp not null,
  amount hbar_tinybars not null,
  payer_account_id bigint not null,
  is_approval boolean
);
create index non_fee_transfer__consensus_timestamp on non_fee_transfer (consensus_timestamp);

create table staking_reward_transfer (
  account_id bigint not null,
  amount bigint not null,
  consensus_timestamp bigint not null,
  payer_account_id bigint not null,
  primary key (consensus_timestamp, account_id)
);
create index staking_reward_transfer__account_timestamp on staking_reward_transfer (account_id, consensus_timestamp);

create table assessed_custom_fee (
  amount bigint not null,
  collector_account_id bigint not null,
  consensus_timestamp bigint not null,
  token_id bigint,
  effective_payer_account_ids bigint[] not null,
  payer_account_id bigint not null
);
create index assessed_custom_fee__consensus_timestamp on assessed_custom_fee (consensus_timestamp);

create table ethereum_transaction (
  call_data_id bigint,
  call_data bytea,
  chain_id bytea,
  consensus_timestamp bigint not null,
  data bytea not null,
  gas_limit bigint not null,
  gas_price bytea,
  hash bytea not null,
  max_fee_per_gas bytea,
  max_gas_allowance bigint not null,
  max_priority_fee_per_gas bytea,
  nonce bigint not null,
  payer_account_id bigint not null,
  recovery_id smallint,
  signature_r bytea not null,
  signature_s bytea not null,
  signature_v bytea,
  to_address bytea,
  type smallint not null,
  value bytea,
  authorization_list jsonb,
  access_list jsonb,
  primary key (consensus_timestamp)
);

create table prng (
  consensus_timestamp bigint not null,
  range integer not null,
  prng_bytes bytea,
  prng_number integer,
  payer_account_id bigint not null,
  primary key (consensus_timestamp)
);

create table live_hash (
  livehash bytea,
  consensus_timestamp nanos_timestamp not null,
  primary key (consensus_timestamp)
);
