-- GET /api/v1/schedules?account.id=0.0.1001

-- $1 = 1001 (account.id)
select e.key,
  c.consensus_timestamp,
  c.creator_account_id,
  e.deleted,
  c.executed_timestamp,
  c.expiration_time,
  e.memo,
  c.payer_account_id,
  c.schedule_id,
  (
    select json_agg(array[(s.consensus_timestamp)::text, (replace(encode(s.public_key_prefix, 'base64'), E'\n', ''))::text, (replace(encode(s.signature, 'base64'), E'\n', ''))::text, (case s.type when 2 then 'CONTRACT' when 3 then 'ED25519' when 4 then 'RSA_3072' when 5 then 'ECDSA_384' when 6 then 'ECDSA_SECP256K1' else 'UNKNOWN' end)::text] order by s.consensus_timestamp, s.ctid)
    from transaction_signature s
    where s.entity_id = c.schedule_id
  ),
  replace(encode(c.transaction_body, 'base64'), E'\n', ''),
  c.wait_for_expiry,
  c.schedule_id
from schedule c
  left join lateral (
    select key,
      deleted,
      memo
    from entity
    where id = c.schedule_id
    offset 0
  ) e on true
where c.creator_account_id = $1
order by c.schedule_id asc
limit 25;
