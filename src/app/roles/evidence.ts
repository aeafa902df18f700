import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { ProblemCause } from '../../ingest/verify/problems.ts';
import { messageOf } from '../../kernel/failure.ts';
import { repeat } from '../../kernel/retry.ts';
import type { ProbeRound } from '../../kernel/service.ts';
import type { Outcome } from '../../rest/answer/ready-answer.ts';
import type { ServiceKey } from '../../status/health/evidence.ts';
import type { Database } from '../../store/connections/database.ts';

/** Intervals of reports, in milliseconds. */
const INGEST_INTERVAL_MS = 2_000;
const API_INTERVAL_MS = 10_000;
/** Maximum number of latencies between two reports; beyond it a random sample is retained. */
const MAX_SAMPLES = 2_000;

/** Reports evidence to the status service, through the database, until stopped. */
export interface Reporter {
  stop(): Promise<void>;
}

/** Evidence of the ingest about itself. */
export interface IngestCondition {
  /** Reason why the stream waits, as a public sentence, and its origin; null while it does not wait. */
  readonly problem: () => { readonly sentence: string; readonly cause: ProblemCause } | null;
  /** Whether a lock blocks the ingest, perhaps of the table of blocks: the report then does not read it. */
  readonly isBlocked: () => boolean;
  /** Whether the last poll found nothing newer to store. */
  readonly caughtUp: () => boolean;
  /** Time of the source's last status response, in milliseconds since the epoch; null before the first. */
  readonly sourceAnsweredAt: () => number | null;
  /** Whether this process may report: another one may have become the ingest meanwhile. */
  readonly mayReport: () => boolean;
}

const REPORT_INGEST = `
  select tain.report_ingest(case when b.format >= 7 then 'block' else 'record' end, $1, b.index, b.consensus_end, b.version, $2, $3, $4, $5)
  from (values (1)) as one left join lateral (
    select index, consensus_end, version as format,
           hapi_version_major || '.' || hapi_version_minor || '.' || hapi_version_patch as version
    from record_file order by consensus_end desc limit 1) b on true`;

/** The same report without the position, which the status service keeps. */
const REPORT_BLOCKED = `
  select tain.report_ingest(coalesce(s.stream, 'record'), $1, null, null, null, $2, $3, $4, $5)
  from (values (1)) as one left join lateral (select stream from tain.ingest_state order by seen_at desc limit 1) s on true`;

/** Reports every two seconds the position of the ingest, and why it waits. */
export function reportIngest(
  database: Database,
  evidence: IngestCondition,
  log: Logger,
  everyMs = INGEST_INTERVAL_MS,
): Reporter {
  const outage = new UnseenOutage(database, 'ingest', randomUUID());
  return reportRepeatedly(everyMs, log, async () => {
    const now = Date.now();
    if (!evidence.mayReport()) return outage.failed(now);
    const problem = evidence.problem();
    try {
      await database.pool.query(evidence.isBlocked() ? REPORT_BLOCKED : REPORT_INGEST, [
        now,
        evidence.caughtUp(),
        problem?.sentence ?? null,
        problem?.cause ?? null,
        evidence.sourceAnsweredAt(),
      ]);
    } catch (error) {
      outage.failed(now);
      throw error;
    }
    await outage.report();
  });
}

/** Counts between two reports. Latencies are in milliseconds; 0 without requests. */
export interface ApiCounts {
  /** Requests that queried the database and were not refused, and those of them that failed. */
  readonly requests: number;
  readonly errors: number;
  /** Requests refused because of limits. */
  readonly refused: number;
  readonly p50: number;
  readonly p99: number;
}

/** Counts responses between two reports. */
export class ApiEvidence {
  #requests = 0;
  #errors = 0;
  #refused = 0;
  #milliseconds: number[] = [];

