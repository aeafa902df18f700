-- The gRPC service reports to the status service as others do.

alter table tain.api_health
  drop constraint api_health_service_check,
  add constraint api_health_service_check check (service in ('api', 'contract_calls', 'grpc'));
