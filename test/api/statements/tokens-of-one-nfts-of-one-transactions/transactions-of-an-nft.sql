-- GET /api/v1/tokens/0.0.2024/nfts/1/transactions

-- $1, $3, $5, $7, $8 = 2024 (path)
-- $2, $4, $6, $9 = 1 (path)
select t.consensus_timestamp,
  w.created,
  nullif((x.transfer ->> 'is_approval')::boolean, false),
  t.nonce,
  (x.transfer ->> 'receiver_account_id')::bigint,
  (x.transfer ->> 'sender_account_id')::bigint,
  t.payer_account_id,
  t.valid_start_ns,
  t.type,
  w.at
from (
  select at,
    (
      select created_timestamp
      from nft
      where token_id = $1
        and serial_number = $2
    ) as created
  from (
    select distinct at
    from (
      (
        select distinct lower(timestamp_range) as at
        from nft
        where token_id = $3
          and serial_number = $4
          and exists(
            select
            from transaction
            where consensus_timestamp = lower(timestamp_range)
          )
        order by at desc
        limit 25
      )
      union all (
        select distinct lower(timestamp_range) as at
        from nft_history
        where token_id = $5
          and serial_number = $6
          and exists(
            select
            from transaction
            where consensus_timestamp = lower(timestamp_range)
          )
        order by at desc
        limit 25
      )
      union all (
        select distinct lower(timestamp_range) as at
        from entity
        where id = $7
          and deleted
          and exists(
            select
            from transaction
            where consensus_timestamp = lower(timestamp_range)
          )
        order by at desc
        limit 25
      )
    ) v
    order by at desc
    limit 25
  ) v
) w
  join transaction t on t.consensus_timestamp = w.at
  left join lateral (
    select e.transfer
    from jsonb_array_elements(case when jsonb_typeof(t.nft_transfer) = 'array' then t.nft_transfer end)
    with ordinality e(transfer, place)
    where (e.transfer ->> 'token_id')::bigint = $8
      and (e.transfer ->> 'serial_number')::bigint = $9
    order by e.place asc
    limit 1
  ) x on t.type <> 35
order by w.at desc
limit 25;
