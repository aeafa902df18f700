import { writtenFor } from '../../access/forms.ts';
import { type Sql, sql } from '../../access/sql.ts';
import type { AbortSignalLike } from '../../kernel/abort-signal.ts';
import { FairSemaphore } from '../../kernel/limits/fair-semaphore.ts';
import type { ConcurrencyLimit } from '../../kernel/limits/limit.ts';
import type { BlockMark } from '../../reads/block-mark.ts';
import type { ReadServers } from '../../reads/servers/read-servers.ts';
import type { Seen } from '../../reads/servers/seen.ts';
import { StatementNames } from '../../reads/statement/statement-names.ts';

/** Statements of JSON-RPC requests. */
export const RPC_STATEMENTS: ConcurrencyLimit = {
  name: 'rpc-statements',
  kind: 'concurrency',
  counts: 'statements of JSON-RPC requests',
  max: 4,
  waiting: 10_000,
  settings: ['TAIN_RPC_CONNECTIONS'],
};

/**
 * Runs the statements of requests on the primary or a replica: a limited number of concurrent ones, scheduled round
 * robin by client.
 */
export class RpcReads {
  readonly #servers: ReadServers;
  readonly statements: FairSemaphore;
  readonly #names = new StatementNames();

  constructor(servers: ReadServers, max: number) {
    this.#servers = servers;
    this.statements = new FairSemaphore({ ...RPC_STATEMENTS, max });
  }

  /** Newest visible block; null in a database without blocks. Only the first call runs a statement. Throws as `run`. */
  async head(client: string, signal?: AbortSignalLike): Promise<BlockMark | null> {
    const { visible } = this.#servers;
    return visible ?? (await this.run(sql`select 1`, client, signal)).block;
  }

  /** Runs one SELECT. Throws the driver's errors, or `LimitReached`. */
  async run(asked: Sql, client: string, signal?: AbortSignalLike): Promise<Seen> {
    const query = writtenFor(asked, this.#servers.target);
    const release = await this.statements.take(client, signal);
    try {
      return await this.#servers.run(this.#names.statementOf(query.text), query.values);
    } catch (error) {
      this.#servers.outages.failed(error, 'JSON-RPC', query.sql);
      throw error;
    } finally {
      release();
    }
  }
}
