-- GET /api/v1/tokens/0.0.2014/balances?timestamp=1767225001.000000000

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

-- $1, $5, $9, $11 = 1767225000000000000
-- $2, $3, $6, $7, $12 = 2014 (path)
-- $4, $8, $10 = 1764547200000000000
select b.account_id,
  b.at,
  b.balance,
  t.decimals,
  b.account_id
from (
  select p.token_id,
    p.account_id,
    p.balance,
    $1::bigint as at
  from (
    with recursive v(token_id, account_id) as (
      (
        select token_id,
          account_id
        from token_balance_p2025 s
        where (s.token_id) >= ($2)
          and (s.token_id) <= ($3)
          and consensus_timestamp >= $4
          and consensus_timestamp <= $5
        order by token_id desc,
          account_id desc,
          s.consensus_timestamp desc
        limit 1
      )
      union all
      select following.*
      from v
        cross join lateral (
          select token_id,
            account_id
          from token_balance_p2025 s
          where (token_id, account_id) < (v.token_id, v.account_id)
            and (s.token_id) >= ($6)
            and (s.token_id) <= ($7)
            and consensus_timestamp >= $8
            and consensus_timestamp <= $9
          order by token_id desc,
            account_id desc,
            s.consensus_timestamp desc
          limit 1
        ) following
    )
    select v.token_id,
      v.account_id,
      n.*
    from v
      cross join lateral (
        select balance
        from token_balance_p2025 s
        where token_id = v.token_id
          and account_id = v.account_id
          and consensus_timestamp >= $10
          and consensus_timestamp <= $11
        order by consensus_timestamp desc
        limit 1
      ) n
    limit 25
  ) p
) b
  left join token t on t.token_id = $12
order by b.account_id desc
limit 25;
