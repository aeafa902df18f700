-- Which processes have the role ingest, and which one is to write next. Nothing here decides who may write: that is an
-- advisory lock. One row a process; those of processes that are gone are removed after a day.
create table tain.ingest_process (
  instance uuid primary key,
  -- Host and process id, as people know it.
  name text not null,
  state text not null check (state in ('writing', 'standby')),
  since timestamptz not null,
  seen_at timestamptz not null,
  -- Of the writer: number of the last block that its source gave.
  taken bigint,
  -- Of a standby: a proven block that its source has and the writer has not taken, and since when that is known.
  ahead bigint,
  ahead_since timestamptz
);

-- While it is in force nobody else may begin to write, and who writes lets go: one row at most.
create table tain.ingest_handover (
  one boolean primary key default true check (one),
  successor uuid not null,
  reason text not null check (reason in ('asked', 'source')),
  begun_at timestamptz not null,
  until timestamptz not null
);
