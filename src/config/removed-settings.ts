const NO_KEYS = 'tain status writes into the database without a key';
const NO_SUBSCRIBERS = 'the status service has no subscribers';
const tenthOf = (name: string): string => `it is always a tenth of ${name}`;

/**
 * Settings of earlier releases, with what replaces each. They are accepted with a warning for one release, because an
 * unknown setting fails the start.
 */
export const REMOVED_SETTINGS: ReadonlyMap<string, string> = new Map([
  ['TAIN_BLOCK_NODE_CHOICE', 'its value is always priority-then-latency'],
  ['TAIN_BUCKET_LISTED_NODES', 'its value is always 4'],
  ['TAIN_DEMO_PARTIAL_CHANGES', '`tain demo DIR --partial-changes` writes such a stream'],
  ['TAIN_DEMO_SEED', 'its value is always 7; `tain demo DIR --seed` writes another stream'],
  ['TAIN_EVENT_STREAMS_PER_CLIENT', tenthOf('TAIN_EVENT_STREAMS')],
  ['TAIN_EVENT_STREAM_HEARTBEAT', 'its value is always 10s'],
  ['TAIN_EVENT_STREAM_STALL_TIME', 'its value is always 30s'],
  ['TAIN_EVM_CHECK_INIT_CODE', 'its value is always on'],
  ['TAIN_EVM_CLIENT_BUDGET', 'its value is always 10s'],
  ['TAIN_EVM_GAS_REFUND_PERCENT', 'its value is always 100'],
  ['TAIN_EVM_TRACE_TIME_LIMIT', 'its value is always 60s'],
  ['TAIN_EVM_WAIT_LIMIT', 'its value is always 30s'],
  ['TAIN_GRPC_MAX_CALLS_PER_CLIENT', tenthOf('TAIN_GRPC_MAX_CALLS')],
  ['TAIN_GRPC_STALL_TIME', 'its value is always 1m'],
  ['TAIN_GRPC_TOPIC_WAIT', 'its value is always 2s'],
  ['TAIN_RPC_MAX_WEBSOCKETS_PER_CLIENT', tenthOf('TAIN_RPC_MAX_WEBSOCKETS')],
  ['TAIN_STATUS_INCIDENT_AFTER', 'its value is always 1m'],
  ['TAIN_STATUS_KEY', NO_KEYS],
  ['TAIN_STATUS_MAIL_FROM', NO_SUBSCRIBERS],
  ['TAIN_STATUS_PRIVATE_WEBHOOKS', NO_SUBSCRIBERS],
  ['TAIN_STATUS_PUBLIC_WEBHOOKS', NO_SUBSCRIBERS],
  ['TAIN_STATUS_RESOLVE_AFTER', 'its value is always 2m'],
  ['TAIN_STATUS_SMTP_URL', NO_SUBSCRIBERS],
  ['TAIN_STATUS_WINDOW_FILES', 'its value is always 30'],
  ['TAIN_WAITING_PER_CLIENT', tenthOf('TAIN_WAITING')],
  ['TAIN_WAIT_DEFAULT', 'its value is always 10s'],
]);
