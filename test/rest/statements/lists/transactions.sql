-- GET /api/v1/transactions

-- $1 = 800
select t.batch_key,
  replace(encode(t.transaction_bytes, 'base64'), E'\n', ''),
  t.charged_tx_fee,
  t.consensus_timestamp,
  t.entity_id,
  nullif(t.high_volume, false),
  t.high_volume_pricing_multiplier,
  nullif(t.max_custom_fees, '{}'),
  t.max_fee,
  replace(encode(t.memo, 'base64'), E'\n', ''),
  t.type,
  case when t.nft_transfer is not null then (
    select json_agg(array[(nullif((e ->> 'is_approval')::boolean, false))::text, (e ->> 'receiver_account_id')::text, (e ->> 'sender_account_id')::text, (e ->> 'serial_number')::text, (e ->> 'token_id')::text])
    from jsonb_array_elements(t.nft_transfer) e
  ) end,
  t.node_account_id,
  t.nonce,
  t.parent_consensus_timestamp,
  t.result,
  nullif(t.scheduled, false),
  case when c.rewarded then (
    select json_agg(array[(account_id)::text, (amount)::text] order by account_id)
    from staking_reward_transfer
    where consensus_timestamp = t.consensus_timestamp
  ) end,
  (
    select '[' || string_agg('{"token_id":' || case when token_id between 1 and 274877906943 then '"0.0.' || token_id || '"' when token_id = 0 or token_id is null then 'null' else '"' || ((token_id >> 54) & 1023) || '.' || ((token_id >> 38) & 65535) || '.' || (token_id & 274877906943) || '"' end
      || ',"account":' || case when account_id between 1 and 274877906943 then '"0.0.' || account_id || '"' when account_id = 0 or account_id is null then 'null' else '"' || ((account_id >> 54) & 1023) || '.' || ((account_id >> 38) & 65535) || '.' || (account_id & 274877906943) || '"' end
      || ',"amount":' || coalesce((amount)::text, 'null')
      || ',"is_approval":' || case when is_approval then 'true' else 'false' end || '}', ',' order by token_id, account_id) || ']'
    from token_transfer
    where consensus_timestamp = t.consensus_timestamp
  ),
  replace(encode(t.transaction_hash, 'base64'), E'\n', ''),
  t.payer_account_id,
  t.valid_start_ns,
  c.transfers,
  t.valid_duration_seconds,
  t.valid_start_ns,
  t.consensus_timestamp
from transaction t
  left join lateral (
    select '[' || string_agg('{"account":' || case when entity_id between 1 and 274877906943 then '"0.0.' || entity_id || '"' when entity_id = 0 or entity_id is null then 'null' else '"' || ((entity_id >> 54) & 1023) || '.' || ((entity_id >> 38) & 65535) || '.' || (entity_id & 274877906943) || '"' end
      || ',"amount":' || coalesce((amount)::text, 'null')
      || ',"is_approval":' || case when is_approval then 'true' else 'false' end || '}', ',' order by entity_id, amount) || ']' as transfers,
      bool_or(entity_id = $1) as rewarded
    from crypto_transfer
    where consensus_timestamp = t.consensus_timestamp
      and (errata is null or errata <> 'DELETE')
  ) c on true
order by t.consensus_timestamp desc
limit 25;
