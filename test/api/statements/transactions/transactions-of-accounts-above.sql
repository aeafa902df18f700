-- GET /api/v1/transactions?account.id=gt:1001

-- $1, $3, $5, $7, $9, $11, $13, $15 = 1002 (account.id)
-- $2, $4, $6, $8, $10, $12, $14, $16 = 9223372036854775807
select distinct id
from (
  (
    select payer_account_id as id
    from (
      with recursive v(payer_account_id) as (
        (
          select payer_account_id
          from transaction
          where payer_account_id >= $1
            and payer_account_id <= $2
          order by payer_account_id asc
          limit 1
        )
        union all
        select following.*
        from v
          cross join lateral (
            select payer_account_id
            from transaction
            where (payer_account_id) > (v.payer_account_id)
              and payer_account_id >= $3
              and payer_account_id <= $4
            order by payer_account_id asc
            limit 1
          ) following
      )
      select v.payer_account_id
      from v
      limit 101
    ) s
  )
  union all (
    select entity_id as id
    from (
      with recursive v(entity_id) as (
        (
          select entity_id
          from crypto_transfer
          where entity_id >= $5
            and entity_id <= $6
            and entity_id <> 98
          order by entity_id asc
          limit 1
        )
        union all
        select following.*
        from v
          cross join lateral (
            select entity_id
            from crypto_transfer
            where (entity_id) > (v.entity_id)
              and entity_id >= $7
              and entity_id <= $8
              and entity_id <> 98
            order by entity_id asc
            limit 1
          ) following
      )
      select v.entity_id
      from v
      limit 101
    ) s
  )
  union all (
    select account_id as id
    from (
      with recursive v(account_id) as (
        (
          select account_id
          from token_transfer
          where account_id >= $9
            and account_id <= $10
          order by account_id asc
          limit 1
        )
        union all
        select following.*
        from v
          cross join lateral (
            select account_id
            from token_transfer
            where (account_id) > (v.account_id)
              and account_id >= $11
              and account_id <= $12
            order by account_id asc
            limit 1
          ) following
      )
      select v.account_id
      from v
      limit 101
    ) s
  )
  union all (
    select entity_id as id
    from (
      with recursive v(entity_id) as (
        (
          select entity_id
          from entity_transaction
          where entity_id >= $13
            and entity_id <= $14
          order by entity_id asc
          limit 1
        )
        union all
        select following.*
        from v
          cross join lateral (
            select entity_id
            from entity_transaction
            where (entity_id) > (v.entity_id)
              and entity_id >= $15
              and entity_id <= $16
            order by entity_id asc
            limit 1
          ) following
      )
      select v.entity_id
      from v
      limit 101
    ) s
  )
) s;

