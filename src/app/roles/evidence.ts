import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Outcome } from '../../api/request-progress.ts';
import type { Database } from '../../db/database.ts';

/** Milliseconds between two reports. */
const INGEST_EVERY = 2_000;
const API_EVERY = 10_000;
/** Latencies kept between two reports; beyond it a random sample stands for all. */
const MOST_SAMPLES = 2_000;

/** Reports evidence to the status service, through the database, until stopped. */
export interface Reporter {
  stop(): Promise<void>;
}

/** What the ingest knows about itself. */
export interface IngestEvidence {
  /** What the stream waits for; null while it flows. */
  readonly problem: () => string | null;
  /** Whether there was nothing newer to store when it last looked. */
  readonly caughtUp: () => boolean;
}

const REPORT_INGEST = `
  select tain.report_ingest(case when b.format >= 7 then 'block' else 'record' end, $1, b.index, b.consensus_end, b.version, $2, $3)
  from (values (1)) as one left join lateral (
    select index, consensus_end, version as format,
           hapi_version_major || '.' || hapi_version_minor || '.' || hapi_version_patch as version
    from record_file order by consensus_end desc limit 1) b on true`;

/** Reports every two seconds how far the ingest is, and what it waits for. */
export function reportIngest(database: Database, evidence: IngestEvidence, log: Logger): Reporter {
  return repeat(INGEST_EVERY, log, () =>
    database.pool.query(REPORT_INGEST, [Date.now(), evidence.caughtUp(), evidence.problem()]),
  );
}

/** What is counted between two reports. Latencies are milliseconds, 0 without requests. */
export interface ApiCounts {
  /** Requests that asked the database and were not refused, and those of them that failed. */
  readonly requests: number;
  readonly errors: number;
  /** Requests refused because too much was asked at once. */
  readonly refused: number;
  readonly p50: number;
  readonly p99: number;
}

/** Counts answers between two reports. */
export class ApiEvidence {
  #requests = 0;
  #errors = 0;
  #refused = 0;
  #milliseconds: number[] = [];

  /** A request came to this end and took so long. What says nothing about the service is not counted. */
  answered(outcome: Outcome, milliseconds: number): void {
    if (outcome === 'unasked') return;
    if (outcome === 'refused') {
      this.#refused += 1;
      return;
    }
    this.#requests += 1;
    if (outcome === 'failed') this.#errors += 1;
    if (this.#milliseconds.length < MOST_SAMPLES) this.#milliseconds.push(milliseconds);
    else if (Math.random() * this.#requests < MOST_SAMPLES) {
      this.#milliseconds[Math.floor(Math.random() * MOST_SAMPLES)] = milliseconds;
    }
  }

  /** What was counted since the last call. */
  take(): ApiCounts {
    const sorted = this.#milliseconds.sort((a, b) => a - b);
    const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
    const taken = {
      requests: this.#requests,
      errors: this.#errors,
      refused: this.#refused,
      p50: at(0.5),
      p99: at(0.99),
    };
    this.#requests = 0;
    this.#errors = 0;
    this.#refused = 0;
    this.#milliseconds = [];
    return taken;
  }
}

/** What a round of the query service's requests to itself found. */
export interface ProbeEvidence {
  readonly asked: number;
  readonly failed: number;
  /** Milliseconds. */
  readonly slowestMs: number;
}

/**
 * Reports every ten seconds what the query service was asked, and what it finds when it asks itself:
 * `ask` gives a round of that, or null when `signal` ended it.
 */
export function reportApi(
  database: Database,
  evidence: ApiEvidence,
  log: Logger,
  ask: (signal: AbortSignal) => Promise<ProbeEvidence | null>,
): Reporter {
  const instance = randomUUID();
  const stopping = new AbortController();
  const reporter = repeat(API_EVERY, log, async () => {
    await reportCounts(database, 'api', instance, evidence);
    const round = await ask(stopping.signal);
    if (round === null) return;
    const { asked, failed, slowestMs } = round;
    await database.pool.query("select tain.report_probes('api', $1, $2, $3, $4, $5)", [
      instance,
      Date.now(),
      asked,
      failed,
      slowestMs,
    ]);
  });
  return {
    stop() {
      stopping.abort();
      return reporter.stop();
    },
  };
}

/** Reports every ten seconds what became of contract calls. */
export function reportCalls(database: Database, evidence: ApiEvidence, log: Logger): Reporter {
  const instance = randomUUID();
  return repeat(API_EVERY, log, () => reportCounts(database, 'contract_calls', instance, evidence));
}

async function reportCounts(
  database: Database,
  service: 'api' | 'contract_calls',
  instance: string,
  evidence: ApiEvidence,
): Promise<void> {
  const { requests, errors, refused, p50, p99 } = evidence.take();
  await database.pool.query('select tain.report_api($1, $2, $3, $4, $5, $6, $7, $8)', [
    service,
    instance,
    Date.now(),
    requests,
    errors,
    p50,
    p99,
    refused,
  ]);
}

/** Evidence that cannot be written is lost, which is logged once: the status service then sees no sign of life. */
function repeat(every: number, log: Logger, work: () => Promise<unknown>): Reporter {
  let running: Promise<unknown> = Promise.resolve();
  let busy = false;
  let isReported = true;
  const once = (): void => {
    if (busy) return;
    busy = true;
    running = work()
      .then(
        () => {
          isReported = true;
        },
        (error: Error) => {
          if (isReported)
            log.warn({ reason: error.message }, 'The evidence for the status service could not be stored');
          isReported = false;
        },
      )
      .finally(() => {
        busy = false;
      });
  };
  once();
  const timer = setInterval(once, every);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
