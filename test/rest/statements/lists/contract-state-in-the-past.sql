-- GET /api/v1/contracts/0.0.2012/state?timestamp=1767225001.000000000

-- $1, $2, $3 = 2012 (path)
-- $4 = 1767225001000000000 (timestamp)
select '0x' || coalesce(encode(nullif(e.evm_address, ''), 'hex'), case when s.contract_id <> 0 then lpad(to_hex((s.contract_id & 274877906943)), 40, '0') end),
  s.contract_id,
  '0x' || lpad(encode(s.slot, 'hex'), greatest(64, 2 * length(s.slot)), '0'),
  s.time,
  '0x' || lpad(encode(s.value, 'hex'), greatest(64, 2 * length(s.value)), '0'),
  s.slot
from (
  with recursive v(slot) as (
    (
      select slot
      from contract_state_change
      where contract_id = $1
      order by slot asc
      limit 1
    )
    union all
    select following.*
    from v
      cross join lateral (
        select slot
        from contract_state_change
        where (slot) > (v.slot)
          and contract_id = $2
        order by slot asc
        limit 1
      ) following
  )
  select v.slot,
    n.*
  from v
    cross join lateral (
      select contract_id,
        coalesce(value_written, value_read) as value,
        consensus_timestamp as time
      from contract_state_change
      where slot = v.slot
        and contract_id = $3
        and consensus_timestamp <= $4
      order by consensus_timestamp desc
      limit 1
    ) n
  limit 25
) s
  left join lateral (
    select evm_address
    from entity
    where id = s.contract_id
    limit 1
  ) e on true
order by s.slot asc
limit 25;