-- $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 = 1002 (account.id)
-- $13 = 800
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
    select '[' || string_agg('{"is_approval":' || case when (e ->> 'is_approval')::boolean then 'true' else 'false' end
      || ',"receiver_account_id":' || case when (e ->> 'receiver_account_id')::bigint between 1 and 274877906943 then '"0.0.' || (e ->> 'receiver_account_id')::bigint || '"' when (e ->> 'receiver_account_id')::bigint = 0 or (e ->> 'receiver_account_id')::bigint is null then 'null' else '"' || (((e ->> 'receiver_account_id')::bigint >> 54) & 1023) || '.' || (((e ->> 'receiver_account_id')::bigint >> 38) & 65535) || '.' || ((e ->> 'receiver_account_id')::bigint & 274877906943) || '"' end
      || ',"sender_account_id":' || case when (e ->> 'sender_account_id')::bigint between 1 and 274877906943 then '"0.0.' || (e ->> 'sender_account_id')::bigint || '"' when (e ->> 'sender_account_id')::bigint = 0 or (e ->> 'sender_account_id')::bigint is null then 'null' else '"' || (((e ->> 'sender_account_id')::bigint >> 54) & 1023) || '.' || (((e ->> 'sender_account_id')::bigint >> 38) & 65535) || '.' || ((e ->> 'sender_account_id')::bigint & 274877906943) || '"' end
      || ',"serial_number":' || coalesce(((e ->> 'serial_number')::bigint)::text, 'null')
      || ',"token_id":' || case when (e ->> 'token_id')::bigint between 1 and 274877906943 then '"0.0.' || (e ->> 'token_id')::bigint || '"' when (e ->> 'token_id')::bigint = 0 or (e ->> 'token_id')::bigint is null then 'null' else '"' || (((e ->> 'token_id')::bigint >> 54) & 1023) || '.' || (((e ->> 'token_id')::bigint >> 38) & 65535) || '.' || ((e ->> 'token_id')::bigint & 274877906943) || '"' end || '}', ',') || ']'
    from jsonb_array_elements(t.nft_transfer) e
  ) end,
  t.node_account_id,
  t.nonce,
  t.parent_consensus_timestamp,
  t.result,
  nullif(t.scheduled, false),
  case when c.rewarded then (
    select '[' || string_agg('{"account":' || case when account_id between 1 and 274877906943 then '"0.0.' || account_id || '"' when account_id = 0 or account_id is null then 'null' else '"' || ((account_id >> 54) & 1023) || '.' || ((account_id >> 38) & 65535) || '.' || (account_id & 274877906943) || '"' end
      || ',"amount":' || coalesce((amount)::text, 'null') || '}', ',' order by account_id) || ']'
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
  w.consensus_timestamp
from (
  with few as materialized (
    select *
    from (
      (
        select s.consensus_timestamp
        from crypto_transfer s
        where s.entity_id >= $1
          and s.entity_id <> 98
        order by s.entity_id asc
        limit 5001
      )
      union all (
        select s.consensus_timestamp
        from token_transfer s
        where s.account_id >= $2
        order by s.account_id asc
        limit 5001
      )
      union all (
        select s.consensus_timestamp
        from transaction s
        where s.payer_account_id >= $3
        order by s.payer_account_id asc
        limit 5001
      )
      union all (
        select s.consensus_timestamp
        from entity_transaction s
        where s.entity_id >= $4
        order by s.entity_id asc
        limit 5001
      )
    ) s
    limit 5001
  ),
    gathered as materialized (
      select count(*) <= 5000 as all_of_them
      from few
    )
  select *
  from (
    select e.consensus_timestamp
    from (
      select distinct consensus_timestamp
      from few
      order by consensus_timestamp desc
    ) e
      cross join lateral (
        select true
        from transaction t
        where t.consensus_timestamp = e.consensus_timestamp
          and (t.payer_account_id >= $5 and (t.nonce = 0 or t.parent_consensus_timestamp is not null or t.type in (11, 15)) or (
            select true
            from crypto_transfer x
            where x.consensus_timestamp = t.consensus_timestamp
              and (x.entity_id + 0) >= $6
            limit 1
          ) or (
            select true
            from token_transfer x
            where x.consensus_timestamp = t.consensus_timestamp
              and (x.account_id + 0) >= $7
            limit 1
          ) or (
            select true
            from entity_transaction x
            where x.consensus_timestamp = t.consensus_timestamp
              and (x.entity_id + 0) >= $8
            limit 1
          ))
        offset 0
      ) m
    order by e.consensus_timestamp desc
    limit 25
  ) f
  where (
    select all_of_them
    from gathered
  )
  union all
  select *
  from (
    select t.consensus_timestamp
    from transaction t
    where (t.payer_account_id >= $9 and (t.nonce = 0 or t.parent_consensus_timestamp is not null or t.type in (11, 15)) or (
      select true
      from crypto_transfer x
      where x.consensus_timestamp = t.consensus_timestamp
        and (x.entity_id + 0) >= $10
      limit 1
    ) or (
      select true
      from token_transfer x
      where x.consensus_timestamp = t.consensus_timestamp
        and (x.account_id + 0) >= $11
      limit 1
    ) or (
      select true
      from entity_transaction x
      where x.consensus_timestamp = t.consensus_timestamp
        and (x.entity_id + 0) >= $12
      limit 1
    ))
    order by t.consensus_timestamp desc
    limit 25
  ) w
  where not (
    select all_of_them
    from gathered
  )
) w
  cross join lateral (
    select *
    from transaction
    where consensus_timestamp = w.consensus_timestamp
    offset 0
  ) t
  left join lateral (
    select '[' || string_agg('{"account":' || case when entity_id between 1 and 274877906943 then '"0.0.' || entity_id || '"' when entity_id = 0 or entity_id is null then 'null' else '"' || ((entity_id >> 54) & 1023) || '.' || ((entity_id >> 38) & 65535) || '.' || (entity_id & 274877906943) || '"' end
      || ',"amount":' || coalesce((amount)::text, 'null')
      || ',"is_approval":' || case when is_approval then 'true' else 'false' end || '}', ',' order by entity_id, amount) || ']' as transfers,
      bool_or(entity_id = $13) as rewarded
    from crypto_transfer
    where consensus_timestamp = t.consensus_timestamp
      and (errata is null or errata <> 'DELETE')
  ) c on true
order by w.consensus_timestamp desc
limit 25;
