-- GET /api/v1/balances?account.balance=gt:1000000000000

-- $1, $2, $5, $8, $9, $12, $14, $15 = 1000000000001 (account.balance)
-- $3 = 549755813888
-- $4 = 1099511627775
-- $6 = 4611686018427387904
-- $7 = 9223372036854775807
-- $10 = {41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62}
-- $11 = 40
-- $13 = 63
select b.account_id,
  b.balance_timestamp,
  b.balance,
  b.tokens,
  b.account_id
from (
  select a.*,
    (
      select '[' || string_agg('{"token_id":' || case when token_id between 1 and 274877906943 then '"0.0.' || token_id || '"' when token_id = 0 or token_id is null then 'null' else '"' || ((token_id >> 54) & 1023) || '.' || ((token_id >> 38) & 65535) || '.' || (token_id & 274877906943) || '"' end
        || ',"balance":' || coalesce((balance)::text, 'null') || '}', ',') || ']'
      from (
        select token_id,
          balance
        from token_account
        where account_id = a.account_id
          and associated
        order by token_id desc
        limit 50
      ) t
    ) as tokens
  from (
    select e.id as account_id,
      e.balance,
      e.balance_timestamp
    from (
      select *
      from (
        select e.*
        from (
          with probe as materialized (
            select b.account_id as id,
              b.balance as value
            from tain.current_balance b
            order by b.account_id desc
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
                  order by b.octave desc,
                    b.account_id desc
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
                  order by b.octave desc,
                    b.account_id desc
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
                  order by b.octave desc,
                    b.account_id desc
                  limit 26
                ) w
            )
          ) c
          order by c.id desc
          limit 26
        ) found
          cross join lateral (
            select *
            from entity
            where id = found.id
            offset 0
          ) e
        where e.type in ('ACCOUNT', 'CONTRACT')
        order by e.id desc
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
          and e.balance >= $15
        order by e.id desc
        limit 25
      ) w
      where not exists(
        select
        from tain.balance_index
        where is_current
      )
    ) e
  ) a
) b
order by b.account_id desc
limit 25;
