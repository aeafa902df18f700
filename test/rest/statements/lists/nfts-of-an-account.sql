-- GET /api/v1/accounts/0.0.1001/nfts

-- $1 = 1001 (path)
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
from nft n
  left join entity e on e.id = n.token_id
where n.account_id = $1
order by n.token_id desc,
  n.serial_number desc
limit 25;
