-- GET /api/v1/network/nodes

-- $1 = 102
select n.admin_key,
  to_json(n.associated_registered_nodes),
  n.decline_reward,
  e.description,
  b.file_id,
  case when n.grpc_proxy_endpoint is null or n.grpc_proxy_endpoint = 'null'::jsonb then null else jsonb_build_object('domain_name', coalesce(n.grpc_proxy_endpoint ->> 'domain_name', ''), 'ip_address_v4', coalesce(n.grpc_proxy_endpoint ->> 'ip_address_v4', ''), 'port', coalesce((n.grpc_proxy_endpoint ->> 'port')::integer, 0)) end,
  nullif(s.max_stake, -1),
  e.memo,
  nullif(s.min_stake, -1),
  coalesce(n.account_id, e.node_account_id),
  e.node_cert_hash,
  e.node_id,
  e.public_key,
  s.reward_rate,
  (
    select json_agg(array[(coalesce(a.domain_name, ''))::text, (coalesce(a.ip_address_v4, ''))::text, (a.port)::text] order by a.ip_address_v4 collate "C", a.port, a.domain_name collate "C")
    from address_book_service_endpoint a
    where a.consensus_timestamp = e.consensus_timestamp
      and a.node_id = e.node_id
  ),
  s.stake,
  nullif(s.stake_not_rewarded, -1),
  s.stake_rewarded,
  s.staking_period,
  b.start_consensus_timestamp,
  b.end_consensus_timestamp,
  e.node_id
from (
  select *
  from address_book
  where file_id = $1
  order by start_consensus_timestamp desc
  limit 1
) b
  join address_book_entry e on e.consensus_timestamp = b.start_consensus_timestamp
  left join node n on n.node_id = e.node_id
  left join node_stake s on s.consensus_timestamp = (
    select max(consensus_timestamp)
    from node_stake
  ) and s.node_id = e.node_id
order by e.node_id asc
limit 10;
