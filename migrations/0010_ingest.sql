-- What the ingest keeps for itself, and the balance index, by which lists search for balances.

-- Which network this database holds: a second network must not be mixed in.
create table tain.network (
  one boolean primary key default true check (one),
  name text not null,
  first_used timestamptz not null default clock_timestamp()
);

-- With which balance file of the network balances began, where the stored stream begins in the middle
-- of history: one row at most. Balances are begun once.
create table tain.balance_seed (
  one boolean primary key default true check (one),
  -- Of the balance file, in nanoseconds.
  consensus_timestamp bigint not null,
  accounts bigint not null
);

-- The keys of the rows with balances that a batch changed; read and emptied by the next balance snapshot.
create table tain.change_log (
  -- Consensus end of the batch's last block.
  consensus_end bigint primary key,
  -- Rows changed whose keys are not listed.
  everything boolean not null default false,
  accounts bigint[] not null default '{}',
  -- Accounts and tokens of associations, side by side.
  holders bigint[] not null default '{}',
  tokens bigint[] not null default '{}'
);
-- Ids compress by little, and trying takes longer than writing them.
alter table tain.change_log
  alter column accounts set storage external,
  alter column holders set storage external,
  alter column tokens set storage external;

-- What is being computed, and how far it has come; at most one job of each kind.
create table tain.derived_job (
  kind text primary key check (kind in ('balance-snapshot', 'entity-stakes', 'balance-index')),
  -- The instant whose state is computed, in nanoseconds.
  at bigint not null,
  phase text not null,
  -- The key up to which rows of this phase were looked at.
  position bigint[] not null,
  -- Rows stored so far, where the job counts them.
  stored bigint not null default 0,
  parameters jsonb not null default '{}'
);

-- Who staked what at the instant of the stakes that are computed.
create table tain.stake_state (
  id bigint primary key,
  staked_account_id bigint,
  staked_node_id bigint not null,
  stake_period_start bigint,
  balance bigint not null
);
create index stake_state__staked_account on tain.stake_state (staked_account_id) include (balance)
  where staked_account_id <> 0;

-- The balance index. Balances change with nearly every transaction: an index on them in the table of
-- entities would make each change a new version of the whole row in all of its indexes. Here few columns
-- change in few indexes, and entities are updated in place.
create table tain.current_balance (
  account_id bigint primary key,
  balance bigint not null,
  -- Digits of the balance in base 2: accounts within bounds of the balance are read by id within each.
  octave smallint not null generated always as (
    case when balance <= 0 then 0 else 65 - position('1' in balance::bit(64)::text) end) stored
);
create index current_balance__balance on tain.current_balance (balance, account_id);
create index current_balance__octave on tain.current_balance (octave, account_id);

create table tain.current_token_balance (
  account_id bigint not null,
  token_id bigint not null,
  balance bigint not null,
  balance_timestamp bigint,
  associated boolean not null,
  primary key (account_id, token_id)
);
-- Who holds a token, by the balance.
create index current_token_balance__balance on tain.current_token_balance (token_id, balance, account_id)
  where associated;

-- Whether the balance index has the balances of the last block. Lists do without it where it has not.
create table tain.balance_index (
  one boolean primary key default true check (one),
  is_current boolean not null
);
insert into tain.balance_index (is_current) values (false);
