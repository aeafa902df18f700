-- GET /api/v1/blocks?block.number=lt:1

-- $1 = 0 (block.number)
select count,
  nullif(gas_used, -1),
  hapi_version_major || '.' || hapi_version_minor || '.' || hapi_version_patch,
  '0x' || hash,
  logs_bloom,
  name,
  index,
  '0x' || prev_hash,
  coalesce(size, length(bytes)),
  consensus_start,
  consensus_end,
  index
from record_file
where index <= $1
order by index desc
limit 25;
