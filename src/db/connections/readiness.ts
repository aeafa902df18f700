import { withTimeout } from '../../kernel/timeout.ts';
import { type Database, within } from './database.ts';

/** Milliseconds: readiness probes give up soon. */
const PATIENCE = 1_500;

/** Whether a database answers; known in a second or two even when it is silent. */
export class Readiness {
  readonly #database: Database;
  #asking: Promise<boolean> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Never throws. Simultaneous callers share one query. */
  async isReady(): Promise<boolean> {
    this.#asking ??= this.#database.pool
      .query(within(PATIENCE, 'select 1'))
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        this.#asking = null;
      });
    return withTimeout(this.#asking, PATIENCE, () => false);
  }
}
