-- Which network this database holds: a second network must not be mixed in.
create table tain.network (
  one boolean primary key default true check (one),
  name text not null,
  first_used timestamptz not null default clock_timestamp()
);
