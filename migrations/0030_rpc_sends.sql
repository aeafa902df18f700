-- Role rpc pays for transactions of its clients within a budget for each UTC day, which all processes of a payer share.

-- Tinybars that are spent or reserved. Client '' is the sum of all.
create table tain.rpc_spent (
  payer bigint not null,
  day date not null,
  client text not null,
  tinybars bigint not null,
  primary key (payer, day, client)
);

-- Transactions that were sent, or were about to be, and whose outcome is not known yet. Payer and valid start are their id.
create table tain.rpc_send (
  payer bigint not null,
  valid_start_ns bigint not null,
  -- Keccak-256 of the Ethereum transaction.
  hash bytea not null,
  -- Row of tain.rpc_spent that contains the reserved tinybars.
  day date not null,
  client text not null,
  tinybars bigint not null,
  primary key (payer, valid_start_ns),
  unique (payer, hash)
);
