import { forPartitions } from '../../access/pruning.ts';
import type { Sql } from '../../access/sql.ts';
import { isDatabaseTrouble } from '../../db/connections/database-trouble.ts';
import { isUnsupported } from '../../db/connections/distributed.ts';
import type { OutageLog } from '../../db/connections/outage-log.ts';
import { Problem, unavailable } from '../../query/problem.ts';
import type { BlockMark } from '../../reads/block-mark.ts';
import type { ReadServer } from '../../reads/servers/read-server.ts';
import type { ReadServers } from '../../reads/servers/read-servers.ts';
import { StatementNames } from '../../reads/statement/statement-names.ts';
import { Overload, type QueryGate } from './query-gate.ts';
import { beginReading, type RequestProgress } from './request-progress.ts';

/** `query_canceled`: the statement's time ended. */
const CANCELLED = '57014';
/** A request whose statements saw different blocks, or met a failing replica, is read so often at most. */
const MOST_READINGS = 2;

/** A replica could not answer, or not as late as it must: the whole request is to be read from the primary. */
class ReplicaFailure extends Error {}

/** Runs SELECTs for the routes. */
export class Selector {
  readonly #servers: ReadServers;
  readonly #gate: QueryGate;
  readonly #names = new StatementNames();
  readonly #outages: OutageLog;

  constructor(servers: ReadServers, gate: QueryGate, outages: OutageLog) {
    this.#servers = servers;
    this.#gate = gate;
    this.#outages = outages;
  }

  /**
   * Does what a request reads, on one server. It is done again on the primary when a replica fails, and when a block came
   * between its statements.
   */
  async read<T>(progress: RequestProgress, work: () => Promise<T>): Promise<T> {
    let server: ReadServer | undefined;
    for (let count = 1; ; count++) {
      const reading = beginReading(server);
      progress.reading = reading;
      try {
        const result = await work();
        const { firstBlock, lastBlock } = reading;
        if (firstBlock?.consensusEnd === lastBlock?.consensusEnd || count >= MOST_READINGS) return result;
      } catch (error) {
        if (!(error instanceof ReplicaFailure)) throw error;
        server = this.#servers.primary;
      }
    }
  }

  /** Nobody waits for what this request asks for. */
  giveUp(progress: RequestProgress): void {
    this.#gate.giveUp(progress);
  }

  /**
   * Runs one statement of a route when a request's turn comes, within `read`. Throws `Overload` (503) when too many
   * wait, `Problem` for whatever the database says, which is logged and never shown: 501 where its engine cannot, else 503. `kind`: a look-up takes hardly
   * longer than its way, and goes out together with others.
   */
  async select(
    route: string,
    query: Sql,
    progress: RequestProgress,
    kind: 'any' | 'look-up' = 'any',
  ): Promise<(string | null)[][]> {
    const { reading } = progress;
    // What comes next of a request that nobody waits for is not begun.
    if (progress.givenUp) throw new Overload('Nobody waits for the answer');
    return this.#gate.run(route, progress, async () => {
      const { text, values } = forPartitions(query, this.#servers.isPartitioned);
      const statement = this.#names.statementOf(text);
      const server = reading.server ?? this.#servers.choose();
      reading.server = server;
      const least = this.#servers.visible;
      try {
        const { rows, block } =
          kind === 'look-up' ? await server.lookUp(statement, values) : await server.run(statement, values);
        if (server === this.#servers.primary) this.#outages.answered();
        else if (isBefore(block, least)) throw new ReplicaFailure('The replica went back');
        this.#servers.saw(server, block);
        const { firstBlock = block, lastBlock = block } = reading;
        reading.firstBlock = isBefore(block, firstBlock) ? block : firstBlock;
        reading.lastBlock = isBefore(lastBlock, block) ? block : lastBlock;
        return rows;
      } catch (error) {
        // A mistake of ours is no failure of the database.
        if (error instanceof TypeError || error instanceof RangeError) throw error;
        if (server !== this.#servers.primary && !isCancelled(error)) {
          this.#servers.failed(server, error, isDatabaseTrouble(error));
          throw new ReplicaFailure('The replica failed', { cause: error });
        }
        this.#outages.failed(error, route, statement.text);
        throw failureOf(error);
      }
    });
  }
}

const QUERY_ENDED = 'The time budget of the query ended';

function failureOf(error: unknown): Problem {
  if (isUnsupported(error)) {
    const detail = 'The engine of this database cannot do what this request asks for';
    return new Problem(501, [{ message: 'Not Implemented', detail }]);
  }
  return unavailable(isCancelled(error) ? QUERY_ENDED : undefined);
}

/** Whether `select` failed since the statement took too long. */
export function tookTooLong(error: unknown): boolean {
  return error instanceof Problem && error.messages.some(({ detail }) => detail === QUERY_ENDED);
}

function isCancelled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === CANCELLED;
}

type Block = BlockMark | null;

function isBefore(block: Block, other: Block): boolean {
  return other !== null && (block === null || block.consensusEnd < other.consensusEnd);
}
