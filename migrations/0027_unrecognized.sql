-- Parts of the stream that the program which read them does not know: the network is newer. At most some hundred rows.
create table tain.unrecognized (
  -- `transaction type`, `field` and others (src/kernel/unrecognized.ts).
  kind text not null,
  -- Number of the part, or a message's name with the number of its field; `others`: those beyond the limit.
  name text not null,
  count bigint not null,
  -- Consensus ends (nanoseconds) of the first and the last block that had it.
  first_seen bigint not null,
  last_seen bigint not null,
  primary key (kind, name)
);
