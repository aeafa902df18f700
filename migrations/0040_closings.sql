-- What the end of a block asks of all rows (a balance snapshot, the stakes of a period that ended) is
-- computed in slices over the transactions that follow, so that no block waits for all of it. What
-- is under way stands here, at most one of each kind. Rows that later blocks change are kept as they
-- were before they change, so every slice sees the state of the one instant.

create table tain.snapshot_under_way (
  one boolean primary key default true check (one),
  -- The instant of the snapshot, and since when a balance has changed if it counts as changed.
  at bigint not null,
  since bigint not null,
  -- Whether it has all accounts or only those that changed.
  whole boolean not null,
  treasury bigint not null,
  treasury_balance bigint not null,
  -- Where the next slice begins: accounts first, then tokens.
  phase text not null default 'accounts' check (phase in ('accounts', 'tokens')),
  position bigint[] not null,
  -- Accounts stored so far.
  accounts bigint not null default 0
);

create table tain.stakes_under_way (
  one boolean primary key default true check (one),
  -- Consensus time of the stake update, and the day that ended.
  at bigint not null,
  day bigint not null,
  -- 0.0.800.
  reward_account bigint not null,
  phase text not null default 'states' check (phase in ('states', 'stakes')),
  position bigint not null
);

-- Who staked what at the instant of the stakes that are under way.
create table tain.stake_state (
  id bigint primary key,
  staked_account_id bigint,
  staked_node_id bigint not null,
  stake_period_start bigint,
  balance bigint not null
);
create index stake_state__staked_account on tain.stake_state (staked_account_id) include (balance)
  where staked_account_id <> 0;
