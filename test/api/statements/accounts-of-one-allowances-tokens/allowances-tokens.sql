-- GET /api/v1/accounts/0.0.1001/allowances/tokens

-- $1 = 1001 (path)
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
order by spender asc,
  token_id asc
limit 25;
