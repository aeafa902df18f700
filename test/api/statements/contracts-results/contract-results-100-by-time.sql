-- GET /api/v1/contracts/results?limit=100&timestamp=lt:1767225001.000000000

-- $1, $2 = 113
-- $3, $4 = 111
-- $5, $6 = 112
-- $7, $8 = 1767225000999999999 (timestamp)
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
  r.consensus_timestamp
from (
  with first_page as materialized (
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
      and cr.consensus_timestamp <= $7
      and cr.transaction_result <> 312
      and cr.transaction_nonce = 0
    order by cr.consensus_timestamp desc
    limit 100
  )
  select *
  from (
    (
      select *
      from first_page
    )
    union all (
      select cl.consensus_timestamp as consensus_timestamp,
        null::bigint as amount,
        null::bytea as bloom,
        null::bytea as call_result,
        coalesce(cl.root_contract_id, cl.contract_id) as contract_id,
        null::bigint[] as created_contract_ids,
        null::text as error_message,
        null::bytea as failed_initcode,
        ''::bytea as function_parameters,
        null::bytea as function_result,
        null::bigint as gas_consumed,
        0::bigint as gas_limit,
        null::bigint as gas_used,
        cl.payer_account_id as payer_account_id,
        cl.payer_account_id as sender_id,
        cl.transaction_hash as transaction_hash,
        cl.transaction_index as transaction_index,
        22::smallint as transaction_result
      from (
        select distinct cl.consensus_timestamp
        from contract_log cl
        where cl.synthetic is true
          and cl.consensus_timestamp <= $8
          and (cl.synthetic is not true or cl.topic0 is distinct from '\xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'::bytea or cl.topic3 is distinct from '\xffffffffffffffff'::bytea)
          and cl.consensus_timestamp >= coalesce(
            (
              select case when count(*) = 100 then min(consensus_timestamp) end
              from first_page
            ),
              0
          )
          and (
            select true
            from contract_result x
            where x.consensus_timestamp = cl.consensus_timestamp
            limit 1
          ) is null
        order by cl.consensus_timestamp desc
        limit 100
      ) t
        cross join lateral (
          select *
          from contract_log l
          where l.consensus_timestamp = t.consensus_timestamp
            and l.synthetic is true
            and (l.synthetic is not true or l.topic0 is distinct from '\xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'::bytea or l.topic3 is distinct from '\xffffffffffffffff'::bytea)
          order by l.index asc
          limit 1
        ) cl
    )
  ) merged
  order by consensus_timestamp desc
  limit 100
) r
  left join lateral (
    select evm_address
    from entity
    where id = r.contract_id
    limit 1
  ) e on true
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
limit 100;
