-- The status service has no subscribers, no deliveries to them and no management API any more. Addresses of subscribers
-- are personal data, which go with their table.

drop table tain.status_delivery;
drop table tain.status_message;
drop table tain.status_subscriber;
drop table tain.status_key;
-- Reminders went to subscribers; metadata was for clients of the management API.
alter table tain.status_incident
  drop column remind_prior,
  drop column reminded_at,
  drop column metadata;
