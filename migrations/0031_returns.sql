-- Number of times that the database returned to an earlier block, as those of local networks do. A reader that could not
-- be notified compares it.
alter table tain.first_block add column returns bigint not null default 0;
