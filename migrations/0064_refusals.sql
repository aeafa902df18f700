-- What the query service refused because too much was asked at once is no failure of it: counted apart.
alter table tain.api_health add column refused bigint not null default 0 check (refused >= 0);
alter table tain.api_day add column refused bigint not null default 0;

-- As the function of seven parameters, which an older process still calls, and with the refusals.
-- `request_count` are the requests that asked the database and were not refused, `error_count` those of
-- them that failed: answers that are kept, or wrong requests, can be had at will and say nothing.
create function tain.note_api(
  service_name text, instance_name text, at_ms bigint, request_count bigint, error_count bigint,
  p50 double precision, p99 double precision, refused_count bigint
) returns void language sql as $$
  select tain.note_api(service_name, instance_name, at_ms, request_count, error_count, p50, p99);
  update tain.api_health set refused = refused_count
   where service = service_name and instance = instance_name and at = tain.instant_of_ms(at_ms);
  update tain.api_day set refused = refused + refused_count
   where day = tain.day_of_nanos(at_ms * 1000000) and service = service_name;
$$;
