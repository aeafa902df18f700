import { withTimeout } from '../../kernel/abort-signal.ts';
import { SharedRead } from '../../kernel/limits/shared-read.ts';
import { type Database, within } from './database.ts';

/** Timeout of a check, in milliseconds: shorter than those of readiness probes. */
const CHECK_TIMEOUT_MS = 1_500;

/** Checks whether a database responds, within two seconds even when it does not. */
export class Readiness {
  readonly #check: SharedRead<boolean>;

  constructor(database: Database) {
    const read = async () => {
      await database.pool.query(within(CHECK_TIMEOUT_MS, 'select 1'));
      return true;
    };
    this.#check = new SharedRead({ read, maxAgeMs: 0 });
  }

  /** Returns whether the database responds. Does not throw. Concurrent callers share one query. */
  async isReady(): Promise<boolean> {
    const check = this.#check.get().catch(() => false);
    return withTimeout(check, CHECK_TIMEOUT_MS, () => false);
  }
}
