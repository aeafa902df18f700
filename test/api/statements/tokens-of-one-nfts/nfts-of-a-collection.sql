-- GET /api/v1/tokens/0.0.2024/nfts

-- $1 = 2024 (path)
select n.account_id,
  n.created_timestamp,
  n.delegating_spender,
  n.deleted or coalesce(e.deleted, false),
  replace(encode(n.metadata, 'base64'), E'\n', ''),
  lower(n.timestamp_range),
  n.serial_number,
  n.spender,
  n.token_id,
  n.serial_number
from (
  select n.*
  from nft n
  where n.token_id = $1
  order by n.serial_number desc
  limit 25
) n
  left join entity e on e.id = n.token_id
order by n.serial_number desc
limit 25;
