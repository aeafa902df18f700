-- GET /api/v1/accounts/0.0.1001/rewards?timestamp=lt:1767225001.000000000

-- $1 = 1001 (path)
-- $2 = 1767225000999999999 (timestamp)
select account_id,
  amount,
  consensus_timestamp,
  consensus_timestamp
from staking_reward_transfer
where account_id = $1
  and consensus_timestamp <= $2
order by consensus_timestamp desc
limit 25;

-- $1 = 1001 (path)
select 1
from entity
where id = $1;
