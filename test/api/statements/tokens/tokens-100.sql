-- GET /api/v1/tokens?limit=100

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
order by t.token_id asc
limit 100;
