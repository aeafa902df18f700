-- Tokens, NFTs, associations, airdrops, allowances and custom fees.

create table token (
  token_id entity_id not null,
  created_timestamp bigint not null,
  decimals bigint not null,
  freeze_default boolean not null default false,
  freeze_key bytea,
  initial_supply bigint not null,
  kyc_key bytea,
  name varchar(100) not null,
  supply_key bytea,
  symbol varchar(100) not null,
  total_supply bigint not null default 0,
  treasury_account_id entity_id not null,
  wipe_key bytea,
  max_supply bigint not null default 9223372036854775807,
  supply_type token_supply_type not null default 'INFINITE',
  type token_type not null default 'FUNGIBLE_COMMON',
  fee_schedule_key bytea,
  pause_key bytea,
  pause_status token_pause_status not null default 'NOT_APPLICABLE',
  timestamp_range int8range not null,
  freeze_status smallint not null,
  kyc_status smallint not null,
  metadata bytea,
  metadata_key bytea,
  primary key (token_id)
);
create index token__name on token using gin (name gin_trgm_ops);

create table token_history (
  token_id entity_id not null,
  created_timestamp bigint not null,
  decimals bigint not null,
  freeze_default boolean not null default false,
  freeze_key bytea,
  initial_supply bigint not null,
  kyc_key bytea,
  name varchar(100) not null,
  supply_key bytea,
  symbol varchar(100) not null,
  total_supply bigint not null default 0,
  treasury_account_id entity_id not null,
  wipe_key bytea,
  max_supply bigint not null default 9223372036854775807,
  supply_type token_supply_type not null default 'INFINITE',
  type token_type not null default 'FUNGIBLE_COMMON',
  fee_schedule_key bytea,
  pause_key bytea,
  pause_status token_pause_status not null default 'NOT_APPLICABLE',
  timestamp_range int8range not null,
  freeze_status smallint not null,
  kyc_status smallint not null,
  metadata bytea,
  metadata_key bytea
);
create index token_history__timestamp_range on token_history using gist (timestamp_range);
create index token_history__token_id_timestamp_range on token_history (token_id, lower(timestamp_range));

-- Room for new versions on the same page, as in entity.
create table token_account (
  account_id bigint not null,
  associated boolean not null default false,
  automatic_association boolean,
  created_timestamp bigint,
  freeze_status smallint,
  kyc_status smallint,
  timestamp_range int8range not null,
  token_id bigint not null,
  balance bigint not null default 0,
  balance_timestamp bigint,
  primary key (account_id, token_id)
) with (fillfactor = 70);
create index token_account__token_id_account_id on token_account (token_id, account_id);

create table token_account_history (
  account_id bigint not null,
  associated boolean not null default false,
  automatic_association boolean,
  created_timestamp bigint,
  freeze_status smallint,
  kyc_status smallint,
  timestamp_range int8range not null,
  token_id bigint not null,
  balance bigint not null default 0,
  balance_timestamp bigint
);
create index token_account_history__account_token_lower_timestamp on token_account_history (account_id, token_id, lower(timestamp_range));
create index token_account_history__timestamp_range on token_account_history using gist (timestamp_range);

create table token_balance (
  consensus_timestamp bigint not null,
  account_id entity_id not null,
  balance bigint not null,
  token_id entity_id not null,
  primary key (account_id, token_id, consensus_timestamp)
) partition by range (consensus_timestamp);
create index token_balance__token_account_timestamp on token_balance (token_id, account_id, consensus_timestamp);

create table token_transfer (
  token_id entity_id not null,
  account_id entity_id not null,
  consensus_timestamp bigint not null,
  amount hbar_tinybars not null,
  payer_account_id bigint not null,
  is_approval boolean
);
create index token_transfer__account_timestamp on token_transfer (account_id, consensus_timestamp desc);
create index token_transfer__token_account_timestamp on token_transfer (consensus_timestamp desc, token_id desc, account_id desc);