  /**
   * Counts a request by its outcome and duration. Outcomes that are no evidence about the service are not counted.
   */
  answered(outcome: Outcome, milliseconds: number): void {
    if (outcome === 'no evidence') return;
    if (outcome === 'refused') {
      this.#refused += 1;
      return;
    }
    this.#requests += 1;
    if (outcome === 'failed') this.#errors += 1;
    if (this.#milliseconds.length < MAX_SAMPLES) this.#milliseconds.push(milliseconds);
    else if (Math.random() * this.#requests < MAX_SAMPLES) {
      this.#milliseconds[Math.floor(Math.random() * MAX_SAMPLES)] = milliseconds;
    }
  }

  /** Returns the counts since the last call. */
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

/**
 * Reports every ten seconds the counts of a service's calls, and the result of the probes that it sends to itself.
 * `probe` sends them, and returns null when `signal` ended them.
 */
export function reportService(
  service: ServiceKey,
  database: Database,
  evidence: ApiEvidence,
  log: Logger,
  probe: (signal: AbortSignal) => Promise<ProbeRound | null>,
  everyMs = API_INTERVAL_MS,
): Reporter {
  const instance = randomUUID();
  const stopping = new AbortController();
  const outage = service === 'api' ? new UnseenOutage(database, service, instance) : null;
  const reporter = reportRepeatedly(everyMs, log, async () => {
    const begun = Date.now();
    const round = await probe(stopping.signal);
    try {
      await reportCounts(database, service, instance, evidence);
      await reportRound(database, service, instance, round);
    } catch (error) {
      // The failed write is an outage only if the service's own requests fail, because the service may work with its
      // replicas.
      if (round !== null && 2 * round.failed >= round.asked) outage?.failed(begun);
      throw error;
    }
    await outage?.report();
  });
  return {
    async stop() {
      stopping.abort();
      await reporter.stop();
      // The end of the query service is not reported: a missing report counts as its outage. Another role that its
      // operator removes is not an outage, so its end is reported. If that fails, the missing report counts as an
      // outage, too.
      if (service === 'api') return;
      await database.pool.query('select tain.report_end($1, $2)', [service, instance]).catch(() => undefined);
    },
  };
}

/**
 * Period in which a role could not use the database, and so could not report that. It is reported afterwards, because
 * an outage of the database would leave no other trace in the status service.
 */
class UnseenOutage {
  readonly #database: Database;
  readonly #service: 'api' | 'ingest';
  readonly #instance: string;
  #since: number | null = null;

  constructor(database: Database, service: 'api' | 'ingest', instance: string) {
    this.#database = database;
    this.#service = service;
    this.#instance = instance;
  }

  /** Records that the role failed at this instant (milliseconds), and that this could not be stored. */
  failed(at: number): void {
    this.#since = Math.min(this.#since ?? at, at);
  }

  /** Stores the time for which the database did not respond, if there was one. */
  async report(): Promise<void> {
    if (this.#since === null) return;
    const now = Date.now();
    // If the clock went back, the duration is unknown.
    if (this.#since < now) {
      await this.#database.pool.query('select tain.report_unseen_outage($1, $2, $3, $4)', [
        this.#service,
        this.#instance,
        this.#since,
        now,
      ]);
    }
    this.#since = null;
  }
}

/** Stores the result of a round of a service's requests to itself; null: the round was ended early. */
async function reportRound(
  database: Database,
  service: ServiceKey,
  instance: string,
  round: ProbeRound | null,
): Promise<void> {
  if (round === null) return;
  const { asked, failed, slowestMs } = round;
  await database.pool.query('select tain.report_probes($1, $2, $3, $4, $5, $6)', [
    service,
    instance,
    Date.now(),
    asked,
    failed,
    slowestMs,
  ]);
}

async function reportCounts(
  database: Database,
  service: ServiceKey,
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

/**
 * Runs `work` at an interval. Evidence that cannot be written is lost, which is logged once: the status service then
 * receives no heartbeat.
 */
function reportRepeatedly(everyMs: number, log: Logger, work: () => Promise<unknown>): Reporter {
  const stopping = new AbortController();
  let isReported = true;
  const report = async (): Promise<void> => {
    try {
      await work();
      isReported = true;
    } catch (error) {
      const reason = messageOf(error);
      if (isReported) log.warn({ reason }, 'The evidence for the status service could not be stored');
      isReported = false;
    }
  };
  const ended = repeat(report, everyMs, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}
