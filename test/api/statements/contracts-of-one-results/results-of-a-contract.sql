-- GET /api/v1/contracts/0.0.2012/results

-- $1 = 2012 (path)
select '0x' || coalesce(encode(nullif(e.evm_address, ''), 'hex'), case when r.contract_id <> 0 then lpad(to_hex((r.contract_id & 274877906943)), 40, '0') end),
  r.amount,
  r.bloom,
  '0x' || coalesce(encode(r.call_result, 'hex'), ''),
  r.contract_id,
  r.created_contract_ids,
  nullif(r.error_message, ''),
  case when r.sender_id <> 0 then lpad(to_hex((r.sender_id & 274877906943)), 40, '0') end,
  case when coalesce(r.sender_id, 0) = 0 then nullif(r.function_result, '') end,
  r.function_parameters,
  r.gas_consumed,
  r.gas_limit,
  r.gas_used,
  '0x' || coalesce(encode(r.transaction_hash, 'hex'), ''),
  r.consensus_timestamp,
  case when r.contract_id <> 0 then lpad(to_hex((r.contract_id & 274877906943)), 40, '0') end,
  r.consensus_timestamp
from (
  select cr.consensus_timestamp,
    cr.amount,
    cr.bloom,
    cr.call_result,
    cr.contract_id,
    cr.created_contract_ids,
    cr.error_message,
    cr.failed_initcode,
    cr.function_parameters,
    cr.function_result,
    cr.gas_consumed,
    cr.gas_limit,
    cr.gas_used,
    cr.payer_account_id,
    cr.sender_id,
    cr.transaction_hash,
    cr.transaction_index,
    cr.transaction_result
  from contract_result cr
  where cr.contract_id = $1
    and cr.transaction_result <> 312
    and cr.transaction_nonce = 0
  order by cr.consensus_timestamp desc
  limit 25
) r
  left join lateral (
    select evm_address
    from entity
    where id = r.contract_id
    limit 1
  ) e on true
order by r.consensus_timestamp desc
limit 25;
