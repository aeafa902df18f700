-- GET /api/v1/accounts/0.0.1010?transactions=false&timestamp=1767225001.000000000

-- $1, $3 = 2
-- $2, $5 = 1761955200000000000
-- $4, $6 = 1767225001000000000 (timestamp)
select consensus_timestamp
from account_balance
where (account_id, consensus_timestamp) >= ($1, $2)
  and (account_id, consensus_timestamp) <= ($3, $4)
  and consensus_timestamp >= $5
  and consensus_timestamp <= $6
order by account_id desc,
  consensus_timestamp desc
limit 1;

-- $1, $3, $5, $7 = 1010 (path)
-- $2, $4, $6, $8 = 1767225001000000000 (timestamp)
-- $9, $12, $14, $16 = 1764547200000000000
-- $10, $11, $13, $15, $17 = 1767225000000000000
select e.id,
  e.alias,
  e.auto_renew_period,
  b.balance,
  b.balance_timestamp,
  b.tokens,
  e.created_timestamp,
  e.decline_reward,
  e.deleted,
  e.ethereum_nonce,
  e.evm_address,
  e.alias,
  e.id,
  e.expiration_timestamp,
  e.created_timestamp,
  e.auto_renew_period,
  e.key,
  e.max_automatic_token_associations,
  e.memo,
  case when e.decline_reward then 0 when coalesce(e.staked_node_id, -1) = -1 then 0 when e.stake_period_start >= es.end_stake_period then 0 else coalesce(es.pending_reward, 0) end,
  e.receiver_sig_required,
  e.staked_account_id,
  nullif(e.staked_node_id, -1),
  e.staked_node_id,
  e.stake_period_start,
  e.delegation_address,
  case when e.created_timestamp is not null then least(e.created_timestamp, lower(e.timestamp_range)) end
from (
  select *
  from (
    (
      select alias,
        auto_renew_period,
        balance,
        balance_timestamp,
        created_timestamp,
        decline_reward,
        delegation_address,
        deleted,
        ethereum_nonce,
        evm_address,
        expiration_timestamp,
        id,
        key,
        max_automatic_token_associations,
        memo,
        num,
        receiver_sig_required,
        staked_account_id,
        staked_node_id,
        stake_period_start,
        timestamp_range,
        type
      from entity e
      where e.id = $1
        and lower(timestamp_range) <= $2
        and e.type in ('ACCOUNT', 'CONTRACT')
        and not (e.num = 2 and e.memo = 'Mirror node created synthetic treasury account')
      order by lower(timestamp_range) desc
      limit 1
    )
    union all (
      select alias,
        auto_renew_period,
        balance,
        balance_timestamp,
        created_timestamp,
        decline_reward,
        delegation_address,
        deleted,
        ethereum_nonce,
        evm_address,
        expiration_timestamp,
        id,
        key,
        max_automatic_token_associations,
        memo,
        num,
        receiver_sig_required,
        staked_account_id,
        staked_node_id,
        stake_period_start,
        timestamp_range,
        type
      from entity_history e
      where e.id = $3
        and lower(timestamp_range) <= $4
        and e.type in ('ACCOUNT', 'CONTRACT')
        and not (e.num = 2 and e.memo = 'Mirror node created synthetic treasury account')
      order by lower(timestamp_range) desc
      limit 1
    )
  ) v
  order by lower(timestamp_range) desc
  limit 1
) e
  left join(
    select *
    from (
      (
        select end_stake_period,
          id,
          pending_reward,
          timestamp_range
        from entity_stake e
        where e.id = $5
          and lower(timestamp_range) <= $6
        order by lower(timestamp_range) desc
        limit 1
      )
      union all (
        select end_stake_period,
          id,
          pending_reward,
          timestamp_range
        from entity_stake_history e
        where e.id = $7
          and lower(timestamp_range) <= $8
        order by lower(timestamp_range) desc
        limit 1
      )
    ) v
    order by lower(timestamp_range) desc
    limit 1
  ) es on true
  cross join lateral (
    select coalesce(
      (
        select balance
        from account_balance_p2025
        where account_id = e.id
          and consensus_timestamp >= $9
          and consensus_timestamp <= $10
        order by consensus_timestamp desc
        limit 1
      ),
        0
    ) as balance,
      $11::bigint as balance_timestamp,
      (
        select '[' || string_agg('{"token_id":' || case when token_id between 1 and 274877906943 then '"0.0.' || token_id || '"' when token_id = 0 or token_id is null then 'null' else '"' || ((token_id >> 54) & 1023) || '.' || ((token_id >> 38) & 65535) || '.' || (token_id & 274877906943) || '"' end
          || ',"balance":' || coalesce((balance)::text, 'null') || '}', ',' order by token_id asc) || ']'
        from (
          with recursive v(token_id) as (
            (
              select token_id
              from token_balance_p2025
              where account_id <= e.id
                and account_id >= e.id
                and consensus_timestamp >= $12
                and consensus_timestamp <= $13
              order by account_id asc,
                token_id asc,
                consensus_timestamp asc
              limit 1
            )
            union all
            select following.*
            from v
              cross join lateral (
                select token_id
                from token_balance_p2025
                where account_id <= e.id
                  and (account_id, token_id) > (e.id, v.token_id)
                  and consensus_timestamp >= $14
                  and consensus_timestamp <= $15
                order by account_id asc,
                  token_id asc,
                  consensus_timestamp asc
                limit 1
              ) following
          )
          select v.token_id,
            n.*
          from v
            cross join lateral (
              select balance
              from token_balance_p2025
              where account_id = e.id
                and token_id = v.token_id
                and consensus_timestamp >= $16
                and consensus_timestamp <= $17
              order by consensus_timestamp desc
              limit 1
            ) n
          limit 1000
        ) held
      ) as tokens
  ) b;
