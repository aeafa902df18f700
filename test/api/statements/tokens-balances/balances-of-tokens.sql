-- GET /api/v1/tokens/balances?token.id=0.0.2014

-- $1, $2 = 2014 (token.id)
select b.account_id,
  b.at,
  b.balance,
  t.decimals,
  b.account_id
from (
  select ta.token_id,
    ta.account_id,
    ta.balance,
    ta.balance_timestamp as at
  from token_account ta
  where ta.associated
    and ta.token_id = $1
  order by ta.account_id desc
  limit 25
) b
  left join token t on t.token_id = $2
order by b.account_id desc
limit 25;
