import { type Setting, setting, shownAs } from './setting.ts';
import { duration, integer, optional, text } from './setting-kinds.ts';

const GROUP = 'gRPC';

/** Settings of the gRPC service (role `live`). */
export const LIVE_SETTINGS = {
  grpcPort: shownAs(
    setting(
      GROUP,
      'TAIN_GRPC_PORT',
      optional(integer(0, 65_535)),
      '',
      'Port of the gRPC service, at which SDKs subscribe to topics and ask for nodes; 0: any that is free. One that is set must be free; by default the process goes without gRPC, with a warning, where something else listens.',
    ),
    '`5600`; with `TAIN_PORT=0` any that is free',
  ),
  grpcCertificate: shownAs(
    setting(
      GROUP,
      'TAIN_GRPC_TLS_CERT',
      optional(text),
      '',
      'File with the certificate chain of the gRPC port in PEM: it then speaks TLS alone. Read at the start.',
    ),
    'none: clear text',
  ),
  grpcKey: shownAs(
    setting(GROUP, 'TAIN_GRPC_TLS_KEY', optional(text), '', 'File with the key of that certificate in PEM.'),
    'none',
  ),
  grpcMaxCalls: setting(
    GROUP,
    'TAIN_GRPC_MAX_CALLS',
    integer(1, 1_000_000),
    '10000',
    'Most calls (mostly subscriptions) that are open at once, those over gRPC-web apart. Further ones are refused.',
  ),
  grpcMaxCallsPerClient: setting(
    GROUP,
    'TAIN_GRPC_MAX_CALLS_PER_CLIENT',
    integer(1, 1_000_000),
    '1000',
    'Most of them for one client address (with `TAIN_TRUST_PROXY` the one that the proxy says).',
  ),
  grpcConnections: setting(
    GROUP,
    'TAIN_GRPC_CONNECTIONS',
    integer(1, 100),
    '4',
    'Statements that calls have running at once, in each process.',
  ),
  grpcTopicWait: setting(
    GROUP,
    'TAIN_GRPC_TOPIC_WAIT',
    duration,
    '2s',
    'How long a subscription waits for a topic that is not known, since it may have been created a moment ago.',
  ),
  grpcStallTime: setting(
    GROUP,
    'TAIN_GRPC_STALL_TIME',
    duration,
    '1m',
    'How long a client may take nothing of what it is sent before its call is ended.',
  ),
} satisfies Record<string, Setting<unknown>>;
