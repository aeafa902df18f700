-- The schema of the ledger's tables is that of a public mirror node's database (release 0.160), so that
-- tools written for one can read the other. What is only ours lives in the schema "tain" or is an index
-- named tain__…. These files are the beginning; what has landed is never edited (see CONTRIBUTING.md).

create extension if not exists btree_gist;
create extension if not exists pg_trgm;

create type airdrop_state as enum ('CANCELLED', 'CLAIMED', 'PENDING');
create type entity_type as enum ('UNKNOWN', 'ACCOUNT', 'CONTRACT', 'FILE', 'TOPIC', 'TOKEN', 'SCHEDULE');
create type errata_type as enum ('INSERT', 'DELETE');
create type hook_extension_point as enum ('ACCOUNT_ALLOWANCE_HOOK');
create type hook_type as enum ('EVM');
create type token_pause_status as enum ('NOT_APPLICABLE', 'PAUSED', 'UNPAUSED');
create type token_supply_type as enum ('INFINITE', 'FINITE');
create type token_type as enum ('FUNGIBLE_COMMON', 'NON_FUNGIBLE_UNIQUE');

create domain entity_id as bigint;
create domain entity_num as integer;
create domain entity_realm_num as smallint;
create domain entity_type_id as char(1);
create domain hbar_tinybars as bigint;
create domain nanos_timestamp as bigint;
