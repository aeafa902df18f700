-- The budget of role rpc. Processes that spend for one payer are serialized by the row of its day.

-- Reserves tinybars for a transaction before it is sent. `outcome`: `reserved`; `total` or `client`: that budget is used up; `sent`: the
-- same Ethereum transaction is under way with the id `valid_start`; `taken`: another transaction has the id.
create or replace function tain.reserve_send(
  for_payer bigint, start_ns bigint, of_hash bytea, for_client text, maximum bigint, budget bigint, client_budget bigint,
  out outcome text, out valid_start bigint
) language plpgsql as $$
declare
  today date := (clock_timestamp() at time zone 'utc')::date;
  spent bigint;
begin
  perform tain.commit_durably();
  valid_start := start_ns;
  insert into tain.rpc_spent values (for_payer, today, '', 0) on conflict do nothing;
  if found then delete from tain.rpc_spent where payer = for_payer and day < today - 1; end if;
  select tinybars into spent from tain.rpc_spent where payer = for_payer and day = today and client = '' for update;
  select s.valid_start_ns into valid_start from tain.rpc_send s where s.payer = for_payer and s.hash = of_hash;
  if found then
    outcome := 'sent';
    return;
  end if;
  valid_start := start_ns;
  if spent + maximum > budget then
    outcome := 'total';
    return;
  end if;
  select tinybars into spent from tain.rpc_spent where payer = for_payer and day = today and client = for_client;
  if coalesce(spent, 0) + maximum > client_budget then
    outcome := 'client';
    return;
  end if;
  insert into tain.rpc_send values (for_payer, start_ns, of_hash, today, for_client, maximum) on conflict do nothing;
  if not found then
    outcome := 'taken';
    return;
  end if;
  update tain.rpc_spent set tinybars = tinybars + maximum where payer = for_payer and day = today and client = '';
  insert into tain.rpc_spent as s values (for_payer, today, for_client, maximum)
  on conflict (payer, day, client) do update set tinybars = s.tinybars + excluded.tinybars;
  outcome := 'reserved';
end $$;

-- Ends a transaction that cost `charged` tinybars (null: all that was reserved, because its cost is not known). Of several processes
-- that report the same end, one changes what is spent.
create or replace function tain.settle_send(for_payer bigint, start_ns bigint, charged bigint) returns void language plpgsql as $$
declare
  sent tain.rpc_send;
  difference bigint;
begin
  perform tain.commit_durably();
  delete from tain.rpc_send where payer = for_payer and valid_start_ns = start_ns returning * into sent;
  if not found or charged is null then return; end if;
  difference := charged - sent.tinybars;
  -- In the order of tain.reserve_send, so that the two never wait for each other.
  update tain.rpc_spent set tinybars = tinybars + difference where payer = for_payer and day = sent.day and client = '';
  update tain.rpc_spent set tinybars = tinybars + difference
   where payer = for_payer and day = sent.day and client = sent.client;
end $$;
