import { type Setting, setting, shownAs } from '../kernel/settings/setting.ts';
import { boolean, duration, integer, optional, text, url } from '../kernel/settings/setting-kinds.ts';

/** Settings of the status service (role `status`). */
export const STATUS_SETTINGS = {
  statusPort: shownAs(
    setting(
      'Status service',
      'TAIN_STATUS_PORT',
      optional(integer(0, 65_535)),
      '',
      'Port of the status service; 0: any free one.',
    ),
    '`5552`; with `TAIN_PORT=0` any free one',
  ),
  statusUrl: shownAs(
    setting(
      'Status service',
      'TAIN_STATUS_URL',
      optional(url('http:', 'https:')),
      '',
      'Public address of the service.',
    ),
    '`http://host:port`',
  ),
  statusMirrorUrl: shownAs(
    setting(
      'Status service',
      'TAIN_STATUS_MIRROR_URL',
      optional(url('http:', 'https:')),
      '',
      'Public address of the query service.',
    ),
    'its port on this machine, if this process has role `api` and `TAIN_STATUS_URL` is not set',
  ),
  statusName: shownAs(
    setting('Status service', 'TAIN_STATUS_NAME', optional(text), '', 'Name of the status page.'),
    "the network's name, followed by `Status`",
  ),
  statusNetworkName: shownAs(
    setting(
      'Status service',
      'TAIN_STATUS_NETWORK_NAME',
      optional(text),
      '',
      'Name of the network in component names.',
    ),
    'by network: `Hedera Mainnet`…',
  ),
  statusIncidents: setting(
    'Status service',
    'TAIN_STATUS_INCIDENTS',
    boolean,
    'on',
    'Long outages open incidents automatically.',
  ),
  statusMaintenanceValues: setting(
    'Status service',
    'TAIN_STATUS_MAINTENANCE_VALUES',
    boolean,
    'off',
    "Statuspage's values `under_maintenance` and `maintenance` may occur.",
  ),
  statusLagDegraded: setting(
    'Status service',
    'TAIN_STATUS_LAG_DEGRADED',
    duration,
    '30s',
    'Age of the last block from which the stream is degraded (4 times: partial, 20 times: major outage).',
  ),
  statusTrustProxy: setting(
    'Status service',
    'TAIN_STATUS_TRUST_PROXY',
    boolean,
    'off',
    'As `TAIN_TRUST_PROXY`.',
  ),
} satisfies Record<string, Setting<unknown>>;

const DEFAULT_PORT = 5_552;

/** Returns the port of the status service (0: any free one). `port` is that of the query service. */
export function statusPortOf({
  statusPort,
  port,
}: {
  readonly statusPort: number | null;
  readonly port: number;
}): number {
  return statusPort ?? (port === 0 ? 0 : DEFAULT_PORT);
}
