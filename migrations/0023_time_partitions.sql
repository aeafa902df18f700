-- The tables that are partitioned by time, and how: none, unless `TAIN_PARTITIONS` asked for it.
create table tain.partitioned_table (
  name text primary key,
  size text not null check (size in ('year', 'month')),
  -- Rows of earlier consensus times (nanoseconds) lie in the first partition, which was the table before; null: there is none.
  first_until bigint
);
