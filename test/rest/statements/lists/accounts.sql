-- GET /api/v1/accounts

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
  e.id
from (
  select e.*
  from entity e
  where e.type in ('ACCOUNT', 'CONTRACT')
    and not (e.num = 2 and e.memo = 'Mirror node created synthetic treasury account')
  order by e.id asc
  limit 25
) e
  left join lateral (
    select *
    from entity_stake
    where id = e.id
    offset 0
  ) es on true
  cross join lateral (
    select e.balance,
      e.balance_timestamp,
      (
        select '[' || string_agg('{"token_id":' || case when token_id between 1 and 274877906943 then '"0.0.' || token_id || '"' when token_id = 0 or token_id is null then 'null' else '"' || ((token_id >> 54) & 1023) || '.' || ((token_id >> 38) & 65535) || '.' || (token_id & 274877906943) || '"' end
          || ',"balance":' || coalesce((balance)::text, 'null') || '}', ',') || ']'
        from (
          select token_id,
            balance
          from token_account
          where account_id = e.id
            and associated
          order by token_id asc
          limit 50
        ) t
      ) as tokens
  ) b
order by e.id asc
limit 25;
