-- GET /api/v1/contracts

select e.key,
  e.auto_renew_account_id,
  e.auto_renew_period,
  e.id,
  e.created_timestamp,
  e.deleted,
  '0x' || coalesce(encode(nullif(e.evm_address, ''), 'hex'), case when e.id <> 0 then lpad(to_hex((e.id & 274877906943)), 40, '0') end),
  coalesce(e.expiration_timestamp::numeric, e.created_timestamp + e.auto_renew_period::numeric * 1000000000),
  c.file_id,
  e.max_automatic_token_associations,
  e.memo,
  e.ethereum_nonce,
  e.obtainer_id,
  e.permanent_removal,
  e.proxy_account_id,
  e.timestamp_range,
  e.id
from entity e
  left join contract c on c.id = e.id
where (e.type) >= ('CONTRACT'::entity_type)
  and (e.type) <= ('CONTRACT'::entity_type)
order by e.type desc,
  e.id desc
limit 25;
