-- GET /api/v1/balances?limit=100

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
      select e.*
      from entity e
      where e.type in ('ACCOUNT', 'CONTRACT')
      order by e.id desc
      limit 100
    ) e
  ) a
) b
order by b.account_id desc
limit 100;
