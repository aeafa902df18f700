-- GET /api/v1/accounts/0.0.1001/allowances/tokens?spender.id=gte:0.0.1010&token.id=gt:0.0.2014

-- $1 = 1001 (path)
-- $2 = 1010 (spender.id)
-- $3 = 2015 (token.id)
select amount,
  amount_granted,
  owner,
  spender,
  timestamp_range,
  token_id,
  spender,
  token_id
from token_allowance
where owner = $1
  and amount > 0
  and (spender, token_id) >= ($2, $3)
order by spender asc,
  token_id asc
limit 25;
