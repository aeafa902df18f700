-- The status service's own state, which it alone writes. Every change adds one to the page's version, under whose row lock it runs.
create table tain.status_page (
  singleton boolean primary key default true check (singleton),
  id text not null,
  version bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Until when the seconds in status_component_day are counted.
  accounted_until timestamptz,
  -- Components whose evidence differs from their status, and since when: `{"at": ms, "components": {…}}`.
  pending jsonb
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
  updated_at timestamptz not null,
  -- Since when it is out without a break, partly or wholly; null while it is not. Kept here because a
  -- restart in the middle of an outage must neither delay nor repeat what is said about it.
  out_since timestamptz
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
  -- Added by an operator, who was then shown the secret; else by a stranger on the page. What strangers
  -- asked for is counted apart: it must not stand in the way of operators, nor fill people's mailboxes.
  by_operator boolean not null default false,
  -- How often the confirmation was asked.
  confirmations int not null default 0,
  -- Whom messages reach: a mailbox (without its tag, in lower case) or a host.
  target text not null default '',
  unique (mode, address)
);
create index status_subscriber__target on tain.status_subscriber (mode, target);

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
