-- Present balances of accounts beside their entities. Balances change with nearly every transaction:
-- an index on them in the table of entities would make each change a new version of the whole row in
-- all of its indexes. Here few columns change in few indexes, and entities are updated in place.

create table tain.present_balance (
  account_id bigint primary key,
  balance bigint not null,
  balance_timestamp bigint,
  -- Digits of the balance in base 2: accounts within bounds of the balance are walked by id within each.
  octave smallint not null generated always as (
    case when balance <= 0 then 0 else 65 - position('1' in balance::bit(64)::text) end) stored
);
insert into tain.present_balance (account_id, balance, balance_timestamp)
  select id, balance, balance_timestamp from entity
  where balance is not null and type in ('ACCOUNT', 'CONTRACT') order by id;
create index present_balance__balance on tain.present_balance (balance, account_id);
create index present_balance__octave on tain.present_balance (octave, account_id);
-- Whose balance changed since the last balance snapshot.
create index present_balance__balance_timestamp on tain.present_balance (balance_timestamp, account_id);

-- Whoever changes entities, and however: one statement for all rows of theirs.
create function tain.keep_present_balances() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate tain.present_balance;
    return null;
  end if;
  if tg_op = 'DELETE' then
    delete from tain.present_balance b using changed e where b.account_id = e.id;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    update tain.present_balance b set balance = e.balance, balance_timestamp = e.balance_timestamp
      from changed e
      where b.account_id = e.id and e.balance is not null
        and (b.balance <> e.balance or b.balance_timestamp is distinct from e.balance_timestamp);
  end if;
  insert into tain.present_balance (account_id, balance, balance_timestamp)
    select e.id, e.balance, e.balance_timestamp from changed e
    where e.balance is not null and e.type in ('ACCOUNT', 'CONTRACT')
      and (select true from tain.present_balance b where b.account_id = e.id) is null
    on conflict do nothing;
  return null;
end $$;
create trigger tain_present_balance_added after insert on entity
  referencing new table as changed for each statement execute function tain.keep_present_balances();
create trigger tain_present_balance_changed after update on entity
  referencing new table as changed for each statement execute function tain.keep_present_balances();
create trigger tain_present_balance_deleted after delete on entity
  referencing old table as changed for each statement execute function tain.keep_present_balances();
create trigger tain_present_balance_truncated after truncate on entity
  for each statement execute function tain.keep_present_balances();

drop index tain__entity_account_balance;
drop index tain__entity_balance_timestamp;
