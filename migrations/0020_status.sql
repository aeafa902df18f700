-- The status service. Two halves: evidence, which other roles write through the four functions
-- note_signatures, note_ingest, note_api and note_block_node; and the service's own tables,
-- status_*, which it alone writes. Nothing here grows with the ledger's history: evidence of single
-- files and intervals is kept for hours, of days for months.

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
  problem_since timestamptz
);

create table tain.api_health (
  service text not null check (service in ('api', 'contract_calls')),
  instance text not null,
  at timestamptz not null,
  requests bigint not null check (requests >= 0),
  errors bigint not null check (errors >= 0),
  p50_ms double precision not null,
  p99_ms double precision not null,
  primary key (service, instance, at)
);

create table tain.api_day (
  day date not null,
  service text not null,
  requests bigint not null,
  errors bigint not null,
  primary key (day, service)
);

create table tain.block_node_health (
  name text primary key,
  seen_at timestamptz not null,
  last_ok_at timestamptz,
  problem text
);

create function tain.instant_of_ms(ms bigint) returns timestamptz language sql immutable parallel safe
  as $$ select timestamptz 'epoch' + ms * interval '1 millisecond' $$;

create function tain.day_of_nanos(nanos bigint) returns date language sql immutable parallel safe
  as $$ select date '1970-01-01' + (nanos / 86400000000000)::int $$;

-- One call per batch of stream files, in the transaction that stores them. The four arrays run in
-- parallel, one element per file and node. A file that is noted twice counts once.
create function tain.note_signatures(
  consensus_ends bigint[], nodes bigint[], accounts bigint[], results text[]
) returns void language plpgsql as $$
declare
  newest bigint := (select max(e) from unnest(consensus_ends) as e);
begin
  if newest is null then return; end if;
  with signature as (
    select s.consensus_end, s.node_id, s.node_account_id, s.outcome
      from unnest(consensus_ends, nodes, accounts, results)
        as s(consensus_end, node_id, node_account_id, outcome)
  ), stored as (
    insert into tain.signature_evidence
    select consensus_end, array_agg(node_id order by node_id), array_agg(node_account_id order by node_id),
           array_agg(outcome order by node_id)
      from signature group by consensus_end
    on conflict (consensus_end) do nothing
    returning consensus_end
  )
  insert into tain.signature_day as d
         (day, node_id, node_account_id, verified, diverged, invalid, unreadable, missing, last_verified)
  select tain.day_of_nanos(consensus_end), node_id, (array_agg(node_account_id order by consensus_end desc))[1],
         count(*) filter (where outcome = 'verified'), count(*) filter (where outcome = 'diverged'),
         count(*) filter (where outcome = 'invalid'), count(*) filter (where outcome = 'unreadable'),
         count(*) filter (where outcome = 'missing'), max(consensus_end) filter (where outcome = 'verified')
    from signature join stored using (consensus_end)
   group by 1, 2
  on conflict (day, node_id) do update set
    node_account_id = excluded.node_account_id,
    verified = d.verified + excluded.verified,
    diverged = d.diverged + excluded.diverged,
    invalid = d.invalid + excluded.invalid,
    unreadable = d.unreadable + excluded.unreadable,
    missing = d.missing + excluded.missing,
    last_verified = greatest(d.last_verified, excluded.last_verified);
  -- Two hours of single files, thirteen months of days, both in consensus time.
  delete from tain.signature_evidence where consensus_end < newest - 7200000000000;
  delete from tain.signature_day where day < tain.day_of_nanos(newest) - 400;
end $$;

-- Every few seconds, also while nothing happens: it is the sign of life of ingest. A null block,
-- consensus time or version leaves what was known. `up_to_date`: the source has nothing newer.
create function tain.note_ingest(
  stream_kind text, at_ms bigint, block bigint, end_of_block bigint, network_version text,
  up_to_date boolean, trouble text
) returns void language sql as $$
  insert into tain.ingest_state as s
    values (stream_kind, tain.instant_of_ms(at_ms), block, end_of_block, network_version, up_to_date, trouble,
            case when trouble is not null then tain.instant_of_ms(at_ms) end)
  on conflict (stream) do update set
    seen_at = excluded.seen_at,
    last_block = coalesce(excluded.last_block, s.last_block),
    consensus_end = coalesce(excluded.consensus_end, s.consensus_end),
    version = coalesce(excluded.version, s.version),
    caught_up = excluded.caught_up,
    problem = excluded.problem,
    problem_since = case when excluded.problem is not null
                         then coalesce(s.problem_since, excluded.problem_since) end
$$;

-- Every ten seconds or so per process, also when there was no request: what it answered since.
-- Errors are answers with a status of 500 or more; latencies are milliseconds.
create function tain.note_api(
  service_name text, instance_name text, at_ms bigint, request_count bigint, error_count bigint,
  p50 double precision, p99 double precision
) returns void language sql as $$
  insert into tain.api_health
    values (service_name, instance_name, tain.instant_of_ms(at_ms), request_count, error_count, p50, p99)
    on conflict do nothing;
  insert into tain.api_day as d
    values (tain.day_of_nanos(at_ms * 1000000), service_name, request_count, error_count)
    on conflict (day, service) do update set
      requests = d.requests + excluded.requests, errors = d.errors + excluded.errors;
  delete from tain.api_health
   where service = service_name and at < tain.instant_of_ms(at_ms) - interval '1 hour';
  delete from tain.api_day where day < tain.day_of_nanos(at_ms * 1000000) - 400;
