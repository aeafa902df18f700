-- Makes the partitions of the balance tables that times up to and including `until` (nanoseconds)
-- need. Safe to call again, and from several sessions at once.
create or replace function tain.ensure_balance_partitions(until bigint) returns void language plpgsql as $$
declare
  parent text;
  bounds bigint[] := array[0, 315532800000000000];
  year int;
  last_year int := extract(year from to_timestamp(greatest(until, 0) / 1000000000) at time zone 'UTC')::int;
  child text;
begin
  perform pg_advisory_xact_lock(1952541026); -- src/db/locks/lock-keys.ts
  for year in 2019..greatest(last_year, 2019) + 1 loop
    bounds := bounds || (extract(epoch from make_timestamptz(year, 1, 1, 0, 0, 0, 'UTC')))::bigint * 1000000000;
  end loop;
  foreach parent in array array['account_balance', 'token_balance'] loop
    for i in 1..array_length(bounds, 1) - 1 loop
      child := format('%s_p%s', parent,
                      to_char(to_timestamp(bounds[i] / 1000000000) at time zone 'UTC', 'YYYY'));
      if to_regclass(format('public.%I', child)) is null then
        execute format('create table %I partition of %I for values from (%s) to (%s)',
                       child, parent, bounds[i], bounds[i + 1]);
      end if;
    end loop;
  end loop;
end $$;

-- Balance tables have partitions from the beginning, up to the end of the next year (the public mirror's
-- own server needs them); ingest makes later ones.
select tain.ensure_balance_partitions((extract(epoch from now() + interval '1 year') * 1000000000)::bigint);
