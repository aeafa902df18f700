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
      'Port at which SDKs subscribe to topics and ask for nodes; 0: any free one. A set port must be free; where the default is taken, a warning says that there is no gRPC.',
    ),
    '`5600`; with `TAIN_PORT=0` any free one',
  ),
  grpcCertificate: shownAs(
    setting(
      GROUP,
      'TAIN_GRPC_TLS_CERT',
      optional(text),
      '',
      'PEM file with its certificate chain, read at the start: TLS alone then.',
    ),
    'none: clear text',
  ),
  grpcKey: shownAs(
    setting(GROUP, 'TAIN_GRPC_TLS_KEY', optional(text), '', "PEM file with the certificate's key."),
    'none',
  ),
  grpcMaxCalls: setting(
    GROUP,
    'TAIN_GRPC_MAX_CALLS',
    integer(1, 1_000_000),
    '10000',
    'Most open calls (mostly subscriptions), those over gRPC-web counted apart. Further ones are refused.',
  ),
  grpcMaxCallsPerClient: setting(
    GROUP,
    'TAIN_GRPC_MAX_CALLS_PER_CLIENT',
    integer(1, 1_000_000),
    '1000',
    'Most for one client address.',
  ),
  grpcConnections: setting(
    GROUP,
    'TAIN_GRPC_CONNECTIONS',
    integer(1, 100),
    '4',
    'Statements of calls at once, in each process.',
  ),
  grpcTopicWait: setting(
    GROUP,
    'TAIN_GRPC_TOPIC_WAIT',
    duration,
    '2s',
    'How long a subscription waits for an unknown topic, which may have been created a moment ago.',
  ),
  grpcStallTime: setting(
    GROUP,
    'TAIN_GRPC_STALL_TIME',
    duration,
    '1m',
    'Time in which a client must take something, or its call is ended.',
  ),
} satisfies Record<string, Setting<unknown>>;
