-- GET /api/v1/balances?timestamp=1767225001.000000000&exact=true

-- $1 = true (exact)
-- $2 = 2
-- $3 = 1767225001000000000 (timestamp)
select s.at,
  f.consensus_start,
  f.index = 0 and $1 or false,
  (
    select consensus_end
    from record_file
    order by consensus_end desc
    limit 1
  )
from (
  select max(consensus_timestamp) as at
  from account_balance
  where account_id = $2
    and consensus_timestamp <= $3
) s
  left join(
    select consensus_start,
      index
    from record_file
    order by consensus_end asc
    limit 1
  ) f on true;

-- $1, $9, $13, $15, $21, $23, $25 = 1764547200000000000
-- $2, $3, $5, $10, $14, $16, $17, $22, $24, $26 = 1767225000000000000
-- $4, $6, $7, $8, $11, $12, $18, $19, $20 = 1767225001000000000 (timestamp)
select b.account_id,
  b.balance_timestamp,
  b.balance,
  b.tokens,
  b.account_id
from (
  select a.account_id,
    (coalesce(
      (
        select balance
        from account_balance_p2025
        where account_id = a.account_id
          and consensus_timestamp >= $1
          and consensus_timestamp <= $2
        order by consensus_timestamp desc
        limit 1
      ),
        0
    ) + coalesce(case when a.account_id = 98 then (
      select sum(amount)
      from crypto_transfer
      where entity_id = a.account_id
        and true
        and consensus_timestamp > $3
        and consensus_timestamp <= $4
        and (errata is null or errata <> 'DELETE')
    ) else (
      select sum(amount)
      from crypto_transfer
      where entity_id = a.account_id
        and entity_id <> 98
        and consensus_timestamp > $5
        and consensus_timestamp <= $6
        and (errata is null or errata <> 'DELETE')
    ) end, 0))::bigint as balance,
    $7::bigint as balance_timestamp,
    (
      select '[' || string_agg('{"token_id":' || case when token_id between 1 and 274877906943 then '"0.0.' || token_id || '"' when token_id = 0 or token_id is null then 'null' else '"' || ((token_id >> 54) & 1023) || '.' || ((token_id >> 38) & 65535) || '.' || (token_id & 274877906943) || '"' end
        || ',"balance":' || coalesce((balance)::text, 'null') || '}', ',') || ']'
      from (
        select h.token_id,
          case when t.type = 'NON_FUNGIBLE_UNIQUE' then (
            select count(*)
            from nft
            where account_id = a.account_id
              and token_id = h.token_id
              and lower(timestamp_range) <= $8
          ) + coalesce(n.amount, 0) else coalesce(
            (
              select balance
              from token_balance_p2025
              where account_id = a.account_id
                and token_id = h.token_id
                and consensus_timestamp >= $9
                and consensus_timestamp <= $10
              order by consensus_timestamp desc
              limit 1
            ),
              0
          ) + coalesce(m.amount, 0) end::bigint as balance
        from (
          select o.token_id
          from (
            select token_id
            from token_account
            where account_id = a.account_id
              and associated
              and lower(timestamp_range) <= $11
            union
            select token_id
            from token_account_history
            where account_id = a.account_id
              and associated
              and timestamp_range @> $12::bigint
            union
            select s.token_id
            from (
              select
              where not exists(
                select
                from token_account
                where account_id = a.account_id
              )
            ) unassociated
              cross join lateral (
                with recursive v(token_id) as (
                  (
                    select token_id
                    from token_balance_p2025
                    where account_id >= a.account_id
                      and account_id <= a.account_id
                      and consensus_timestamp >= $13
                      and consensus_timestamp <= $14
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
                        and consensus_timestamp >= $15
                        and consensus_timestamp <= $16
                      order by account_id desc,
                        token_id desc,
                        consensus_timestamp desc
                      limit 1
                    ) following
                )
                select v.token_id
                from v
                limit 50
              ) s
          ) o
          order by o.token_id desc
          limit 50
        ) h
          left join lateral (
            select type
            from token
            where token_id = h.token_id
            limit 1
          ) t on true
          left join(
            select token_id,
              sum(amount) as amount
            from token_transfer
            where account_id = a.account_id
              and consensus_timestamp > $17
              and consensus_timestamp <= $18
            group by token_id
          ) m on m.token_id = h.token_id
          left join(
            select token_id,
              count(*) as amount
            from nft_history
            where account_id = a.account_id
              and timestamp_range @> $19::bigint
            group by token_id
          ) n on n.token_id = h.token_id
        order by h.token_id desc
      ) b
    ) as tokens
  from (
    select a.account_id
    from (
      (
        select e.id as account_id
        from entity e
        where e.type in ('ACCOUNT', 'CONTRACT')
          and coalesce(e.created_timestamp, 0) <= $20
        order by e.id desc
        limit 25
      )
      union
      select account_id
      from (
        with recursive v(account_id) as (
          (
            select account_id
            from account_balance_p2025
            where consensus_timestamp >= $21
              and consensus_timestamp <= $22
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
                and consensus_timestamp >= $23
                and consensus_timestamp <= $24
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
              and consensus_timestamp >= $25
              and consensus_timestamp <= $26
            order by consensus_timestamp desc
            limit 1
          ) n
        limit 25
      ) s
    ) a
    order by a.account_id desc
    limit 25
  ) a
) b
order by b.account_id desc
limit 25;
