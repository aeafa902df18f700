import type { CallContract, TraceTransaction } from '../../calls/contract-call.ts';
import type { Clock } from '../../kernel/clock.ts';
import { isCancelled, isDatabaseTrouble } from '../../store/connections/database-trouble.ts';
import { isUnsupported } from '../../store/connections/distributed.ts';
import type { OutageLog } from '../../store/connections/outage-log.ts';
import type { Select, TextRows } from '../../store/connections/select.ts';
import type { BlockMark } from '../../store/reads/block-mark.ts';
import type { ReadServer } from '../../store/reads/servers/read-server.ts';
import type { ReadServers } from '../../store/reads/servers/read-servers.ts';
import { StatementNames } from '../../store/reads/statement/batch-query.ts';
import { type Sql, writtenFor } from '../../store/sql.ts';
import { notImplemented, Problem, unavailable } from '../query/problem.ts';
import { type ApiContext, type Repeatable, repeatable, type ServerCapabilities } from '../route/route.ts';
import type { ApiSettings } from '../route/settings.ts';
import { sharedReads } from '../route/shared-reads.ts';
import { Overload, type QueryGate } from './query-gate.ts';
import { type RequestContext, SHARED_READ } from './request-context.ts';

/** Maximum number of attempts of a read: again if it saw several blocks, or if a replica failed. */
const MAX_ATTEMPTS = 2;

type Block = BlockMark | null;

/** The last blocks that the statements of a read saw; null in a database without blocks. */
export class SeenBlocks {
  /** The earliest and the latest of these blocks; undefined where no statement succeeded. */
  first: Block | undefined = undefined;
  last: Block | undefined = undefined;
  /** Whether a statement began. */
  isQueried = false;
}

/** The statements of one attempt, all on one server. */
export interface Reads {
  readonly select: Select;
  /**
   * Runs a SELECT like `select`, for a statement that takes hardly longer than its round trip: concurrent ones are
   * sent together.
   */
  readonly lookup: Select;
}

/** Error of a replica that failed, or lost blocks: the read is attempted again on the primary. */
class ReplicaFailure extends Error {}

/** Reads the ledger for requests: all statements of a read run on one server, and see one block where that is possible. */
export class SnapshotReader {
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
   * Runs a task on one server. Runs it again on the primary when a replica fails, and once more when a block was committed
   * between its statements. `snapshot` receives the snapshot of the last attempt, also of a failed one. Throws what the task
   * throws. Its statements throw `Overload` (503) when too many wait, and `Problem` for errors of the database, which are logged
   * and never shown: 501 where its engine does not support the statement, else 503.
   */
  async read<T>(
    request: RequestContext,
    task: Repeatable<(reads: Reads) => Promise<T>>,
    snapshot = new SeenBlocks(),
  ): Promise<T> {
    let server: ReadServer | undefined;
    for (let attempts = 1; ; attempts++) {
      const attempt = new Attempt(server);
      const run = (query: Sql, isLookup: boolean) => this.#run(request, attempt, query, isLookup);
      try {
        const value = await task({
          select: (query) => run(query, false),
          // Statements of the service itself are in no batch.
          lookup: (query) => run(query, !request.isOwn),
        });
        if (attempt.isConsistent || attempts >= MAX_ATTEMPTS) return value;
      } catch (error) {
        if (!(error instanceof ReplicaFailure)) throw error;
        server = this.#servers.primary;
      } finally {
        Object.assign(snapshot, attempt.snapshot);
      }
    }
  }

