-- GET /api/v1/accounts?account.balance=gt:1000000000000

-- $1, $2, $5, $8, $9, $12, $14, $15 = 1000000000001 (account.balance)
-- $3 = 549755813888
-- $4 = 1099511627775
-- $6 = 4611686018427387904
-- $7 = 9223372036854775807
-- $10 = {41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62}
-- $11 = 40
-- $13 = 63
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
  select *
  from (
    select e.*
    from (
      with probe as materialized (
        select b.account_id as id,
          b.balance as value
        from tain.current_balance b
        order by b.account_id asc
        limit 104
      ),
        dense as materialized (
          select count(*) >= 26 or (
            select count(*)
            from probe
          ) < 104 as suffices
          from (
            select probe.id
            from probe
            where probe.value >= $1
          ) d
        ),
        few as materialized (
          select b.account_id as id
          from tain.current_balance b
          where not (
            select suffices
            from dense
          )
            and b.balance >= $2
          order by b.balance asc
          limit 151
        ),
        all_few as materialized (
          select count(*) <= 150 as here
          from few
        ),
        edge0 as materialized (
          select b.account_id as id
          from tain.current_balance b
          where not (
            select suffices
            from dense
          )
            and not (
              select here
              from all_few
            )
            and b.balance >= $3
            and b.balance <= $4
            and b.balance >= $5
          order by b.balance asc
          limit 1001
        ),
        all_edge0 as materialized (
          select count(*) <= 1000 as here
          from edge0
        ),
        edge1 as materialized (
          select b.account_id as id
          from tain.current_balance b
          where not (
            select suffices
            from dense
          )
            and not (
              select here
              from all_few
            )
            and b.balance >= $6
            and b.balance <= $7
            and b.balance >= $8
          order by b.balance asc
          limit 1001
        ),
        all_edge1 as materialized (
          select count(*) <= 1000 as here
          from edge1
        )
      select c.id
      from (
        (
          select probe.id
          from probe
          where probe.value >= $9
            and (
              select suffices
              from dense
            )
        )
        union all (
          select few.id
          from few
          where (
            select here
            from all_few
          )
        )
        union all (
          select w.id
          from (
            select n
            from unnest($10::smallint[]) n
            where not (
              select suffices
              from dense
            )
              and not (
                select here
                from all_few
              )
          ) o
            cross join lateral (
              select b.account_id as id,
                b.balance as value
              from tain.current_balance b
              where (b.octave) >= (o.n)
                and (b.octave) <= (o.n)
              order by b.octave asc,
                b.account_id asc
              limit 26
            ) w
        )
        union all (
          select edge0.id
          from edge0
          where (
            select here
            from all_edge0
          )
        )
        union all (
          select w.id
          from (
            select $11::smallint as n
            where not (
              select here
              from all_edge0
            )
          ) o
            cross join lateral (
              select b.account_id as id,
                b.balance as value
              from tain.current_balance b
              where (b.octave) >= (o.n)
                and (b.octave) <= (o.n)
                and b.balance >= $12
              order by b.octave asc,
                b.account_id asc
              limit 26
            ) w
        )
        union all (
          select edge1.id
          from edge1
          where (
            select here
            from all_edge1
          )
        )
        union all (
          select w.id
          from (
            select $13::smallint as n
            where not (
              select here
              from all_edge1
            )
          ) o
            cross join lateral (
              select b.account_id as id,
                b.balance as value
              from tain.current_balance b
              where (b.octave) >= (o.n)
                and (b.octave) <= (o.n)
                and b.balance >= $14
              order by b.octave asc,
                b.account_id asc
              limit 26
            ) w
        )
      ) c
      order by c.id asc
      limit 26
    ) found
      cross join lateral (
        select *
        from entity
        where id = found.id
        offset 0
      ) e
    where e.type in ('ACCOUNT', 'CONTRACT')
      and not (e.num = 2 and e.memo = 'Mirror node created synthetic treasury account')
    order by e.id asc
    limit 25
  ) f
  where exists(
    select
    from tain.balance_index
    where is_current
  )
  union all
  select *
  from (
    select e.*
    from entity e
    where e.type in ('ACCOUNT', 'CONTRACT')
      and not (e.num = 2 and e.memo = 'Mirror node created synthetic treasury account')
      and e.balance >= $15
    order by e.id asc
    limit 25
  ) w
  where not exists(
    select
    from tain.balance_index
    where is_current
  )
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
