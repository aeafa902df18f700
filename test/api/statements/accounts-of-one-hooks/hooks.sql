-- GET /api/v1/accounts/0.0.1001/hooks

-- $1 = 1001 (path)
select admin_key,
  contract_id,
  created_timestamp,
  deleted,
  extension_point,
  hook_id,
  owner_id,
  timestamp_range,
  type,
  hook_id
from hook
where owner_id = $1
order by hook_id desc
limit 25;