create table token_airdrop (
  amount bigint,
  receiver_account_id bigint not null,
  sender_account_id bigint not null,
  serial_number bigint not null,
  state airdrop_state not null default 'PENDING',
  timestamp_range int8range not null,
  token_id bigint not null
);
create index token_airdrop__receiver_id on token_airdrop (receiver_account_id, sender_account_id, token_id, serial_number);
create unique index token_airdrop__sender_id on token_airdrop (sender_account_id, receiver_account_id, token_id, serial_number);

create table token_airdrop_history (
  amount bigint,
  receiver_account_id bigint not null,
  sender_account_id bigint not null,
  serial_number bigint not null,
  state airdrop_state not null default 'PENDING',
  timestamp_range int8range not null,
  token_id bigint not null
);
create index token_airdrop_history__timestamp_range on token_airdrop_history using gist (timestamp_range);

create table token_allowance (
  amount_granted bigint not null,
  owner bigint not null,
  payer_account_id bigint not null,
  spender bigint not null,
  timestamp_range int8range not null,
  token_id bigint not null,
  amount bigint not null default 0,
  primary key (owner, spender, token_id)
);

create table token_allowance_history (
  amount_granted bigint not null,
  owner bigint not null,
  payer_account_id bigint not null,
  spender bigint not null,
  timestamp_range int8range not null,
  token_id bigint not null,
  amount bigint not null default 0
);
create index token_allowance_history__owner_spender_token_lower_timestamp on token_allowance_history (owner, spender, token_id, lower(timestamp_range));
create index token_allowance_history__timestamp_range on token_allowance_history using gist (timestamp_range);

create table nft (
  account_id bigint,
  created_timestamp bigint,
  deleted boolean default false,
  metadata bytea,
  serial_number bigint not null,
  token_id bigint not null,
  delegating_spender bigint,
  spender bigint,
  timestamp_range int8range not null,
  primary key (token_id, serial_number)
);
create index nft__account_token_serialnumber on nft (account_id, token_id, serial_number);
create index nft__allowance on nft (account_id, spender, token_id, serial_number) where ((account_id is not null) and (spender is not null));

create table nft_history (
  account_id bigint,
  created_timestamp bigint,
  deleted boolean default false,
  metadata bytea,
  serial_number bigint not null,
  token_id bigint not null,
  delegating_spender bigint,
  spender bigint,
  timestamp_range int8range not null
);
create index nft_history__account_timestamp_range on nft_history using gist (account_id, timestamp_range);
create index nft_history__token_serial_lower_timestamp on nft_history (token_id, serial_number, lower(timestamp_range));

create table nft_allowance (
  approved_for_all boolean not null,
  owner bigint not null,
  payer_account_id bigint not null,
  spender bigint not null,
  timestamp_range int8range not null,
  token_id bigint not null,
  primary key (owner, spender, token_id)
);
create index nft_allowance__spender_owner_token on nft_allowance (spender, owner, token_id);

create table nft_allowance_history (
  approved_for_all boolean not null,
  owner bigint not null,
  payer_account_id bigint not null,
  spender bigint not null,
  timestamp_range int8range not null,
  token_id bigint not null
);
create index nft_allowance_history__owner_spender_token_lower_timestamp on nft_allowance_history (owner, spender, token_id, lower(timestamp_range));
create index nft_allowance_history__timestamp_range on nft_allowance_history using gist (timestamp_range);

create table custom_fee (
  fixed_fees jsonb,
  fractional_fees jsonb,
  royalty_fees jsonb,
  timestamp_range int8range not null,
  entity_id bigint not null,
  primary key (entity_id)
);

create table custom_fee_history (
  fixed_fees jsonb,
  fractional_fees jsonb,
  royalty_fees jsonb,
  timestamp_range int8range not null,
  entity_id bigint not null
);
create index custom_fee_history__timestamp_range on custom_fee_history using gist (timestamp_range);
create index custom_fee_history__token_id_timestamp_range on custom_fee_history (entity_id, lower(timestamp_range));
