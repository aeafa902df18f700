-- GET /api/v1/contracts/0.0.2012/state?slot=gte:0x10

-- $1 = 2012 (path)
-- $2 = \x0000000000000000000000000000000000000000000000000000000000000010 (slot)
select '0x' || coalesce(encode(nullif(e.evm_address, ''), 'hex'), case when s.contract_id <> 0 then lpad(to_hex((s.contract_id & 274877906943)), 40, '0') end),
  s.contract_id,
  '0x' || lpad(encode(s.slot, 'hex'), greatest(64, 2 * length(s.slot)), '0'),
  s.time,
  '0x' || lpad(encode(s.value, 'hex'), greatest(64, 2 * length(s.value)), '0'),
  s.slot
from (
  select contract_id,
    slot,
    value,
    modified_timestamp as time
  from contract_state
  where contract_id = $1
    and slot >= $2
  order by slot asc
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
