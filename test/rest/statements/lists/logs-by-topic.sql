-- GET /api/v1/contracts/results/logs?topic0=0x0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a&timestamp=gte:1767225001&timestamp=lt:1767825001

-- $1 = 1767225001000000000 (timestamp)
-- $2 = 1767825000999999999 (timestamp)
-- $3 = \x0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a (topic0)
select '0x' || coalesce(encode(nullif(le.evm_address, ''), 'hex'), case when cl.contract_id <> 0 then lpad(to_hex((cl.contract_id & 274877906943)), 40, '0') end),
  '0x' || coalesce(encode(cl.bloom, 'hex'), ''),
  cl.contract_id,
  case when length(cl.data) = 0 then '0x' else '0x' || lpad(encode(cl.data, 'hex'), greatest(64, 2 * length(cl.data)), '0') end,
  cl.index,
  '[' || concat_ws(',', '"' || '0x' || lpad(encode(cl.topic0, 'hex'), greatest(64, 2 * length(cl.topic0)), '0') || '"', '"' || '0x' || lpad(encode(cl.topic1, 'hex'), greatest(64, 2 * length(cl.topic1)), '0') || '"', '"' || '0x' || lpad(encode(cl.topic2, 'hex'), greatest(64, 2 * length(cl.topic2)), '0') || '"', '"' || '0x' || lpad(encode(cl.topic3, 'hex'), greatest(64, 2 * length(cl.topic3)), '0') || '"') || ']',
  '0x' || coalesce(b.hash, ''),
  b.index,
  cl.root_contract_id,
  cl.consensus_timestamp,
  '0x' || coalesce(encode(cl.transaction_hash, 'hex'), ''),
  cl.transaction_index,
  cl.consensus_timestamp,
  cl.index
from (
  select cl.consensus_timestamp,
    cl.index,
    cl.bloom,
    cl.contract_id,
    cl.data,
    cl.root_contract_id,
    cl.topic0,
    cl.topic1,
    cl.topic2,
    cl.topic3,
    cl.transaction_hash,
    cl.transaction_index
  from contract_log cl
  where cl.consensus_timestamp >= $1
    and cl.consensus_timestamp <= $2
    and (cl.synthetic is not true or cl.topic0 is distinct from '\xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'::bytea or cl.topic3 is distinct from '\xffffffffffffffff'::bytea)
    and cl.topic0 = $3
  order by cl.consensus_timestamp desc,
    cl.index desc
  limit 25
) cl
  left join lateral (
    select evm_address
    from entity
    where id = cl.contract_id
    limit 1
  ) le on true
  left join lateral (
    select index,
      hash,
      gas_used,
      consensus_start,
      consensus_end
    from record_file
    where consensus_end >= cl.consensus_timestamp
    order by consensus_end asc
    limit 1
  ) b on b.consensus_start <= cl.consensus_timestamp
order by cl.consensus_timestamp desc,
  cl.index desc
limit 25;
