import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { RoleName } from '../config/settings.ts';
import type { OpenDatabase, SchemaNeed } from '../open-database.ts';
import type { Service } from './service.ts';
import type { SummedRegistry } from './summed-registry.ts';

/** What a role is started with. */
export interface RoleContext {
  readonly config: Config;
  readonly database: OpenDatabase;
  readonly log: Logger;
  /** Where the role's metrics go. */
  readonly registry: SummedRegistry;
  /** The roles of this process that were started before, in the order of the registry. */
  readonly services: Readonly<Partial<Record<RoleName, Service>>>;
}

/** What a process can do: one entry of the registry. Its settings are those that `ROLE_SETTINGS` has under its name. */
export interface Role {
  /** What the role needs of the database's schema when it starts. */
  readonly schema: SchemaNeed;
  /** Whether it starts although the database is down. */
  readonly startsWithoutDatabase?: boolean;
  /** Loads the role's code, and gives what starts the role. */
  load(): Promise<StartRole>;
}

/** Starts a role. Throws `Failure` when it cannot be. */
export type StartRole = (context: RoleContext) => Promise<Service>;
