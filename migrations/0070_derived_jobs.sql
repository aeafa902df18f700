-- Derived state (balance snapshots, stakes, the balance index) is computed by jobs of the ingest, from
-- rows and from the change log that the ingest writes. Triggers are gone: other writers pay nothing.

lock table entity, token_account in share row exclusive mode;
drop function tain.keep_present_balances cascade;
drop function tain.keep_present_token_balances cascade;
drop function tain.note_unlisted cascade;
drop function tain.bring_up_present_balances;
drop function tain.bring_up_present_token_balances;
drop table tain.changed_balances, tain.changed_token_balances, tain.changed_unlisted;

-- The keys of the rows with balances that a batch changed; read and emptied by the next balance snapshot.
create table tain.change_log (
  -- Consensus end of the batch's last block.
  consensus_end bigint primary key,
  -- Rows changed whose keys are not listed.
  everything boolean not null default false,
  accounts bigint[] not null default '{}',
  -- Accounts and tokens of associations, side by side.
  holders bigint[] not null default '{}',
  tokens bigint[] not null default '{}'
);
-- Ids compress by little, and trying takes longer than writing them.
alter table tain.change_log
  alter column accounts set storage external,
  alter column holders set storage external,
  alter column tokens set storage external;
insert into tain.change_log (consensus_end, everything)
  select max(consensus_end), true from record_file having count(*) > 0;

-- What is being computed, and how far it has come; at most one job of each kind.
create table tain.derived_job (
  kind text primary key check (kind in ('balance-snapshot', 'entity-stakes', 'balance-index')),
  -- The instant whose state is computed, in nanoseconds.
  at bigint not null,
  phase text not null,
  -- The key up to which rows of this phase were looked at.
  position bigint[] not null,
  -- Rows stored so far, where the job counts them.
  stored bigint not null default 0,
  parameters jsonb not null default '{}'
);
do $$ begin
  if exists (select from tain.snapshot_under_way) or exists (select from tain.stakes_under_way) then
    raise exception 'A balance snapshot or stakes are being computed: let the former version finish them first.';
  end if;
end $$;
drop table tain.snapshot_under_way, tain.stakes_under_way;

-- The balance index: balances as lists search for them.
alter table tain.present_balance rename to current_balance;
alter index tain.present_balance__balance rename to current_balance__balance;
alter index tain.present_balance__octave rename to current_balance__octave;
drop index tain.present_balance__balance_timestamp;
alter table tain.current_balance drop column balance_timestamp;
alter table tain.present_token_balance rename to current_token_balance;
alter index tain.present_token_balance__balance rename to current_token_balance__balance;
drop index tain.present_token_balance__balance_timestamp;

-- Whether the balance index has the balances of the last block. Lists do without it where it has not.
create table tain.balance_index (
  one boolean primary key default true check (one),
  is_current boolean not null
);
insert into tain.balance_index (is_current) values (false);
