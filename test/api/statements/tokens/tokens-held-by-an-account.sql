-- GET /api/v1/tokens?account.id=0.0.1010

-- $1 = 1010 (account.id)
select e.key,
  t.decimals,
  replace(encode(coalesce(t.metadata, ''::bytea), 'base64'), E'\n', ''),
  t.name,
  t.symbol,
  t.token_id,
  t.type,
  ta.token_id
from token_account ta
  join token t on t.token_id = ta.token_id
  join entity e on e.id = t.token_id
where ta.account_id = $1
  and ta.associated
order by ta.token_id asc
limit 25;
