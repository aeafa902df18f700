-- What is kept of the history, and since when. Readers answer by it; the retention job and the ingest write it.

-- One row for each family of rows (`src/schema/kept-tables.ts`).
create table tain.kept (
  family text primary key check (
    family in ('blocks', 'transactions', 'contracts', 'actions', 'topics', 'balances', 'history')),
  -- Rows of earlier consensus times (nanoseconds) are removed, or may be at any moment.
  kept_from bigint not null default 0,
  -- From this consensus time on every row is stored; null while settings leave some out.
  whole_from bigint default 0
);
insert into tain.kept (family)
values ('blocks'), ('transactions'), ('contracts'), ('actions'), ('topics'), ('balances'), ('history');

-- The first block that was ever stored, once its row is removed: whether what is stored reaches back to the
-- network's beginning does not change with what is removed later.
create table tain.first_block (
  one boolean primary key default true check (one),
  index bigint not null,
  consensus_start bigint not null
);

-- How far the removal of a family has come, where it takes more than one step.
create table tain.retention (
  family text primary key references tain.kept,
  -- What `kept_from` was before it rose; consensus end of the last block then, and the time: rows leave a while later.
  raised_from bigint not null,
  raised_block bigint not null,
  raised_at timestamptz not null,
  -- The part that is being gone through, and the key up to which that is done; null before the first one.
  part text,
  position text
);
