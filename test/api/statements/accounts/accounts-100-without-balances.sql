-- GET /api/v1/accounts?limit=100&balance=false

select e.id,
  e.alias,
  e.auto_renew_period,
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
  limit 100
) e
  left join lateral (
    select *
    from entity_stake
    where id = e.id
    offset 0
  ) es on true
order by e.id asc
limit 100;
