import { withTimeout } from '../../kernel/abort-signal.ts';
import { type Database, within } from './database.ts';

/** Timeout of a check, in milliseconds: shorter than those of readiness probes. */
const CHECK_TIMEOUT_MS = 1_500;

/** Checks whether a database responds, within two seconds even when it does not. */
export class Readiness {
  readonly #database: Database;
  #checking: Promise<boolean> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns whether the database responds. Does not throw. Concurrent callers share one query. */
  async isReady(): Promise<boolean> {
    this.#checking ??= this.#database.pool
      .query(within(CHECK_TIMEOUT_MS, 'select 1'))
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        this.#checking = null;
      });
    return withTimeout(this.#checking, CHECK_TIMEOUT_MS, () => false);
  }
}
