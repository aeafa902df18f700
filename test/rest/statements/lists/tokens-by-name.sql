-- GET /api/v1/tokens?name=Coin

-- $1, $2 = %Coin% (name)
select e.key,
  t.decimals,
  replace(encode(coalesce(t.metadata, ''::bytea), 'base64'), E'\n', ''),
  t.name,
  t.symbol,
  t.token_id,
  t.type,
  t.token_id
from (/* planned for its values */ with few as materialized (
  select t.token_id
  from token t
  where t.name ilike $1
  limit 1001
), gathered as materialized (
  select count(*) <= 1000 as all_of_them
  from few
) select * from (
  select t.*
  from few
    cross join lateral (
      select t.*
      from token t
        join entity e on e.id = t.token_id
      where t.token_id = few.token_id
      offset 0
    ) t
  order by t.token_id asc
  limit 25
) f where (
  select all_of_them
  from gathered
) union all select * from (
  select t.*
  from token t
    join entity e on e.id = t.token_id
  where t.name ilike $2
  order by t.token_id asc
  limit 25
) w where not (
  select all_of_them
  from gathered
)) t
  join entity e on e.id = t.token_id
order by t.token_id asc
limit 25;
