-- GET /api/v1/tokens?publickey=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa

-- $1 = aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa (publickey)
select e.key,
  t.decimals,
  replace(encode(coalesce(t.metadata, ''::bytea), 'base64'), E'\n', ''),
  t.name,
  t.symbol,
  t.token_id,
  t.type,
  e.id
from /* planned for its values */ entity e
  join token t on t.token_id = e.id
where e.public_key = $1
  and e.type = 'TOKEN'
order by e.id asc
limit 25;
