-- GET /api/v1/accounts/0.0.1001/allowances/crypto

-- $1 = 1001 (path)
select amount,
  amount_granted,
  owner,
  spender,
  timestamp_range,
  spender
from crypto_allowance
where owner = $1
  and amount > 0
order by spender desc
limit 25;
