import { type Setting, setting, shownAs } from '../kernel/settings/setting.ts';
import { integer, optional, text } from '../kernel/settings/setting-kinds.ts';

const GROUP = 'gRPC';

/** Settings of the gRPC service (role `live`). */
export const LIVE_SETTINGS = {
  grpcPort: shownAs(
    setting(
      GROUP,
      'TAIN_GRPC_PORT',
      optional(integer(0, 65_535)),
      '',
      'Port of gRPC; 0: any free one. A set port must be free; if the default is taken, gRPC is off and a warning is logged.',
    ),
    '`5600`; with `TAIN_PORT=0` any free one',
  ),
  grpcCertificate: shownAs(
    setting(
      GROUP,
      'TAIN_GRPC_TLS_CERT',
      optional(text),
      '',
      "PEM file with the server's certificate chain, read at the start; then only TLS is accepted.",
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
    'Open calls (mostly subscriptions); more are refused. One client address may have a tenth. gRPC-web is counted separately.',
  ),
  grpcConnections: setting(
    GROUP,
    'TAIN_GRPC_CONNECTIONS',
    integer(1, 100),
    '4',
    'Concurrent statements of calls, in each process.',
  ),
} satisfies Record<string, Setting<unknown>>;

/** Port at which SDKs expect a mirror's gRPC. */
const DEFAULT_PORT = 5_600;

/** Returns the port of gRPC (0: any free one). `port` is that of the query service. */
export function grpcPortOf({
  grpcPort,
  port,
}: {
  readonly grpcPort: number | null;
  readonly port: number;
}): number {
  return grpcPort ?? (port === 0 ? 0 : DEFAULT_PORT);
}
