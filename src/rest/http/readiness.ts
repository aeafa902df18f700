import { type ProcessReadiness, readinessBody } from '../../kernel/process-readiness.ts';
import type { Database } from '../../store/connections/database.ts';
import { Readiness } from '../../store/connections/readiness.ts';
import type { ReadServers } from '../../store/reads/servers/read-servers.ts';

/** Response to a readiness probe. */
export interface ReadinessAnswer {
  /** 200 while requests can be answered, 503 otherwise. */
  readonly status: 200 | 503;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Readiness of the service: whether a database that it reads from responds, the primary or a replica that is in step,
 * and whether the other roles of its process are ready. With replicas it also reports the state of both kinds, because
 * nothing can be written without the primary.
 */
export class ServiceReadiness {
  readonly #primary: Readiness;
  readonly #servers: Pick<ReadServers, 'replicas'>;

  constructor(primary: Database, servers: Pick<ReadServers, 'replicas'>) {
    this.#primary = new Readiness(primary);
    this.#servers = servers;
  }

  /**
   * Returns the readiness within two seconds. `ingest`: state of this process's ingest, if it has one. `process`:
   * readiness of its roles. Never throws.
   */
  async answer(ingest: string | null, process: ProcessReadiness): Promise<ReadinessAnswer> {
    const isPrimaryReady = await this.#primary.isReady();
    const { replicas } = this.#servers;
    const asked = replicas.filter(({ leftOut }) => leftOut === null).length;
    const canRead = isPrimaryReady || asked > 0;
    const status = !canRead ? 'error' : process.isReady ? 'ok' : 'starting';
    const details =
      replicas.length === 0
        ? {}
        : {
            primary: isPrimaryReady ? 'ok' : 'error',
            replicas: { asked, left_out: replicas.length - asked },
          };
    return {
      status: status === 'ok' ? 200 : 503,
      body: readinessBody(status, canRead ? ingest : null, process.roles, details),
    };
  }
}
