import type { AbortSignalLike } from '../../kernel/abort-signal.ts';
import type { ConcurrencyLimit } from '../../kernel/limits/limit.ts';
import type { BlockMark } from '../../store/reads/block-mark.ts';
import { QueuedReads } from '../../store/reads/servers/queued-reads.ts';
import type { ReadServers } from '../../store/reads/servers/read-servers.ts';
import { sql } from '../../store/sql.ts';

/** Statements of JSON-RPC requests. */
export const RPC_STATEMENTS: ConcurrencyLimit = {
  name: 'rpc-statements',
  kind: 'concurrency',
  counts: 'statements of JSON-RPC requests',
  max: 4,
  waiting: 10_000,
  settings: ['TAIN_RPC_CONNECTIONS'],
};

/** Runs the statements of requests. */
export class RpcReads extends QueuedReads {
  constructor(servers: ReadServers, max: number) {
    super(servers, { ...RPC_STATEMENTS, max }, 'JSON-RPC');
  }

  /**
   * Returns the newest visible block; null in a database without blocks. Only the first call runs a statement. Throws
   * as `run`.
   */
  async head(client: string, signal?: AbortSignalLike): Promise<BlockMark | null> {
    const { visible } = this.servers;
    return visible ?? (await this.run(sql`select 1`, client, signal)).block;
  }
}
