import type { Logger } from 'pino';
import { isCancelled, isDatabaseTrouble, isOfServerBehind } from './database-trouble.ts';
import { isUnsupported } from './distributed.ts';

/**
 * Outages: of the database, and of another server behind it (a worker), which the database reports itself.
 * `recoveryMs`: time without a failure after which a response ends it. Most statements need no worker, so their
 * responses say little about it.
 */
const OUTAGES = {
  database: {
    recoveryMs: 1_000,
    lost: 'The database cannot be reached',
    answered: 'The database responds again',
  },
  behind: {
    recoveryMs: 60_000,
    lost: 'The database cannot reach another server',
    answered: 'The database has reached its other servers for a minute',
  },
} as const;
type OutageKind = keyof typeof OUTAGES;
/** Time in which the same failure of the same kind is reported once. */
const REPEAT_INTERVAL_MS = 60_000;

interface Outage {
  readonly since: number;
  last: number;
  failed: number;
}

/**
 * Logs failing statements: one warning when the database, or another server behind it, becomes unreachable, and one line with the count when it is back;
 * unsupported statements once for each kind; of other failures the first of each kind in full, then a line a minute.
 */
export class OutageLog {
  readonly #log: Pick<Logger, 'error' | 'info' | 'warn'>;
  readonly #address: string;
  readonly #outages = new Map<OutageKind, Outage>();
  /** Numbers of statements that the engine does not support, by kind. */
  readonly unsupported = new Map<string, number>();
  /** Other failures by kind: the time until which they are only counted, and their number. */
  readonly #reported = new Map<string, { readonly until: number; more: number }>();

  /** `address` is the database's address, as `addressOf` formats it. */
  constructor(log: Pick<Logger, 'error' | 'info' | 'warn'>, address: string) {
    this.#log = log;
    this.#address = address;
  }

  /** Records a failed statement of a kind (a route). */
  failed(error: unknown, kind: string, statement: string): void {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (isUnsupported(error)) {
      const count = (this.unsupported.get(kind) ?? 0) + 1;
      this.unsupported.set(kind, count);
      if (count === 1)
        this.#log.error({ err: error, kind, statement }, 'The database cannot run a statement');
    } else if (isDatabaseTrouble(error) && !isCancelled(error)) this.lost(error, 1);
    else this.#report(error, `${kind} ${code}`, statement);
  }

  /** Records that the database was unreachable, with the number of requests that failed because of it. */
  lost(error: unknown, failed = 0): void {
    const now = performance.now();
    const kind = isOfServerBehind(error) ? 'behind' : 'database';
    const outage = this.#outages.get(kind);
    if (outage === undefined) {
      this.#outages.set(kind, { since: now, last: now, failed });
      const reason = error instanceof Error ? error.message || String(error) : String(error);
      this.#log.warn({ database: this.#address, reason }, OUTAGES[kind].lost);
      return;
    }
    outage.last = now;
    outage.failed += failed;
  }

  /** Records a response of the database. */
  answered(): void {
    if (this.#outages.size === 0) return;
    const now = performance.now();
    for (const [kind, { since, last, failed }] of this.#outages) {
      const { recoveryMs, answered } = OUTAGES[kind];
      if (now - last < recoveryMs) continue;
      this.#outages.delete(kind);
      const seconds = Math.round((now - since) / 100) / 10;
      this.#log.info({ database: this.#address, failed, seconds }, answered);
    }
  }

  #report(err: unknown, key: string, statement: string): void {
    const now = performance.now();
    const reported = this.#reported.get(key);
    if (reported !== undefined && reported.until > now) {
      reported.more++;
      return;
    }
    const more = reported === undefined || reported.more === 0 ? {} : { more: reported.more };
    this.#reported.set(key, { until: now + REPEAT_INTERVAL_MS, more: 0 });
    this.#log.error({ err, statement, ...more }, 'Statement failed');
  }
}
