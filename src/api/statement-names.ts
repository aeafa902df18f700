import { createHash } from 'node:crypto';
import { PLANNED_FOR_VALUES } from '../query/sql.ts';

/** How often a statement is asked before it is worth a prepared one on every connection. */
const OFTEN = 3;
/** Prepared statements are never dropped by the driver, so their number is bounded. */
const MOST_NAMED = 400;
const MOST_COUNTED = 4000;
const UNNAMED = PLANNED_FOR_VALUES.sql;

/**
 * Names for statements, so that PostgreSQL parses and plans each only once a connection. Requests
 * can be combined into any number of statements; only those asked often get a name.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  #counts = new Map<string, number>();

  /** The name of a statement, or undefined while it is not worth one. */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined) return name;
    if (this.#names.size >= MOST_NAMED || text.includes(UNNAMED)) return undefined;
    const count = (this.#counts.get(text) ?? 0) + 1;
    if (count < OFTEN) {
      if (this.#counts.size >= MOST_COUNTED) this.#counts = new Map();
      this.#counts.set(text, count);
      return undefined;
    }
    this.#counts.delete(text);
    const made = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    this.#names.set(text, made);
    return made;
  }
}
