-- Evidence for the status service, which other roles report through functions (functions/evidence.sql).
-- Nothing here grows with the ledger's history: evidence of single files and intervals is kept for
-- hours, of days for months.

-- Who signed which stream file. One row a file; the arrays run in parallel, one element a node.
create table tain.signature_evidence (
  consensus_end bigint primary key,
  node_ids bigint[] not null,
  node_account_ids bigint[] not null,
  outcomes text[] not null
);

-- The same, counted per node and day of consensus time (UTC).
create table tain.signature_day (
  day date not null,
  node_id bigint not null,
  node_account_id bigint not null,
  verified bigint not null default 0,
  diverged bigint not null default 0,
  invalid bigint not null default 0,
  unreadable bigint not null default 0,
  missing bigint not null default 0,
  last_verified bigint,
  primary key (day, node_id)
);

create table tain.ingest_state (
  stream text primary key check (stream in ('record', 'block')),
  seen_at timestamptz not null,
  last_block bigint,
  consensus_end bigint,
  version text,
  caught_up boolean not null,
  problem text,
  problem_since timestamptz,
  -- When the stream last went on, by the clock of who reads it: what its blocks say of the time need not
  -- be comparable with any clock here.
  advanced_at timestamptz
);

create table tain.api_health (
  service text not null check (service in ('api', 'contract_calls')),
  instance text not null,
  at timestamptz not null,
  requests bigint not null check (requests >= 0),
  errors bigint not null check (errors >= 0),
  p50_ms double precision not null,
  p99_ms double precision not null,
  -- Refused because too much was asked at once, which is no failure: counted apart.
  refused bigint not null default 0 check (refused >= 0),
  primary key (service, instance, at)
);

create table tain.api_day (
  day date not null,
  service text not null,
  requests bigint not null,
  errors bigint not null,
  refused bigint not null default 0,
  primary key (day, service)
);

-- What the query service finds when it asks itself: strangers can neither fail these requests nor
-- outnumber them. Rounds are kept for an hour.
create table tain.api_probe (
  service text not null,
  instance text not null,
  at timestamptz not null,
  asked int not null check (asked > 0),
  failed int not null check (failed >= 0),
  slowest_ms double precision not null,
  primary key (service, instance, at)
);

create table tain.block_node_health (
  name text primary key,
  seen_at timestamptz not null,
  last_ok_at timestamptz,
  problem text
);
