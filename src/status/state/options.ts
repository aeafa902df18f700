import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Clock } from '../../kernel/clock.ts';
import type { ByteAccount } from '../../kernel/limits/byte-account.ts';
import type { ConnectionLimits } from '../../net/connection-limits.ts';
import type { MetricsAccess } from '../../net/metrics-access.ts';
import type { Database } from '../../store/connections/database.ts';
import { DEFAULT_HEALTH, type HealthSettings } from './settings.ts';

export interface StatusSettings {
  /** Network: `demo`, `mainnet`, `testnet`, `previewnet` or `other`. */
  readonly network: string;
  /** Name of the network in texts, instead of its usual name. */
  readonly networkName?: string | undefined;
  /** Title of the page; the network's name and `Status` by default. */
  readonly pageName?: string | undefined;
  /** Public address of the page; `http://host:port` by default. */
  readonly publicUrl?: string | undefined;
  /** Public address of the query service; by default its port on this machine, if there is one to link to. */
  readonly mirrorUrl?: string | undefined;
  readonly mirrorPort?: number | undefined;
  /** Whether `under_maintenance` and `maintenance` may occur. Default false. */
  readonly maintenanceValues?: boolean | undefined;
  /** Whether to trust `X-Forwarded-For` for the client's address. Default false. */
  readonly trustProxy?: boolean | undefined;
  readonly health?: Partial<HealthSettings> | undefined;
}

/** Names of networks in the names of components. */
const NETWORK_NAMES: Readonly<Record<string, string>> = {
  demo: 'Demo Network',
  mainnet: 'Hedera Mainnet',
  testnet: 'Hedera Testnet',
  previewnet: 'Hedera Previewnet',
};

export function networkNameOf({ network, networkName }: StatusSettings): string {
  return networkName ?? NETWORK_NAMES[network] ?? 'Network';
}

export function healthOf({ health }: StatusSettings): HealthSettings {
  return { ...DEFAULT_HEALTH, ...health };
}

export interface StatusOptions {
  readonly database: Database;
  readonly settings: StatusSettings;
  readonly clock: Clock;
  /** Monotonic clock in milliseconds. Default `performance.now`. */
  readonly steady?: Clock;
  readonly log: Logger;
  /** Registry of the metrics, which are served at `/metrics`; null for neither. */
  readonly registry: Registry | null;
  readonly host: string;
  /** Port; 0 for any free one. */
  readonly port: number;
  /** Access to `/metrics`. Default: every client of the service. */
  readonly metricsAccess?: MetricsAccess;
  readonly connectionLimits?: ConnectionLimits;
  /** Account of what clients make this process hold. Default: its own. */
  readonly bytes?: ByteAccount;
  /** Called when connections are refused for the first time. */
  readonly onRefused?: () => void;
  /** Keys of the components whose roles run in this process and cannot work without the database. Default: none. */
  readonly ownKeys?: readonly string[];
  /** File with the state for a start while the database is down; null for none. */
  readonly stateFile: string | null;
  /** Milliseconds between two polls of the evidence; 0 leaves them to `tick`. Default 2000. */
  readonly intervalMs?: number;
}