  async #run(request: RequestContext, attempt: Attempt, query: Sql, isLookup: boolean): Promise<TextRows> {
    attempt.snapshot.isQueried = true;
    if (request.signal.aborted) throw new Overload('No client waits for the answer');
    return this.#gate.run(request, async () => {
      const { text, values } = writtenFor(query, this.#servers.target);
      const statement = this.#names.statementOf(text);
      const server = attempt.server ?? this.#servers.choose();
      attempt.server = server;
      const minBlock = this.#servers.visible;
      try {
        const { rows, block } = isLookup
          ? await server.lookup(statement, values)
          : await server.run(statement, values);
        if (server === this.#servers.primary) this.#outages.answered();
        else if (isBefore(block, minBlock)) throw new ReplicaFailure('The replica went back');
        this.#servers.recordBlock(server, block);
        attempt.record(block);
        return rows;
      } catch (error) {
        // An error of our own code is not a failure of the database.
        if (error instanceof TypeError || error instanceof RangeError) throw error;
        if (server !== this.#servers.primary && !isCancelled(error)) {
          this.#servers.failed(server, error, isDatabaseTrouble(error));
          throw new ReplicaFailure('The replica failed', { cause: error });
        }
        this.#outages.failed(error, request.route, statement.text);
        throw failureOf(error);
      }
    });
  }
}

/** One attempt of a read. A statement that ends after its attempt does not affect the next one. */
class Attempt {
  /** Undefined before the first statement. */
  server: ReadServer | undefined;
  readonly snapshot = new SeenBlocks();

  constructor(server: ReadServer | undefined) {
    this.server = server;
  }

  record(block: Block): void {
    const { first, last } = this.snapshot;
    if (first === undefined || isBefore(block, first)) this.snapshot.first = block;
    if (last === undefined || isBefore(last, block)) this.snapshot.last = block;
  }

  get isConsistent(): boolean {
    return this.snapshot.first?.consensusEnd === this.snapshot.last?.consensusEnd;
  }
}

const QUERY_ENDED = 'The time budget of the query ended';

function failureOf(error: unknown): Problem {
  if (isUnsupported(error)) {
    return notImplemented('The engine of this database does not support this request');
  }
  return unavailable(isCancelled(error) ? QUERY_ENDED : undefined);
}

/** Returns whether a statement failed because it took too long. */
export function tookTooLong(error: unknown): boolean {
  return error instanceof Problem && error.messages.some(({ detail }) => detail === QUERY_ENDED);
}

function isBefore(block: Block, other: Block): boolean {
  return other !== null && (block === null || block.consensusEnd < other.consensusEnd);
}

export interface RouteReadOptions {
  readonly settings: ApiSettings;
  readonly clock: Clock;
  readonly reader: SnapshotReader;
  readonly servers: ReadServers;
  readonly ingestProblem: () => string | null;
  readonly capabilities: () => ServerCapabilities;
  readonly callContract: CallContract | undefined;
  readonly traceTransaction: TraceTransaction | undefined;
}

/** Runs a task of a route as `SnapshotReader.read` does. */
export type RouteRead = <T>(
  request: RequestContext,
  task: Repeatable<(context: ApiContext) => Promise<T>>,
  snapshot?: SeenBlocks,
) => Promise<T>;

/** Returns the function that runs the work of routes on snapshots of the ledger. */
export function routeRead(options: RouteReadOptions): RouteRead {
  const { reader, servers, callContract, traceTransaction, ...own } = options;
  const since = () => ({ since: servers.visible?.consensusEnd, sinceBlock: servers.visible?.number });
  const common = {
    ...own,
    shared: sharedReads(
      (query) =>
        reader.read(
          SHARED_READ,
          repeatable(({ select }: Reads) => select(query)),
        ),
      options.settings,
    ),
    callContract: callContract && ((call, caller) => callContract(call, { ...caller, ...since() })),
    traceTransaction:
      traceTransaction && ((trace, caller) => traceTransaction(trace, { ...caller, ...since() })),
  } satisfies Partial<ApiContext>;
  servers.blocks.onReturn(() => common.shared.fileVersions.clear());
  return (request, task, snapshot) => {
    const { client, signal } = request;
    const attempt = ({ select, lookup }: Reads) => task({ ...common, select, lookup, client, signal });
    return reader.read(request, repeatable(attempt), snapshot);
  };
}
