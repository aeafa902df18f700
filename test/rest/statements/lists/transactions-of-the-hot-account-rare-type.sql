-- GET /api/v1/transactions?account.id=0.0.1001&transactiontype=NODEUPDATE

-- $1, $2, $8, $9, $12, $15, $18, $19, $20 = 55 (transactiontype)
-- $3, $4, $5, $6, $7, $10, $11, $13, $14, $16, $17 = 1001 (account.id)
-- $21, $22 = {1001} (account.id)
-- $23 = 800
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
  w.consensus_timestamp
from (
  with meeting as materialized (
    select t.consensus_timestamp
    from transaction t
    where (t.type) >= ($1)
      and (t.type) <= ($2)
    order by t.type desc,
      t.consensus_timestamp desc
    limit 50
  ),
    others as materialized (
      select consensus_timestamp
      from (
        (
          select k.consensus_timestamp
          from (
            select distinct s.entity_id,
              s.consensus_timestamp
            from crypto_transfer s
            where (s.entity_id) >= ($3)
              and (s.entity_id) <= ($4)
              and s.entity_id <> 98
            order by s.entity_id desc,
              s.consensus_timestamp desc
            limit 50
          ) k
        )
        union all (
          select k.consensus_timestamp
          from (
            select distinct s.account_id,
              s.consensus_timestamp
            from token_transfer s
            where s.account_id >= $5
              and s.account_id <= $6
            order by s.account_id asc,
              s.consensus_timestamp desc
            limit 50
          ) k
        )
      ) s
      order by consensus_timestamp desc
      limit 50
    ),
    rarer as materialized (
      select case when (
        select count(*)
        from meeting
      ) < 50 then true when (
        select count(*)
        from others
      ) < 50 then false else (
        select min(consensus_timestamp)
        from meeting
      ) < (
        select min(consensus_timestamp)
        from others
      ) end as by_condition
    )
  select distinct consensus_timestamp
  from (
    (
      select t.consensus_timestamp
      from transaction t
      where t.payer_account_id = $7
        and (t.type) >= ($8)
        and (t.type) <= ($9)
        and (t.nonce = 0 or t.parent_consensus_timestamp is not null or t.type in (11, 15))
      order by t.type desc,
        t.consensus_timestamp desc
      limit 25
    )
    union all (
      select k.consensus_timestamp
      from (
        select distinct s.entity_id,
          s.consensus_timestamp
        from entity_transaction s
        where (s.entity_id) >= ($10)
          and (s.entity_id) <= ($11)
          and (
            select true
            from transaction t
            where t.consensus_timestamp = s.consensus_timestamp
              and t.type = $12
            limit 1
          )
        order by s.entity_id desc,
          s.consensus_timestamp desc
        limit 25
      ) k
    )
    union all (
      select *
      from (
        select k.consensus_timestamp
        from (
          select distinct s.entity_id,
            s.consensus_timestamp
          from crypto_transfer s
          where (s.entity_id) >= ($13)
            and (s.entity_id) <= ($14)
            and s.entity_id <> 98
            and (
              select true
              from transaction t
              where t.consensus_timestamp = s.consensus_timestamp
                and t.type = $15
              limit 1
            )
          order by s.entity_id desc,
            s.consensus_timestamp desc
          limit 25
        ) k
      ) k
      where not (
        select by_condition
        from rarer
      )
    )
    union all (
      select *
      from (
        select k.consensus_timestamp
        from (
          select distinct s.account_id,
            s.consensus_timestamp
          from token_transfer s
          where s.account_id >= $16
            and s.account_id <= $17
            and (
              select true
              from transaction t
              where t.consensus_timestamp = s.consensus_timestamp
                and t.type = $18
              limit 1
            )
          order by s.account_id asc,
            s.consensus_timestamp desc
          limit 25
        ) k
      ) k
      where not (
        select by_condition
        from rarer
      )
    )
    union all (
      select t.consensus_timestamp
      from transaction t
      where (t.type) >= ($19)
        and (t.type) <= ($20)
        and (
          select by_condition
          from rarer
        )
        and (
          (
            select true
            from crypto_transfer x
            where x.consensus_timestamp = t.consensus_timestamp
              and x.entity_id = any($21::bigint[])
              and x.entity_id <> 98
            limit 1
          ) or (
            select true
            from token_transfer x
            where x.consensus_timestamp = t.consensus_timestamp
              and x.account_id = any($22::bigint[])
            limit 1
          )
        )
      order by t.type desc,
        t.consensus_timestamp desc
      limit 25
    )
  ) w
  order by consensus_timestamp desc
  limit 25
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
      bool_or(entity_id = $23) as rewarded
    from crypto_transfer
    where consensus_timestamp = t.consensus_timestamp
      and (errata is null or errata <> 'DELETE')
  ) c on true
order by w.consensus_timestamp desc
limit 25;
