import { type Setting, setting } from '../kernel/settings/setting.ts';
import { listOf } from '../kernel/settings/setting-kinds.ts';
import { BUCKET_SETTINGS } from './bucket-settings.ts';
import { DEMO_SETTINGS } from './demo-settings.ts';
import { EVM_SETTINGS } from './evm-settings.ts';
import { GENERAL_SETTINGS } from './general-settings.ts';
import { ARCHIVE_SETTINGS, INGEST_SETTINGS } from './ingest-settings.ts';
import { LIVE_SETTINGS } from './live-settings.ts';
import { QUERY_SETTINGS } from './query-settings.ts';
import { RPC_SETTINGS } from './rpc-settings.ts';
import { STATUS_SETTINGS } from './status-settings.ts';

/** The roles of a process, each with its own settings. `roles/registry.ts` describes them. */
export const ROLE_SETTINGS = {
  api: QUERY_SETTINGS,
  evm: EVM_SETTINGS,
  ingest: { ...INGEST_SETTINGS, ...BUCKET_SETTINGS, ...ARCHIVE_SETTINGS },
  live: LIVE_SETTINGS,
  network: DEMO_SETTINGS,
  rpc: RPC_SETTINGS,
  status: STATUS_SETTINGS,
};
export type RoleName = keyof typeof ROLE_SETTINGS;

const ROLE_NAMES = Object.keys(ROLE_SETTINGS) as RoleName[];

/** Roles of a process without `TAIN_ROLES`. The ingest runs the demo network itself, without role `network`. */
const DEFAULT_ROLES = ROLE_NAMES.filter((name) => name !== 'network');

/** All settings. `docs/configuration.md` is made from this table. */
export const SETTINGS = {
  roles: setting(
    'General',
    'TAIN_ROLES',
    listOf(...ROLE_NAMES),
    DEFAULT_ROLES.join(),
    'Roles of this process; `--roles` takes precedence. `network` is the demo network without its mirror.',
  ),
  ...GENERAL_SETTINGS,
  ...ROLE_SETTINGS.api,
  ...ROLE_SETTINGS.evm,
  ...ROLE_SETTINGS.live,
  ...ROLE_SETTINGS.rpc,
  ...ROLE_SETTINGS.status,
  ...ROLE_SETTINGS.ingest,
  ...ROLE_SETTINGS.network,
} satisfies Record<string, Setting<unknown>>;
