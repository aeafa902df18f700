-- With which balance file of the network balances began, where the stored stream begins in the middle
-- of history: one row at most. Balances are begun once.
create table tain.balance_seed (
  one boolean primary key default true check (one),
  -- Of the balance file, in nanoseconds.
  consensus_timestamp bigint not null,
  accounts bigint not null
);
