-- GET /api/v1/accounts/0.0.1001/rewards

-- $1 = 1001 (path)
select account_id,
  amount,
  consensus_timestamp,
  consensus_timestamp
from staking_reward_transfer
where account_id = $1
order by consensus_timestamp desc
limit 25;
