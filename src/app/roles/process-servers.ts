import type { Logger } from 'pino';
import { apiSettingsOf } from '../../config/api-settings.ts';
import type { Config } from '../../config/config.ts';
import { type ConnectionTarget, Database, warnOfLost } from '../../store/connections/database.ts';
import { ReadServers } from '../../store/reads/servers/read-servers.ts';

/** A process that reads from the database. */
export interface ReadingProcess {
  /** Number of processes of the query service, if this is one of them; else undefined. */
  readonly apiProcesses: number | undefined;
}

/**
 * The database and its replicas, as one process reads from them: all of its roles share the connections, the watch on
 * each replica and the one connection that receives block announcements. Nothing is opened before a role needs it.
 */
export class ProcessServers {
  readonly #config: Config;
  readonly #target: ConnectionTarget;
  readonly #log: Logger;
  readonly #process: ReadingProcess;
  #servers: ReadServers | undefined;

  constructor(config: Config, target: ConnectionTarget, log: Logger, process: ReadingProcess) {
    this.#config = config;
    this.#target = target;
    this.#log = log;
    this.#process = process;
  }

  /** Opens the servers, checks the replicas and listens to the primary. Never throws. */
  async open(): Promise<ReadServers> {
    this.#servers ??= this.#make();
    await this.#servers.start();
    await this.#servers.listen();
    return this.#servers;
  }

  async close(): Promise<void> {
    await this.#servers?.close();
    await this.#servers?.primary.database.end();
  }

  #make(): ReadServers {
    const { roles, readDatabaseUrls, replicaMaxLag, grpcConnections, rpcConnections } = this.#config;
    const { apiProcesses } = this.#process;
    const { maxConnections, statementTimeoutMs } = apiSettingsOf(this.#config, apiProcesses ?? 1);
    const open = (target: ConnectionTarget, onError: (error: Error) => void): Database =>
      new Database(target, {
        applicationName: 'tain api',
        // One connection for announcements, and with the query service one for its requests to itself.
        maxConnections:
          1 +
          (apiProcesses === undefined ? 0 : maxConnections + 1) +
          (roles.has('live') ? grpcConnections : 0) +
          (roles.has('rpc') ? rpcConnections : 0),
        statementTimeoutMs,
        repeatableRead: true,
        onError,
      });
    return new ReadServers({
      primary: open(this.#target, warnOfLost(this.#log)),
      // Replicas that are not in use are logged elsewhere.
      replicas: readDatabaseUrls.map((url) => open({ url }, () => undefined)),
      maxLagMs: replicaMaxLag,
      log: this.#log,
    });
  }
}
