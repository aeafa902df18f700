-- GET /api/v1/network/registered-nodes

select admin_key,
  created_timestamp,
  description,
  registered_node_id,
  service_endpoints,
  timestamp_range,
  registered_node_id
from registered_node
where deleted is false
order by registered_node_id asc
limit 25;
