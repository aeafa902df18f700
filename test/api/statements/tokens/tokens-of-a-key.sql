-- GET /api/v1/tokens?publickey=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa

-- $1 = aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa (publickey)
select e.key,
  t.decimals,
  replace(encode(coalesce(t.metadata, ''::bytea), 'base64'), E'\n', ''),
  t.name,
  t.symbol,
  t.token_id,
  t.type,
  t.token_id
from /* planned for its values */ token t
  join entity e on e.id = t.token_id
where e.public_key = $1
  and e.type = 'TOKEN'
order by t.token_id asc
limit 25;
