import type { Logger } from 'pino';
import { isCancelled, isDatabaseTrouble } from './database-trouble.ts';
import { isUnsupported } from './distributed.ts';

/** Time without a failure after which a response ends an outage. */
const RECOVERY_MS = 1_000;
/** Time in which the same failure of the same kind is reported once. */
const REPEAT_INTERVAL_MS = 60_000;

interface Outage {
  readonly since: number;
  last: number;
  failed: number;
}

/**
 * Logs failing statements: one warning when the database becomes unreachable, and one line with the count when it is back;
 * unsupported statements once for each kind; of other failures the first of each kind in full, then a line a minute.
 */
export class OutageLog {
  readonly #log: Pick<Logger, 'error' | 'info' | 'warn'>;
  readonly #address: string;
  #outage: Outage | null = null;
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
    if (this.#outage === null) {
      this.#outage = { since: now, last: now, failed };
      const reason = error instanceof Error ? error.message || String(error) : String(error);
      this.#log.warn({ database: this.#address, reason }, 'The database cannot be reached');
      return;
    }
    this.#outage.last = now;
    this.#outage.failed += failed;
  }

  /** Records a response of the database. */
  answered(): void {
    if (this.#outage === null) return;
    const now = performance.now();
    const { since, last, failed } = this.#outage;
    if (now - last < RECOVERY_MS) return;
    this.#outage = null;
    this.#log.info(
      { database: this.#address, failed, seconds: Math.round((now - since) / 100) / 10 },
      'The database responds again',
    );
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
