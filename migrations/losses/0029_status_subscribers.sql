select 'subscribers of the status page' as what, count(*)::text as count from tain.status_subscriber
union all
select 'undelivered messages to subscribers', count(*)::text from tain.status_delivery
union all
select 'keys of the management API', count(*)::text from tain.status_key
union all
select 'incidents with metadata of the management API', count(*)::text
from tain.status_incident
where metadata <> '{}'
