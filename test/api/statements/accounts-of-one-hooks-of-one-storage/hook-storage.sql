-- GET /api/v1/accounts/0.0.1001/hooks/1/storage

-- $1 = 1001 (path)
-- $2 = 1 (path)
select s.key,
  s.time,
  s.value,
  s.key
from (
  select key,
    modified_timestamp as time,
    value
  from hook_storage
  where owner_id = $1
    and hook_id = $2
    and not deleted
  order by key asc
  limit 25
) s
order by s.key asc
limit 25;
