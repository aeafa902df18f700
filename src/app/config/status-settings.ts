import { type Setting, setting, shownAs } from './setting.ts';
import { boolean, duration, integer, optional, secret, text, url } from './setting-kinds.ts';

/** Settings of the status service (role `status`). */
export const STATUS_SETTINGS = {
  statusPort: setting(
    'Status service',
    'TAIN_STATUS_PORT',
    integer(0, 65_535),
    '5552',
    'Port of the status service.',
  ),
  statusUrl: shownAs(
    setting(
      'Status service',
      'TAIN_STATUS_URL',
      optional(url('http:', 'https:')),
      '',
      'Where people reach the status page, for links in it; where `tain status` finds it.',
    ),
    '`http://host:port`',
  ),
  statusMirrorUrl: shownAs(
    setting(
      'Status service',
      'TAIN_STATUS_MIRROR_URL',
      optional(url('http:', 'https:')),
      '',
      'Where people reach the query service, for links of the status page to it.',
    ),
    'its port, where this process serves it and `TAIN_STATUS_URL` is not set',
  ),
  statusName: shownAs(
    setting('Status service', 'TAIN_STATUS_NAME', optional(text), '', 'Name of the status page.'),
    "the network's name and Status",
  ),
  statusNetworkName: shownAs(
    setting(
      'Status service',
      'TAIN_STATUS_NETWORK_NAME',
      optional(text),
      '',
      'Name of the network in the names of components.',
    ),
    'by network: `Hedera Mainnet`…',
  ),
  statusKey: shownAs(
    setting(
      'Status service',
      'TAIN_STATUS_KEY',
      optional(secret(text)),
      '',
      'Key to the management API that `tain status` uses (`tain status key create` makes one).',
    ),
    'none',
  ),
  statusIncidents: setting(
    'Status service',
    'TAIN_STATUS_INCIDENTS',
    boolean,
    'on',
    'Whether a long outage opens an incident by itself.',
  ),
  statusMaintenanceValues: setting(
    'Status service',
    'TAIN_STATUS_MAINTENANCE_VALUES',
    boolean,
    'off',
    "Whether Statuspage's further values `under_maintenance` and `maintenance` may occur.",
  ),
  statusWindowFiles: setting(
    'Status service',
    'TAIN_STATUS_WINDOW_FILES',
    integer(1, 10_000),
    '30',
    'How many of the last stream files the health of a node is judged by.',
  ),
  statusLagDegraded: setting(
    'Status service',
    'TAIN_STATUS_LAG_DEGRADED',
    duration,
    '30s',
    'How far the last block may lie back before the stream counts as degraded (4 times: partial, 20 times: major outage).',
  ),
  statusIncidentAfter: setting(
    'Status service',
    'TAIN_STATUS_INCIDENT_AFTER',
    duration,
    '1m',
    'How long an outage lasts before it opens an incident.',
  ),
  statusResolveAfter: setting(
    'Status service',
    'TAIN_STATUS_RESOLVE_AFTER',
    duration,
    '2m',
    'How long all must be well before such an incident is resolved.',
  ),
  statusSmtpUrl: shownAs(
    setting(
      'Status service',
      'TAIN_STATUS_SMTP_URL',
      optional(url('smtp:', 'smtps:')),
      '',
      'Mail server for messages to subscribers. Without it nobody can subscribe by mail.',
    ),
    'none',
  ),
  statusMailFrom: shownAs(
    setting('Status service', 'TAIN_STATUS_MAIL_FROM', optional(text), '', 'Sender of these messages.'),
    'none',
  ),
  statusPublicWebhooks: setting(
    'Status service',
    'TAIN_STATUS_PUBLIC_WEBHOOKS',
    boolean,
    'off',
    'Whether anybody may subscribe a web hook on the page; else only through the management API.',
  ),
  statusPrivateWebhooks: setting(
    'Status service',
    'TAIN_STATUS_PRIVATE_WEBHOOKS',
    boolean,
    'off',
    'Whether web hooks may go to addresses of private networks.',
  ),
  statusTrustProxy: setting(
    'Status service',
    'TAIN_STATUS_TRUST_PROXY',
    boolean,
    'off',
    'Whether a proxy stands in front whose entry in `X-Forwarded-For`, the last one, says who asks.',
  ),
} satisfies Record<string, Setting<unknown>>;
