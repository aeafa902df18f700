/**
 * Settings of earlier releases, with their values as constants since. They are accepted with a warning for one release, because an
 * unknown setting ends the start.
 */
export const REMOVED_SETTINGS: ReadonlyMap<string, string> = new Map([
  ['TAIN_BUCKET_LISTED_NODES', '4'],
  ['TAIN_EVENT_STREAM_STALL_TIME', '30s'],
  ['TAIN_EVM_CLIENT_BUDGET', '10s'],
  ['TAIN_EVM_TRACE_TIME_LIMIT', '60s'],
  ['TAIN_EVM_WAIT_LIMIT', '30s'],
  ['TAIN_GRPC_STALL_TIME', '1m'],
  ['TAIN_GRPC_TOPIC_WAIT', '2s'],
  ['TAIN_STATUS_INCIDENT_AFTER', '1m'],
  ['TAIN_STATUS_RESOLVE_AFTER', '2m'],
  ['TAIN_STATUS_WINDOW_FILES', '30'],
  ['TAIN_WAIT_DEFAULT', '10s'],
]);
