-- GET /api/v1/accounts/0.0.1001/airdrops/outstanding

-- $1 = 1001 (path)
select amount,
  receiver_account_id,
  sender_account_id,
  nullif(serial_number, 0),
  timestamp_range,
  token_id,
  receiver_account_id,
  token_id,
  nullif(serial_number, 0)
from token_airdrop
where state = 'PENDING'
  and sender_account_id = $1
order by receiver_account_id asc,
  token_id asc,
  serial_number asc
limit 25;
