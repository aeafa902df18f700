-- GET /api/v1/topics/0.0.2015/messages?timestamp=gt:1767225001.000000000

-- $1, $3 = 2015 (path)
-- $2 = 1767225001000000001 (timestamp)
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
where (m.topic_id, m.consensus_timestamp) >= ($1, $2)
  and (m.topic_id) <= ($3)
order by m.topic_id asc,
  m.consensus_timestamp asc
limit 25;