$$;

-- Each time a block node was asked: null when it answered well, else what went wrong.
create function tain.note_block_node(node_name text, at_ms bigint, trouble text) returns void language sql as $$
  insert into tain.block_node_health as h
    values (node_name, tain.instant_of_ms(at_ms),
            case when trouble is null then tain.instant_of_ms(at_ms) end, trouble)
  on conflict (name) do update set
    seen_at = excluded.seen_at,
    last_ok_at = coalesce(excluded.last_ok_at, h.last_ok_at),
    problem = excluded.problem;
  delete from tain.block_node_health where seen_at < tain.instant_of_ms(at_ms) - interval '7 days';
$$;

-- The service's own state. Every change adds one to the page's version, under whose row lock it runs.
create table tain.status_page (
  singleton boolean primary key default true check (singleton),
  id text not null,
  version bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Until when the seconds in status_component_day are counted.
  accounted_until timestamptz
);

create table tain.status_component (
  id text primary key,
  -- What evidence decides its status: `network`, `stream`, `ingest`, `node:3`…; null when a person does.
  key text unique,
  name text not null,
  description text,
  status text not null,
  status_since timestamptz not null,
  -- Why it has the status it has, in one sentence.
  reason text,
  position int not null,
  group_id text references tain.status_component on delete set null,
  is_group boolean not null default false,
  showcase boolean not null default true,
  start_date date,
  only_show_if_degraded boolean not null default false,
  -- Null: evidence decides. `person`, or the id of the incident that set it: it stays so until released.
  held_by text,
  retired_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table tain.status_component_day (
  component_id text not null references tain.status_component on delete cascade,
  day date not null,
  operational double precision not null default 0,
  degraded_performance double precision not null default 0,
  partial_outage double precision not null default 0,
  major_outage double precision not null default 0,
  under_maintenance double precision not null default 0,
  primary key (component_id, day)
);

create table tain.status_incident (
  id text primary key,
  kind text not null check (kind in ('incident', 'maintenance')),
  name text not null,
  status text not null,
  impact text not null,
  impact_override text,
  component_ids text[] not null default '{}',
  started_at timestamptz not null,
  monitoring_at timestamptz,
  resolved_at timestamptz,
  scheduled_for timestamptz,
  scheduled_until timestamptz,
  auto_in_progress boolean not null default true,
  auto_completed boolean not null default true,
  remind_prior boolean not null default false,
  reminded_at timestamptz,
  backfilled boolean not null default false,
  metadata jsonb not null default '{}',
  postmortem_body text,
  -- Of an incident that evidence opened: which kind of trouble, and which components it told about last.
  auto_key text,
  auto_state jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index status_incident__created_at on tain.status_incident (kind, created_at desc);
create index status_incident__open on tain.status_incident (kind) where resolved_at is null;
create unique index status_incident__auto on tain.status_incident (auto_key)
  where auto_key is not null and resolved_at is null;

create table tain.status_incident_update (
  id text primary key,
  number bigint generated always as identity,
  incident_id text not null references tain.status_incident on delete cascade,
  status text not null,
  body text not null,
  affected_components jsonb,
  deliver_notifications boolean not null default true,
  display_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index status_incident_update__incident on tain.status_incident_update (incident_id);

-- Who changed what by hand, with what it was before.
create table tain.status_audit (
  number bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  target text not null,
  before jsonb,
  after jsonb
);

create table tain.status_key (
  id text primary key,
  name text not null,
  role text not null check (role in ('read', 'write')),
  hash bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);

create table tain.status_subscriber (
  id text primary key,
  mode text not null check (mode in ('email', 'webhook')),
  address text not null,
  component_ids text[] not null default '{}',
  -- Signs what a web hook is sent.
  secret text not null,
  -- Whoever has the token may confirm and unsubscribe.
  token text not null unique,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  confirmation_sent_at timestamptz,
  quarantined_at timestamptz,
  unique (mode, address)
);

-- What there is to tell: once, however many are told. Kept for three days, with its deliveries.
create table tain.status_message (
  number bigint generated always as identity primary key,
  payload jsonb not null,
  created_at timestamptz not null
);

create table tain.status_delivery (
  number bigint generated always as identity primary key,
  message bigint not null references tain.status_message on delete cascade,
  subscriber_id text not null references tain.status_subscriber on delete cascade,
  attempts int not null default 0,
  due_at timestamptz not null,
  last_error text
);
create index status_delivery__due on tain.status_delivery (due_at);
create index status_delivery__message on tain.status_delivery (message);
create index status_delivery__subscriber on tain.status_delivery (subscriber_id);
