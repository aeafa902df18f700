-- GET /api/v1/contracts/0.0.2012/results?limit=100

-- $1, $2, $3 = 2012 (path)
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
    where cr.contract_id = $1
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
        where cl.contract_id = $2
          and cl.synthetic is true
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
            and l.contract_id = $3
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
order by r.consensus_timestamp desc
limit 100;
