import type { AbortSignalLike } from '../../../kernel/abort-signal.ts';
import { FairSemaphore } from '../../../kernel/limits/fair-semaphore.ts';
import type { ConcurrencyLimit } from '../../../kernel/limits/limit.ts';
import { type Sql, sql, writtenFor } from '../../sql.ts';
import type { BlockMark, Seen } from '../block-mark.ts';
import { StatementNames } from '../statement/batch-query.ts';
import type { ReadServers } from './read-servers.ts';

/**
 * Runs statements on the primary or a replica: at most a limited number concurrently, scheduled fairly among clients.
 */
export class QueuedReads {
  readonly #servers: ReadServers;
  readonly statements: FairSemaphore;
  readonly #service: string;
  readonly #names = new StatementNames();

  /** `service`: its name, for the log. */
  constructor(servers: ReadServers, limit: ConcurrencyLimit, service: string) {
    this.#servers = servers;
    this.statements = new FairSemaphore(limit);
    this.#service = service;
  }

  /** Runs one SELECT. Throws the driver's errors, or `LimitReached`. */
  async run(query: Sql, client: string, signal?: AbortSignalLike): Promise<Seen> {
    const written = writtenFor(query, this.#servers.target);
    const release = await this.statements.take(client, signal);
    try {
      return await this.#servers.run(this.#names.statementOf(written.text), written.values);
    } catch (error) {
      this.#servers.outages.failed(error, this.#service, written.text);
      throw error;
    } finally {
      release();
    }
  }

  /**
   * Returns the newest visible block; null in a database without blocks. Only the first call runs a statement. Throws
   * as `run`.
   */
  async head(client: string, signal?: AbortSignalLike): Promise<BlockMark | null> {
    return this.#servers.visible ?? (await this.run(sql`select 1`, client, signal)).block;
  }
}
