-- GET /api/v1/blocks?timestamp=lt:1767225001.000000000&order=asc

-- $1 = 1767225000999999999 (timestamp)
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
where consensus_end <= $1
order by consensus_end asc
limit 25;
