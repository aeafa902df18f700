-- Whose trouble it is: what the mirror reads from, the network, or what was read.

alter table tain.ingest_state
  add column problem_cause text check (problem_cause in ('source', 'network', 'file')),
  -- When what the mirror reads from last said what it has.
  add column source_answered_at timestamptz;

-- Times in which a role could not do its work because it could not use the database, and so could not say so then. Rows
-- wait here until the status service has taken them into account.
create table tain.unseen_outage (
  id bigint generated always as identity primary key,
  service text not null check (service in ('api', 'contract_calls', 'ingest')),
  instance text not null,
  from_at timestamptz not null,
  until_at timestamptz not null,
  check (from_at < until_at)
);
