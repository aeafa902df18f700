-- GET /api/v1/tokens?type=NON_FUNGIBLE_UNIQUE

-- $1 = NON_FUNGIBLE_UNIQUE (type)
select e.key,
  t.decimals,
  replace(encode(coalesce(t.metadata, ''::bytea), 'base64'), E'\n', ''),
  t.name,
  t.symbol,
  t.token_id,
  t.type,
  t.token_id
from token t
  join entity e on e.id = t.token_id
where t.type = $1
order by t.token_id asc
limit 25;
