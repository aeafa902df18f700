-- GET /api/v1/topics/0.0.2015/messages?sequencenumber=gt:5&order=asc

-- $1 = 2015 (path)
-- $2 = 6 (sequencenumber)
select m.chunk_num,
  m.chunk_total,
  m.initial_transaction_id,
  m.payer_account_id,
  m.valid_start_timestamp,
  m.consensus_timestamp,
  replace(encode(m.message, 'base64'), E'\n', ''),
  m.payer_account_id,
  replace(encode(m.running_hash, 'base64'), E'\n', ''),
  coalesce(m.running_hash_version, 3),
  m.sequence_number,
  m.topic_id,
  m.consensus_timestamp
from topic_message m
where m.topic_id = $1
  and m.sequence_number >= $2
order by m.sequence_number asc
limit 25;
