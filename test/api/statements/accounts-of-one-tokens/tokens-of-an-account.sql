-- GET /api/v1/accounts/0.0.1010/tokens

-- $1 = 1010 (path)
select a.automatic_association,
  a.balance,
  a.created_timestamp,
  t.decimals,
  coalesce(a.freeze_status, t.freeze_status),
  coalesce(a.kyc_status, t.kyc_status),
  a.token_id,
  a.token_id
from token_account a
  left join lateral (
    select decimals,
      freeze_status,
      kyc_status
    from token
    where token_id = a.token_id
    limit 1
  ) t on true
where a.account_id = $1
  and a.associated
order by a.token_id asc
limit 25;
