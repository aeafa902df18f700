import { withTimeout } from '../kernel/abort-signal.ts';
import { type FairSemaphore, SHARED_CLIENT } from '../kernel/limits/fair-semaphore.ts';
import type { ConcurrencyLimit } from '../kernel/limits/limit.ts';
import { SharedRead } from '../kernel/limits/shared-read.ts';
import { type BackOff, retry } from '../kernel/retry.ts';
import { isCancelled, isDatabaseTrouble } from '../store/connections/database-trouble.ts';
import { isUnsupported } from '../store/connections/distributed.ts';
import type { Select, TextRows } from '../store/connections/select.ts';
import { QueuedReads } from '../store/reads/servers/queued-reads.ts';
import type { ReadServers } from '../store/reads/servers/read-servers.ts';
import { type Sql, sql } from '../store/sql.ts';
import { CallError, type GrpcCall } from './call.ts';

const TEXT = 'Error querying the data source. Please retry later';
/** Milliseconds before the first retry, and between later ones. */
const PAUSES: BackOff = { first: 250, max: 5_000 };
/** Timeout of the database's response to a check, and time for which the result is valid, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 3_000;
const RESPONSE_VALID_MS = 1_000;

/** The queue of statements is unbounded, because a call has at most one statement. */
export const GRPC_STATEMENTS: ConcurrencyLimit = {
  name: 'grpc-statements',
  kind: 'concurrency',
  counts: 'statements of gRPC calls',
  max: 4,
  settings: ['TAIN_GRPC_CONNECTIONS'],
};

/**
 * Returns the error of a call whose statement failed: resource exhausted, unavailable database, unsupported by the engine,
 * or internal error.
 */
function databaseError(cause: unknown): unknown {
  if (isCancelled(cause)) return new CallError('resourceExhausted', TEXT, { cause });
  if (isUnsupported(cause)) {
    return new CallError('unimplemented', 'The engine of this database cannot do this', { cause });
  }
  if (isDatabaseTrouble(cause)) return new CallError('unavailable', TEXT, { cause });
  return cause;
}

/** Rows, and the visible block of the server that they were read from. */
export interface SeenRows {
  readonly rows: TextRows;
  /** Consensus end (nanoseconds) of the last block that the rows include; -1 without blocks. */
  readonly through: bigint;
}

/**
 * Reads rows from a server whose visible block is at or after `minEnd` (nanoseconds). Throws `CallError` when the read
 * fails or there is no such server.
 */
export type ReadThrough = (query: Sql, minEnd: bigint) => Promise<SeenRows>;

/** Reads of one client, or of the service for all of them. */
export interface ClientReads {
  /** Reads rows from any server. Failures are logged and thrown as `CallError`. */
  readonly select: Select;
  readonly through: ReadThrough;
}

/**
 * Statements of calls, on the primary or a replica: a limited number of concurrent ones, scheduled round robin by
 * client.
 */
export class CallReads {
  readonly #reads: QueuedReads;
  readonly #wellness: SharedRead<boolean>;

  constructor(servers: ReadServers, max: number) {
    this.#reads = new QueuedReads(servers, { ...GRPC_STATEMENTS, max }, 'gRPC');
    const respond = async () => (await this.of().select(sql`select 1`)).length === 1;
    this.#wellness = new SharedRead({
      read: () => withTimeout(respond(), RESPONSE_TIMEOUT_MS, () => false).catch(() => false),
      maxAgeMs: RESPONSE_VALID_MS,
    });
  }

  get statements(): FairSemaphore {
    return this.#reads.statements;
  }

  /** Returns the reads of a call, or of the service for all clients. */
  of({ client, signal }: Partial<Pick<GrpcCall, 'client' | 'signal'>> = {}): ClientReads {
    const run = (query: Sql) =>
      this.#reads.run(query, client ?? SHARED_CLIENT, signal).catch((error: unknown) => {
        throw databaseError(error);
      });
    return {
      select: async (query) => (await run(query)).rows,
      // A server that was killed may lack its last blocks until they are stored again.
      through: async (query, minEnd) => {
        const { rows, block } = await run(query);
        const through = block?.consensusEnd ?? -1n;
        if (through < minEnd) throw new CallError('unavailable', TEXT);
        return { rows, through };
      },
    };
  }

  /** Returns whether any server responds; concurrent callers share one query. Never throws. */
  answers(): Promise<boolean> {
    return this.#wellness.get();
  }
}

/**
 * Retries a read that fails because of the database, for at most `milliseconds`, so that a subscription survives the
 * restart of a server. Throws the last error, or the signal's reason.
 */
export function persistently<T>(
  read: () => Promise<T>,
  signal: AbortSignal,
  milliseconds: number,
): Promise<T> {
  return retry(read, {
    backOff: PAUSES,
    limitMs: milliseconds,
    signal,
    isTransient: (error) => error instanceof CallError && error.code !== 'unimplemented',
  });
}
