-- GET /api/v1/blocks

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
order by consensus_end desc
limit 25;
