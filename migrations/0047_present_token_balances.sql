-- Present balances of tokens beside their associations, as tain.present_balance has them of accounts:
-- indexes on them made each change a new version of the row in all of its indexes. Here, too, they are
-- left for later while the stream is far behind.

-- An older process may be storing: what it changes before the triggers are there would be missed.
lock table token_account, entity in share row exclusive mode;

create table tain.present_token_balance (
  account_id bigint not null,
  token_id bigint not null,
  balance bigint not null,
  balance_timestamp bigint,
  associated boolean not null,
  primary key (account_id, token_id)
);
insert into tain.present_token_balance (account_id, token_id, balance, balance_timestamp, associated)
  select account_id, token_id, balance, balance_timestamp, associated from token_account
  order by account_id, token_id;
-- Who holds a token, by the balance.
create index present_token_balance__balance on tain.present_token_balance (token_id, balance, account_id)
  where associated;
-- What changed since the last balance snapshot.
create index present_token_balance__balance_timestamp
  on tain.present_token_balance (balance_timestamp, account_id, token_id);

-- Whose row above may be older than their association: those of one statement a row, side by side.
create table tain.changed_token_balances (accounts bigint[] not null, tokens bigint[] not null);
alter table tain.changed_token_balances
  alter column accounts set storage external, alter column tokens set storage external;

-- Whoever changes associations, and however: one statement for all rows of theirs.
create function tain.keep_present_token_balances() returns trigger language plpgsql as $$
declare
  wanted bigint;
  found_rows bigint := 0;
begin
  if tg_op = 'TRUNCATE' then
    truncate tain.present_token_balance, tain.changed_token_balances;
    return null;
  end if;
  if tg_op = 'DELETE' then
    delete from tain.present_token_balance b using changed e
      where b.account_id = e.account_id and b.token_id = e.token_id;
    return null;
  end if;
  if current_setting('tain.present_balances', true) = 'later' then
    insert into tain.changed_token_balances (accounts, tokens)
      select array_agg(e.account_id), array_agg(e.token_id) from changed e having count(*) > 0;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    update tain.present_token_balance b
      set balance = e.balance, balance_timestamp = e.balance_timestamp, associated = e.associated
      from changed e
      where b.account_id = e.account_id and b.token_id = e.token_id
        and (b.balance <> e.balance or b.balance_timestamp is distinct from e.balance_timestamp
          or b.associated <> e.associated);
    get diagnostics found_rows = row_count;
  end if;
  select count(*) into wanted from changed;
  if wanted > found_rows then
    insert into tain.present_token_balance (account_id, token_id, balance, balance_timestamp, associated)
      select e.account_id, e.token_id, e.balance, e.balance_timestamp, e.associated from changed e
      where (select true from tain.present_token_balance b
             where b.account_id = e.account_id and b.token_id = e.token_id) is null
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger tain_present_token_balance_added after insert on token_account
  referencing new table as changed for each statement execute function tain.keep_present_token_balances();
create trigger tain_present_token_balance_changed after update on token_account
  referencing new table as changed for each statement execute function tain.keep_present_token_balances();
create trigger tain_present_token_balance_deleted after delete on token_account
  referencing old table as changed for each statement execute function tain.keep_present_token_balances();
create trigger tain_present_token_balance_truncated after truncate on token_account
  for each statement execute function tain.keep_present_token_balances();

-- Brings up what was left for later, in the order of keys.
create function tain.bring_up_present_token_balances() returns void language plpgsql as $$
declare
  ids bigint[];
  token_ids bigint[];
begin
  with noted as (delete from tain.changed_token_balances returning accounts, tokens),
    keys as (select distinct k.* from noted n
             cross join lateral unnest(n.accounts, n.tokens) as k (account_id, token_id))
    select array_agg(account_id order by account_id, token_id), array_agg(token_id order by account_id, token_id)
    into ids, token_ids from keys;
  if ids is null then
    return;
  end if;
  insert into tain.present_token_balance as b (account_id, token_id, balance, balance_timestamp, associated)
    select e.account_id, e.token_id, e.balance, e.balance_timestamp, e.associated
    from unnest(ids, token_ids) as c (account_id, token_id)
    cross join lateral (
      select * from token_account where account_id = c.account_id and token_id = c.token_id offset 0) e
    on conflict (account_id, token_id) do update
      set balance = excluded.balance, balance_timestamp = excluded.balance_timestamp, associated = excluded.associated
      where b.balance <> excluded.balance or b.balance_timestamp is distinct from excluded.balance_timestamp
        or b.associated <> excluded.associated;
end $$;

-- Entities with a balance whose type nobody knows (those that only a balance file has told of) are not in
-- tain.present_balance, since lists leave them out; a snapshot has them. Those whose balance may have
-- changed since the last one: those of one statement a row.
create table tain.changed_unlisted (accounts bigint[] not null);
alter table tain.changed_unlisted alter column accounts set storage external;
insert into tain.changed_unlisted (accounts)
  select array_agg(id) from entity
  where balance is not null and type not in ('ACCOUNT', 'CONTRACT') having count(*) > 0;

create function tain.note_unlisted() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate tain.changed_unlisted;
    return null;
  end if;
  insert into tain.changed_unlisted (accounts)
    select array_agg(e.id) from changed e
    where e.balance is not null and e.type not in ('ACCOUNT', 'CONTRACT') having count(*) > 0;
  return null;
end $$;
create trigger tain_unlisted_added after insert on entity
  referencing new table as changed for each statement execute function tain.note_unlisted();
create trigger tain_unlisted_changed after update on entity
  referencing new table as changed for each statement execute function tain.note_unlisted();
create trigger tain_unlisted_truncated after truncate on entity
  for each statement execute function tain.note_unlisted();

-- As before, in one pass.
create or replace function tain.bring_up_present_balances() returns void language plpgsql as $$
declare
  ids bigint[];
begin
  with noted as (delete from tain.changed_balances returning accounts)
    select array_agg(id order by id) into ids from (select distinct unnest(accounts) as id from noted) n;
  if ids is null then
    return;
  end if;
  insert into tain.present_balance as b (account_id, balance, balance_timestamp)
    select e.id, e.balance, e.balance_timestamp
    from unnest(ids) as c (id) cross join lateral (select * from entity where id = c.id offset 0) e
    where e.balance is not null and e.type in ('ACCOUNT', 'CONTRACT')
    on conflict (account_id) do update
      set balance = excluded.balance, balance_timestamp = excluded.balance_timestamp
      where b.balance <> excluded.balance or b.balance_timestamp is distinct from excluded.balance_timestamp;
end $$;

drop index tain__token_account_token_balance;
drop index tain__token_account_balance_timestamp;
-- A new version that finds room on its page needs no new entries in the indexes.
alter table token_account set (fillfactor = 70);
