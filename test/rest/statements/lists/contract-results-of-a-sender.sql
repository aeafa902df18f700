-- GET /api/v1/contracts/results?from=0.0.1001

-- $1, $2 = 113
-- $3, $4 = 111
-- $5, $6 = 112
-- $7 = 1001 (from)
select case when et.consensus_timestamp is null then coalesce(
  (
    select f.consensus_timestamp
    from file_data f
    where f.entity_id >= $1
      and (f.entity_id, f.consensus_timestamp) <= ($2, r.consensus_timestamp)
    order by f.entity_id desc,
      f.consensus_timestamp desc
    limit 1
  ),
    (
      select f.consensus_timestamp
      from file_data f
      where f.entity_id >= $3
        and (f.entity_id, f.consensus_timestamp) <= ($4, r.consensus_timestamp)
      order by f.entity_id desc,
        f.consensus_timestamp desc
      limit 1
    )
) end,
  case when et.consensus_timestamp is null then coalesce(
    (
      select f.consensus_timestamp
      from file_data f
      where f.entity_id >= $5
        and (f.entity_id, f.consensus_timestamp) <= ($6, r.consensus_timestamp)
      order by f.entity_id desc,
        f.consensus_timestamp desc
      limit 1
    )
  ) end,
  r.consensus_timestamp,
  et.consensus_timestamp is not null,
  et.gas_price,
  '0x' || coalesce(encode(nullif(e.evm_address, ''), 'hex'), case when r.contract_id <> 0 then lpad(to_hex((r.contract_id & 274877906943)), 40, '0') end),
  r.amount,
  et.consensus_timestamp is not null,
  et.value,
  r.bloom,
  '0x' || coalesce(encode(r.call_result, 'hex'), ''),
  nullif((t.parent_consensus_timestamp is not null), false),
  r.contract_id,
  r.created_contract_ids,
  nullif(r.error_message, ''),
  case when et.consensus_timestamp is not null and r.transaction_result not in (22, 104, 220) then r.transaction_result end,
  case when r.sender_id <> 0 then lpad(to_hex((r.sender_id & 274877906943)), 40, '0') end,
  case when coalesce(r.sender_id, 0) = 0 then nullif(r.function_result, '') end,
  coalesce(nullif(et.call_data, ''), case when length(r.function_parameters) = 0 and (et.call_data_id & 274877906943) > 1000 then (
    select v.content
    from (
      select min(f.consensus_timestamp) as begun,
        max(f.consensus_timestamp) as newest,
        string_agg(f.consensus_timestamp || ' ' || coalesce(length(f.file_data), 0), ',' order by f.entity_id, f.consensus_timestamp) as writes,
        string_agg(f.file_data, ''::bytea order by f.entity_id, f.consensus_timestamp) as content
      from file_data f
      where (f.entity_id, f.consensus_timestamp) >= (et.call_data_id, (
        select w.consensus_timestamp
        from (
          select *
          from file_data f
          where f.entity_id >= et.call_data_id
            and f.entity_id <= et.call_data_id
          order by f.entity_id desc,
            f.consensus_timestamp desc
        ) w
        where (w.transaction_type = 17 or w.transaction_type = 19 and length(w.file_data) > 0)
        limit 1
      ))
        and f.entity_id <= et.call_data_id
        and not (f.transaction_type = 19 and coalesce(length(f.file_data), 0) = 0)
    ) v
  ) end, r.function_parameters),
  r.gas_consumed,
  r.gas_limit,
  r.gas_used,
  '0x' || coalesce(encode(r.transaction_hash, 'hex'), ''),
  r.consensus_timestamp,
  coalesce(encode(nullif(et.to_address, ''), 'hex'), case when r.contract_id <> 0 then lpad(to_hex((r.contract_id & 274877906943)), 40, '0') end),
  et.access_list,
  et.consensus_timestamp is not null,
  et.authorization_list,
  nullif(b.gas_used, -1),
  '0x' || coalesce(b.hash, ''),
  b.index,
  et.consensus_timestamp is not null,
  et.chain_id,
  coalesce(nullif(r.failed_initcode, ''), case when r.transaction_result not in (22, 104, 220) then nullif(et.call_data, '') end),
  et.consensus_timestamp is not null,
  et.max_fee_per_gas,
  et.consensus_timestamp is not null,
  et.max_priority_fee_per_gas,
  et.nonce,
  case when et.consensus_timestamp is not null then '0x' || coalesce(encode(et.signature_r, 'hex'), '') end,
  r.transaction_result,
  case when et.consensus_timestamp is not null then '0x' || coalesce(encode(et.signature_s, 'hex'), '') end,
  r.transaction_result,
  r.transaction_index,
  coalesce(et.type, 0),
  et.type,
  et.signature_v,
  et.recovery_id,
  et.chain_id,
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
  where cr.transaction_index is not null
    and cr.transaction_result <> 312
    and cr.transaction_nonce = 0
    and cr.sender_id = $7
  order by cr.consensus_timestamp desc
  limit 25
) r
  left join lateral (
    select evm_address
    from entity
    where id = r.contract_id
    limit 1
  ) e on true
  left join lateral (
    select parent_consensus_timestamp
    from transaction
    where consensus_timestamp = r.consensus_timestamp
    limit 1
  ) t on true
  left join lateral (
    select *
    from ethereum_transaction
    where consensus_timestamp = r.consensus_timestamp
      and payer_account_id = r.payer_account_id
    offset 0
  ) et on true
  left join lateral (
    select index,
      hash,
      gas_used,
      consensus_start,
      consensus_end
    from record_file
    where consensus_end >= r.consensus_timestamp
    order by consensus_end asc
    limit 1
  ) b on b.consensus_start <= r.consensus_timestamp
order by r.consensus_timestamp desc
limit 25;
