import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { ByteAccount } from '../../kernel/limits/byte-account.ts';
import type { ProcessReadiness } from '../../kernel/process-readiness.ts';
import type { Service } from '../../kernel/service.ts';
import type { ServiceAddresses } from '../../local-network/folder/network-file.ts';
import type { LiveDemo } from '../../local-network/live-demo.ts';
import type { OpenDatabase, SchemaNeed } from '../open-database.ts';
import type { CapabilityName, Offered } from './capabilities.ts';
import type { ProcessServers } from './process-servers.ts';
import type { SummedRegistry } from './summed-registry.ts';

/** Context in which a role is started. */
export interface RoleContext<Used extends CapabilityName = never> {
  readonly config: Config;
  readonly database: OpenDatabase;
  readonly log: Logger;
  /** Registry of the role's metrics. */
  readonly registry: SummedRegistry;
  /** The database and its replicas to read from, shared by all roles of the process. */
  readonly readServers: ProcessServers;
  /** Account of what clients make the process hold, shared by all roles of the process. */
  readonly bytes: ByteAccount;
  /** Called with the demo network that a role begins to run. */
  readonly onDemo?: (network: LiveDemo) => void;
  /** The demo network that a role of this process runs; null while none does. */
  readonly demo: () => LiveDemo | null;
  /** Addresses of the roles of this process that were started before. */
  readonly addresses: () => ServiceAddresses;
  /** Readiness of the roles of this process that were started before. */
  readonly readiness: () => ProcessReadiness;
  /** Capabilities offered by the roles of this process that were started before. */
  readonly offered: Offered<Used>;
}

/** A running role with the capabilities that it offers. */
export interface RunningRole<Offers extends CapabilityName = never> extends Service {
  readonly offered: Offered<Offers>;
  /** Addresses at which it listens. */
  readonly addresses?: ServiceAddresses;
  /** Reason why a client's first transaction cannot work yet, as a sentence; null, and by default, when it can. */
  readonly waitsFor?: () => string | null;
  /** Sentence about a service that it does not offer, because a default port is taken. */
  readonly lacks?: string;
}

/** Starts a role. Throws `Failure` when it cannot start. */
export type StartRole<
  Offers extends CapabilityName = CapabilityName,
  Used extends CapabilityName = CapabilityName,
> = (context: RoleContext<Used>) => Promise<RunningRole<Offers>>;

/** One entry of the registry: a role of a process. Its settings are those that `ROLE_SETTINGS` has under its name. */
export interface Role<Offers extends CapabilityName = never, Used extends CapabilityName = never> {
  /** Throws `Failure` for settings that the role cannot start with. Called before the database is opened. */
  readonly requireSettings?: (config: Config) => void;
  /** Requirement on the database's schema when the role starts. */
  readonly schema: SchemaNeed;
  /** Whether the role starts although the database is down. */
  readonly startsWithoutDatabase?: boolean;
  /** Whether the role never queries the database: a process with only such roles opens none. */
  readonly needsNoDatabase?: boolean;
  /** Capabilities that it can offer to other roles of its process. */
  readonly offers: readonly Offers[];
  /** Capabilities that it uses, if offered, of other roles, which precede it in the registry. */
  readonly uses: readonly Used[];
  /** Loads the role's code, and returns the function that starts the role. */
  readonly load: () => Promise<StartRole<Offers, Used>>;
}

/** An entry of the registry, whatever it offers and uses. */
export type AnyRole = Role<CapabilityName, CapabilityName>;

/**
 * Checks the types of an entry: its start function returns the capabilities that it offers, and receives those that it
 * uses.
 */
export function role<const Offers extends CapabilityName, const Used extends CapabilityName>(
  entry: Role<Offers, Used>,
): AnyRole {
  return entry;
}
