const NO_KEYS = 'tain status writes into the database without a key';
const NO_SUBSCRIBERS = 'the status service has no subscribers';

/**
 * Settings of earlier releases, and what is so instead. They are accepted with a warning for one release, because an
 * unknown setting ends the start.
 */
export const REMOVED_SETTINGS: ReadonlyMap<string, string> = new Map([
  ['TAIN_BUCKET_LISTED_NODES', 'its value is always 4'],
  ['TAIN_EVENT_STREAM_STALL_TIME', 'its value is always 30s'],
  ['TAIN_EVM_CLIENT_BUDGET', 'its value is always 10s'],
  ['TAIN_EVM_TRACE_TIME_LIMIT', 'its value is always 60s'],
  ['TAIN_EVM_WAIT_LIMIT', 'its value is always 30s'],
  ['TAIN_GRPC_STALL_TIME', 'its value is always 1m'],
  ['TAIN_GRPC_TOPIC_WAIT', 'its value is always 2s'],
  ['TAIN_STATUS_INCIDENT_AFTER', 'its value is always 1m'],
  ['TAIN_STATUS_KEY', NO_KEYS],
  ['TAIN_STATUS_MAIL_FROM', NO_SUBSCRIBERS],
  ['TAIN_STATUS_PRIVATE_WEBHOOKS', NO_SUBSCRIBERS],
  ['TAIN_STATUS_PUBLIC_WEBHOOKS', NO_SUBSCRIBERS],
  ['TAIN_STATUS_RESOLVE_AFTER', 'its value is always 2m'],
  ['TAIN_STATUS_SMTP_URL', NO_SUBSCRIBERS],
  ['TAIN_STATUS_WINDOW_FILES', 'its value is always 30'],
  ['TAIN_WAIT_DEFAULT', 'its value is always 10s'],
]);
