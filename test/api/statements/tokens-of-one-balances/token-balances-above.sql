-- GET /api/v1/tokens/0.0.2014/balances?account.balance=gt:1000

-- $1, $3, $4, $5, $7, $9, $10 = 2014 (path)
-- $2, $6, $8 = 1001 (account.balance)
select b.account_id,
  b.at,
  b.balance,
  t.decimals,
  b.account_id
from (
  select *
  from (/* planned for its values */ with few as materialized (
    select ta.account_id
    from tain.current_token_balance ta
    where ta.token_id = $1
      and ta.associated
      and ta.balance >= $2
      and ta.token_id = $3
    limit 1001
  ), gathered as materialized (
    select count(*) <= 1000 as all_of_them
    from few
  ) select * from (
    select ta.token_id,
      ta.account_id,
      ta.balance,
      ta.balance_timestamp as at
    from few
      cross join lateral (
        select *
        from tain.current_token_balance
        where account_id = few.account_id
          and token_id = $4
        offset 0
      ) ta
    order by ta.account_id desc
    limit 25
  ) f where (
    select all_of_them
    from gathered
  ) union all select * from (
    select ta.token_id,
      ta.account_id,
      ta.balance,
      ta.balance_timestamp as at
    from token_account ta
    where ta.token_id = $5
      and ta.associated
      and ta.balance >= $6
      and ta.token_id = $7
    order by ta.account_id desc
    limit 25
  ) w where not (
    select all_of_them
    from gathered
  )) f
  where exists(
    select
    from tain.balance_index
    where is_current
  )
  union all
  select *
  from (
    select ta.token_id,
      ta.account_id,
      ta.balance,
      ta.balance_timestamp as at
    from token_account ta
    where ta.associated
      and ta.balance >= $8
      and ta.token_id = $9
    order by ta.account_id desc
    limit 25
  ) w
  where not exists(
    select
    from tain.balance_index
    where is_current
  )
) b
  left join token t on t.token_id = $10
order by b.account_id desc
limit 25;
