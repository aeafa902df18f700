-- What the status service waits for outlives its process: a restart in the middle of an outage must
-- neither delay nor repeat what is said about it.

-- Since when a component is out without a break, partly or wholly; null while it is not.
alter table tain.status_component add column out_since timestamptz;
update tain.status_component set out_since = status_since where status in ('partial_outage', 'major_outage');

-- Components whose evidence differs from their status, and since when: `{"at": ms, "components": {…}}`.
alter table tain.status_page add column pending jsonb;
