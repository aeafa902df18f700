-- GET /api/v1/balances?timestamp=1767225001.000000000

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

-- $1, $3, $5, $7, $9, $11, $13 = 1767225000000000000
-- $2, $4, $6, $8, $10, $12 = 1764547200000000000
select b.account_id,
  b.balance_timestamp,
  b.balance,
  b.tokens,
  b.account_id
from (
  select a.account_id,
    a.balance,
    $1::bigint as balance_timestamp,
    (
      select '[' || string_agg('{"token_id":' || case when token_id between 1 and 274877906943 then '"0.0.' || token_id || '"' when token_id = 0 or token_id is null then 'null' else '"' || ((token_id >> 54) & 1023) || '.' || ((token_id >> 38) & 65535) || '.' || (token_id & 274877906943) || '"' end
        || ',"balance":' || coalesce((balance)::text, 'null') || '}', ',' order by token_id desc) || ']'
      from (
        with recursive v(token_id) as (
          (
            select token_id
            from token_balance_p2025
            where account_id >= a.account_id
              and account_id <= a.account_id
              and consensus_timestamp >= $2
              and consensus_timestamp <= $3
            order by account_id desc,
              token_id desc,
              consensus_timestamp desc
            limit 1
          )
          union all
          select following.*
          from v
            cross join lateral (
              select token_id
              from token_balance_p2025
              where account_id >= a.account_id
                and (account_id, token_id) < (a.account_id, v.token_id)
                and consensus_timestamp >= $4
                and consensus_timestamp <= $5
              order by account_id desc,
                token_id desc,
                consensus_timestamp desc
              limit 1
            ) following
        )
        select v.token_id,
          n.*
        from v
          cross join lateral (
            select balance
            from token_balance_p2025
            where account_id = a.account_id
              and token_id = v.token_id
              and consensus_timestamp >= $6
              and consensus_timestamp <= $7
            order by consensus_timestamp desc
            limit 1
          ) n
        limit 50
      ) held
    ) as tokens
  from (
    with recursive v(account_id) as (
      (
        select account_id
        from account_balance_p2025
        where consensus_timestamp >= $8
          and consensus_timestamp <= $9
        order by account_id desc,
          consensus_timestamp desc
        limit 1
      )
      union all
      select following.*
      from v
        cross join lateral (
          select account_id
          from account_balance_p2025
          where (account_id) < (v.account_id)
            and consensus_timestamp >= $10
            and consensus_timestamp <= $11
          order by account_id desc,
            consensus_timestamp desc
          limit 1
        ) following
    )
    select v.account_id,
      n.*
    from v
      cross join lateral (
        select balance
        from account_balance_p2025
        where account_id = v.account_id
          and consensus_timestamp >= $12
          and consensus_timestamp <= $13
        order by consensus_timestamp desc
        limit 1
      ) n
    limit 25
  ) a
) b
order by b.account_id desc
limit 25;
