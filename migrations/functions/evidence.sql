-- What roles report to the status service, and its clock.

create or replace function tain.instant_of_ms(ms bigint) returns timestamptz language sql immutable parallel safe
  as $$ select timestamptz 'epoch' + ms * interval '1 millisecond' $$;

create or replace function tain.day_of_nanos(nanos bigint) returns date language sql immutable parallel safe
  as $$ select date '1970-01-01' + (nanos / 86400000000000)::int $$;

-- One call per batch of stream files, in the transaction that stores them. The four arrays run in
-- parallel, one element per file and node. A file that is reported twice counts once.
create or replace function tain.report_signatures(
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

-- Called every few seconds, also without new blocks, as the heartbeat of the ingest. A null block,
-- consensus time or version keeps the stored value. `up_to_date`: the source has nothing newer.
-- `cause` of trouble: `source`, `network` or `file`. `answered_ms`: time of the source's last status response.
-- An `advanced_at` in the future was reported before the clock went back: it is taken for the present.
drop function if exists tain.report_ingest(text, bigint, bigint, bigint, text, boolean, text);
create or replace function tain.report_ingest(
  stream_kind text, at_ms bigint, block bigint, end_of_block bigint, network_version text,
  up_to_date boolean, trouble text, cause text default null, answered_ms bigint default null
) returns void language sql as $$
  insert into tain.ingest_state as s
    values (stream_kind, tain.instant_of_ms(at_ms), block, end_of_block, network_version, up_to_date, trouble,
            case when trouble is not null then tain.instant_of_ms(at_ms) end, tain.instant_of_ms(at_ms),
            cause, tain.instant_of_ms(answered_ms))
  on conflict (stream) do update set
    seen_at = excluded.seen_at,
    last_block = coalesce(excluded.last_block, s.last_block),
    consensus_end = coalesce(excluded.consensus_end, s.consensus_end),
    version = coalesce(excluded.version, s.version),
    caught_up = excluded.caught_up,
    problem = excluded.problem,
    problem_since = case when excluded.problem is not null
                         then least(s.problem_since, excluded.problem_since) end,
    problem_cause = excluded.problem_cause,
    source_answered_at = excluded.source_answered_at,
    advanced_at = case when s.advanced_at is null
                         or s.consensus_end is distinct from coalesce(excluded.consensus_end, s.consensus_end)
                       then excluded.advanced_at else least(s.advanced_at, excluded.advanced_at) end
$$;

-- Every ten seconds or so per process, also when there was no request: what it answered since.
-- `request_count` are the requests that asked the database and were not refused, `error_count` those of
-- them that failed (a status of 500 or more): answers that are cached, or wrong requests, can be had at
-- will and say nothing. `refused_count`: too much was asked at once. Latencies are milliseconds.
create or replace function tain.report_api(
  service_name text, instance_name text, at_ms bigint, request_count bigint, error_count bigint,
  p50 double precision, p99 double precision, refused_count bigint default 0
) returns void language sql as $$
  insert into tain.api_health (service, instance, at, requests, errors, p50_ms, p99_ms, refused)
    values (service_name, instance_name, tain.instant_of_ms(at_ms), request_count, error_count, p50, p99,
            refused_count)
    on conflict do nothing;
  insert into tain.api_day as d (day, service, requests, errors, refused)
    values (tain.day_of_nanos(at_ms * 1000000), service_name, request_count, error_count, refused_count)
    on conflict (day, service) do update set
      requests = d.requests + excluded.requests, errors = d.errors + excluded.errors,
      refused = d.refused + excluded.refused;
  delete from tain.api_health
   where service = service_name and at < tain.instant_of_ms(at_ms) - interval '1 hour';
  delete from tain.api_day where day < tain.day_of_nanos(at_ms * 1000000) - 400;
$$;

-- Every ten seconds or so per process: how many requests of a round were made, how many of them failed,
-- and how long the slowest took, in milliseconds.
create or replace function tain.report_probes(
  service_name text, instance_name text, at_ms bigint, asked_count int, failed_count int, slowest double precision
) returns void language sql as $$
  insert into tain.api_probe
    values (service_name, instance_name, tain.instant_of_ms(at_ms), asked_count, failed_count, slowest)
    on conflict do nothing;
  delete from tain.api_probe
   where service = service_name and at < tain.instant_of_ms(at_ms) - interval '1 hour';
$$;

-- Each time a block node was asked: null when it answered well, else what went wrong.
create or replace function tain.report_block_node(node_name text, at_ms bigint, trouble text) returns void language sql as $$
  insert into tain.block_node_health as h
    values (node_name, tain.instant_of_ms(at_ms),
            case when trouble is null then tain.instant_of_ms(at_ms) end, trouble)
  on conflict (name) do update set
    seen_at = excluded.seen_at,
    last_ok_at = coalesce(excluded.last_ok_at, h.last_ok_at),
    problem = excluded.problem;
  delete from tain.block_node_health where seen_at < tain.instant_of_ms(at_ms) - interval '7 days';
$$;

-- Once a role can use the database again: how long it could not, and failed because of that. At most a
-- thousand wait, for a day, where no status service takes them.
create or replace function tain.report_unseen_outage(
  service_name text, instance_name text, from_ms bigint, until_ms bigint
) returns void language sql as $$
  insert into tain.unseen_outage (service, instance, from_at, until_at)
    values (service_name, instance_name, tain.instant_of_ms(from_ms), tain.instant_of_ms(until_ms));
  delete from tain.unseen_outage
   where until_at < tain.instant_of_ms(until_ms) - interval '1 day'
      or id <= (select max(id) - 1000 from tain.unseen_outage);
$$;

-- A process of a service ends as its operator wants: its evidence goes with it, so that a service that is
-- no longer run is not taken for one that is out.
create or replace function tain.report_end(service_name text, instance_name text) returns void language sql as $$
  delete from tain.api_health where service = service_name and instance = instance_name;
  delete from tain.api_probe where service = service_name and instance = instance_name;
$$;
