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

-- Makes the partitions that hold times from `first` to `last` (nanoseconds) of each table that is partitioned by
-- time. Safe to call again, and from several sessions at once. Readers go on: a partition that is attached takes no
-- lock that they wait for, one that is made as such does.
create or replace function tain.ensure_time_partitions(first bigint, last bigint) returns void language plpgsql as $$
declare
  parent record;
  col record;
  period timestamp;
  begins bigint;
  child text;
begin
  for parent in select name, size, first_until from tain.partitioned_table order by name loop
    period := date_trunc(parent.size, to_timestamp(first / 1000000000) at time zone 'UTC');
    loop
      begins := extract(epoch from period)::bigint * 1000000000;
      exit when begins > last;
      child := format('%s_p%s', parent.name, to_char(period, case parent.size when 'year' then 'YYYY' else 'YYYY_MM' end));
      period := period + ('1 ' || parent.size)::interval;
      continue when begins < parent.first_until or to_regclass(format('public.%I', child)) is not null;
      perform pg_advisory_xact_lock(1952541026); -- src/db/locks/lock-keys.ts
      continue when to_regclass(format('public.%I', child)) is not null;
      execute format('create table public.%I (like public.%I including defaults including generated including storage including compression)',
                     child, parent.name);
      for col in
        select attname, attstattarget from pg_attribute
        where attrelid = format('public.%I', parent.name)::regclass and attnum > 0 and not attisdropped and attstattarget >= 0
      loop
        execute format('alter table public.%I alter column %I set statistics %s', child, col.attname, col.attstattarget);
      end loop;
      if (select relreplident = 'f' from pg_class where oid = format('public.%I', parent.name)::regclass) then
        execute format('alter table public.%I replica identity full', child);
      end if;
      execute format('alter table public.%I attach partition public.%I for values from (%s) to (%s)', parent.name, child, begins,
                     extract(epoch from period)::bigint * 1000000000);
    end loop;
  end loop;
end $$;
