-- GET /api/v1/accounts/0.0.1001/allowances/nfts

-- $1 = 1001 (path)
select approved_for_all,
  owner,
  spender,
  timestamp_range,
  token_id,
  spender,
  token_id
from nft_allowance
where approved_for_all
  and owner = $1
order by spender asc,
  token_id asc
limit 25;
