-- Contents that no index has are not searched for, and statistics of them tell nothing; these columns
-- are the widest to be read and sorted for a sample.
do $$
declare
  col record;
begin
  for col in
    select a.attrelid::regclass as rel, a.attname
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and a.attnum > 0 and not a.attisdropped
      and a.atttypid in ('bytea'::regtype, 'bytea[]'::regtype, 'jsonb'::regtype)
      and not exists (select from pg_index i where i.indrelid = a.attrelid and a.attnum = any (i.indkey))
  loop
    execute format('alter table %s alter column %I set statistics 0', col.rel, col.attname);
  end loop;
end $$;
