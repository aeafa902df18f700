import type { Logger } from 'pino';
import type { VisibleBlocks } from '../../reads/visible-blocks.ts';
import type { Config } from '../config/config.ts';
import type { OpenDatabase, SchemaNeed } from '../open-database.ts';
import type { CapabilityName, Offered } from './capabilities.ts';
import type { Service } from './service.ts';
import type { SummedRegistry } from './summed-registry.ts';

/** What a role is started with. */
export interface RoleContext<Used extends CapabilityName = never> {
  readonly config: Config;
  readonly database: OpenDatabase;
  readonly log: Logger;
  /** Where the role's metrics go. */
  readonly registry: SummedRegistry;
  /**
   * The blocks that are visible in the database (not in its replicas): one source for all roles of the process, which
   * has no connection while none of them listens. The query service has its own, of the servers that it reads from.
   */
  readonly visibleBlocks: VisibleBlocks;
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
  /** What the role needs of the database's schema when it starts. */
  readonly schema: SchemaNeed;
  /** Whether it starts although the database is down. */
  readonly startsWithoutDatabase?: boolean;
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
