import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { OpenDatabase, SchemaNeed } from '../open-database.ts';
import type { CapabilityName, Offered } from './capabilities.ts';
import type { LiveDemo } from './live-demo.ts';
import type { ProcessServers } from './process-servers.ts';
import type { Service } from './service.ts';
import type { SummedRegistry } from './summed-registry.ts';

/** What a role is started with. */
export interface RoleContext<Used extends CapabilityName = never> {
  readonly config: Config;
  readonly database: OpenDatabase;
  readonly log: Logger;
  /** Where the role's metrics go. */
  readonly registry: SummedRegistry;
  /** The database and its replicas to read from, for all roles of the process together. */
  readonly readServers: ProcessServers;
  /** Told of the demo network that a role begins to run. */
  readonly onDemo?: (network: LiveDemo) => void;
  /** The demo network that a role of this process runs; null while none does. */
  readonly demo: () => LiveDemo | null;
  /** What the roles of this process that were started before offer. */
  readonly offered: Offered<Used>;
}

/** What a role that runs does for others. */
export interface RunningRole<Offers extends CapabilityName = never> extends Service {
  readonly offered: Offered<Offers>;
}

/** Starts a role. Throws `Failure` when it cannot be. */
export type StartRole<
  Offers extends CapabilityName = CapabilityName,
  Used extends CapabilityName = CapabilityName,
> = (context: RoleContext<Used>) => Promise<RunningRole<Offers>>;

/** What a process can do: one entry of the registry. Its settings are those that `ROLE_SETTINGS` has under its name. */
export interface Role<Offers extends CapabilityName = never, Used extends CapabilityName = never> {
  /** Throws `Failure` for settings that the role cannot start with. Called before the database is opened. */
  readonly requireSettings?: (config: Config) => void;
  /** What the role needs of the database's schema when it starts. */
  readonly schema: SchemaNeed;
  /** Whether it starts although the database is down. */
  readonly startsWithoutDatabase?: boolean;
  /** Whether it never asks the database: a process of such roles opens none. */
  readonly needsNoDatabase?: boolean;
  /** What it can do for other roles of its process. */
  readonly offers: readonly Offers[];
  /** What it uses of other roles, which stand before it in the registry, where they offer it. */
  readonly uses: readonly Used[];
  /** Loads the role's code, and gives what starts the role. */
  readonly load: () => Promise<StartRole<Offers, Used>>;
}

/** An entry of the registry, whatever it offers and uses. */
export type AnyRole = Role<CapabilityName, CapabilityName>;

/** An entry of the registry, checked: its start gives what it offers, and is given what it uses. */
export function role<const Offers extends CapabilityName, const Used extends CapabilityName>(
  entry: Role<Offers, Used>,
): AnyRole {
  return entry;
}
