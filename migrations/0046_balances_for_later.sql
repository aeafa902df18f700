-- While the stream is far behind, present balances are brought up for many batches at once: an account
-- that takes part in each of them is then written once. Until then lists that search for balances walk
-- the entities instead.

-- Accounts whose row of tain.present_balance may be older than their entity: those of one statement a row.
create table tain.changed_balances (accounts bigint[] not null);
-- Ids compress by little, and trying takes longer than writing them.
alter table tain.changed_balances alter column accounts set storage external;

-- As before, but a transaction that sets tain.present_balances to 'later' only notes which accounts changed.
create or replace function tain.keep_present_balances() returns trigger language plpgsql as $$
declare
  wanted bigint;
  found_rows bigint := 0;
begin
  if tg_op = 'TRUNCATE' then
    truncate tain.present_balance, tain.changed_balances;
    return null;
  end if;
  if tg_op = 'DELETE' then
    delete from tain.present_balance b using changed e where b.account_id = e.id;
    return null;
  end if;
  if current_setting('tain.present_balances', true) = 'later' then
    insert into tain.changed_balances (accounts)
      select array_agg(e.id) from changed e where e.balance is not null having count(*) > 0;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    update tain.present_balance b set balance = e.balance, balance_timestamp = e.balance_timestamp
      from changed e
      where b.account_id = e.id and e.balance is not null
        and (b.balance <> e.balance or b.balance_timestamp is distinct from e.balance_timestamp);
    get diagnostics found_rows = row_count;
  end if;
  select count(*) into wanted from changed e where e.balance is not null;
  if wanted > found_rows then
    insert into tain.present_balance (account_id, balance, balance_timestamp)
      select e.id, e.balance, e.balance_timestamp from changed e
      where e.balance is not null and e.type in ('ACCOUNT', 'CONTRACT')
        and (select true from tain.present_balance b where b.account_id = e.id) is null
      on conflict do nothing;
  end if;
  return null;
end $$;

-- Brings up what was left for later, in the order of ids.
create function tain.bring_up_present_balances() returns void language plpgsql as $$
declare
  ids bigint[];
begin
  with noted as (delete from tain.changed_balances returning accounts)
    select array_agg(id order by id) into ids from (select distinct unnest(accounts) as id from noted) n;
  if ids is null then
    return;
  end if;
  update tain.present_balance b set balance = e.balance, balance_timestamp = e.balance_timestamp
    from unnest(ids) as c (id) cross join lateral (select * from entity where id = c.id offset 0) e
    where b.account_id = c.id and e.balance is not null
      and (b.balance <> e.balance or b.balance_timestamp is distinct from e.balance_timestamp);
  insert into tain.present_balance (account_id, balance, balance_timestamp)
    select e.id, e.balance, e.balance_timestamp
    from unnest(ids) as c (id) cross join lateral (select * from entity where id = c.id offset 0) e
    where e.balance is not null and e.type in ('ACCOUNT', 'CONTRACT')
      and (select true from tain.present_balance b where b.account_id = e.id) is null
    on conflict do nothing;
end $$;

-- Nearly every debit is the payer's own, and nearly all that an account pays for debits it: what an
-- account paid for is found by the payer, so the index keeps the debits by others alone. Accounts of the
-- network (up to 0.0.1000) need not pay fees, and theirs are all kept. The condition is written as the
-- queries write it.
drop index tain__crypto_transfer_debit;
create index tain__crypto_transfer_debit on crypto_transfer (entity_id, consensus_timestamp)
  where amount < 0 and entity_id <> 98 and (entity_id <> payer_account_id or entity_id <= 1000);
