-- GET /api/v1/contracts/results/0.0.1001-1767225000-000000000/actions

-- $1 = 1001 (path)
-- $2, $3 = 1767225000000000000 (path)
-- $4 = 1772582100000000000
-- $5 = 0
-- $6, $7 = 1767227100000000000
select *
from (
  select consensus_timestamp,
    payer_account_id,
    payer_account_id as entity_id,
    result = 22 as succeeded
  from (
    with candidates as materialized (
      select consensus_timestamp,
        payer_account_id,
        result
      from transaction
      where payer_account_id = $1
        and valid_start_ns = $2
        and consensus_timestamp >= $3
        and consensus_timestamp <= $4
        and nonce = $5
    )
    select *
    from candidates
    where consensus_timestamp <= $6
      or not exists(
        select
        from candidates
        where consensus_timestamp <= $7
      )
  ) transaction
) t
order by exists(
  select
  from contract_result cr
  where cr.consensus_timestamp = t.consensus_timestamp
) desc,
  t.succeeded desc,
  t.consensus_timestamp desc
limit 1;

-- $1 = 1767225001000000000
-- $2 = 1001 (path)
select a.call_depth,
  coalesce(a.call_operation_type, 0),
  a.call_type,
  a.caller,
  a.caller_type,
  '0x' || case when a.caller <> 0 then lpad(to_hex((a.caller & 274877906943)), 40, '0') end,
  a.gas,
  a.gas_used,
  a.index,
  '0x' || coalesce(encode(a.input, 'hex'), ''),
  coalesce(nullif(a.recipient_account, 0), nullif(a.recipient_contract, 0)),
  case when a.recipient_account <> 0 then 'ACCOUNT' when a.recipient_contract <> 0 then 'CONTRACT' end,
  '0x' || coalesce(encode(a.result_data, 'hex'), ''),
  a.result_data_type,
  a.consensus_timestamp,
  '0x' || coalesce(lpad(encode(nullif(a.recipient_address, ''), 'hex'), 40, '0'), case when coalesce(nullif(a.recipient_account, 0), nullif(a.recipient_contract, 0)) <> 0 then lpad(to_hex((coalesce(nullif(a.recipient_account, 0), nullif(a.recipient_contract, 0)) & 274877906943)), 40, '0') end),
  a.value,
  a.index
from contract_action a
where a.consensus_timestamp = $1
  and a.payer_account_id = $2
order by a.index asc
limit 25;
