-- The first block that was ever stored, written with the first batch. Where it is not the network's first, the database
-- begins in the middle of history: readers tell by it what they cannot know.

alter table tain.first_block add column is_genesis boolean;
-- Blocks whose row retention has removed are known by their number alone.
update tain.first_block set is_genesis = (index = 0);
-- Record files before version 6 carry no number: theirs count from 0, so the hash before the first one decides.
insert into tain.first_block (index, consensus_start, is_genesis)
select index, consensus_start, index = 0 and (version >= 6 or prev_hash ~ '^(0x)?0*$')
from record_file
order by consensus_end limit 1
on conflict do nothing;
alter table tain.first_block alter column is_genesis set not null;
