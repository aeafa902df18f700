-- GET /api/v1/accounts/0.0.1001/nfts?spender.id=0.0.1010

-- $1 = 1001 (path)
-- $2 = 1010 (spender.id)
select n.account_id,
  n.created_timestamp,
  n.delegating_spender,
  n.deleted or coalesce(e.deleted, false),
  replace(encode(n.metadata, 'base64'), E'\n', ''),
  lower(n.timestamp_range),
  n.serial_number,
  n.spender,
  n.token_id,
  n.token_id,
  n.serial_number
from /* planned for its values */ nft n
  left join entity e on e.id = n.token_id
where n.account_id = $1
  and n.spender = $2
order by n.token_id desc,
  n.serial_number desc
limit 25;
