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

-- Every ten seconds or so per process: how many requests of a round were made, how many of them failed,
-- and how long the slowest took, in milliseconds.
create function tain.note_probes(
  service_name text, instance_name text, at_ms bigint, asked_count int, failed_count int, slowest double precision
) returns void language sql as $$
  insert into tain.api_probe
    values (service_name, instance_name, tain.instant_of_ms(at_ms), asked_count, failed_count, slowest)
    on conflict do nothing;
  delete from tain.api_probe
   where service = service_name and at < tain.instant_of_ms(at_ms) - interval '1 hour';
$$;

-- When a stream last went on, by the clock of who reads it: what its blocks say of the time need not be
-- comparable with any clock here. An instant that lies in the future was noted before the clock went
-- back: it is taken for the present.
alter table tain.ingest_state add column advanced_at timestamptz;
create or replace function tain.note_ingest(
  stream_kind text, at_ms bigint, block bigint, end_of_block bigint, network_version text,
  up_to_date boolean, trouble text
) returns void language sql as $$
  insert into tain.ingest_state as s
    values (stream_kind, tain.instant_of_ms(at_ms), block, end_of_block, network_version, up_to_date, trouble,
            case when trouble is not null then tain.instant_of_ms(at_ms) end, tain.instant_of_ms(at_ms))
  on conflict (stream) do update set
    seen_at = excluded.seen_at,
    last_block = coalesce(excluded.last_block, s.last_block),
    consensus_end = coalesce(excluded.consensus_end, s.consensus_end),
    version = coalesce(excluded.version, s.version),
    caught_up = excluded.caught_up,
    problem = excluded.problem,
    problem_since = case when excluded.problem is not null
                         then least(s.problem_since, excluded.problem_since) end,
    advanced_at = case when s.advanced_at is null
                         or s.consensus_end is distinct from coalesce(excluded.consensus_end, s.consensus_end)
                       then excluded.advanced_at else least(s.advanced_at, excluded.advanced_at) end
$$;
