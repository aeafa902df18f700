import { createHash } from 'node:crypto';
import { PLANNED_FOR_VALUES } from '../query/sql.ts';

/** How often a statement is asked before it is worth a prepared one on every connection. */
const OFTEN = 3;
const MOST_NAMED = 2000;
const MOST_COUNTED = 4000;
const UNNAMED = PLANNED_FOR_VALUES.sql;

/**
 * Names for statements, so that PostgreSQL parses and plans each only once a connection. Requests
 * can be combined into any number of statements; only those asked often get a name, which is made
 * from the statement's text alone.
 */
export class StatementNames {
  #names = new Map<string, string>();
  #counts = new Map<string, number>();

  /** The name of a statement, or undefined while it is not worth one. */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined) return name;
    if (text.includes(UNNAMED)) return undefined;
    const count = (this.#counts.get(text) ?? 0) + 1;
    if (count < OFTEN) {
      if (this.#counts.size >= MOST_COUNTED) this.#counts = new Map();
      this.#counts.set(text, count);
      return undefined;
    }
    this.#counts.delete(text);
    if (this.#names.size >= MOST_NAMED) this.#names = new Map();
    const made = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    this.#names.set(text, made);
    return made;
  }
}

/** A plan takes up to half a megabyte on the server, and is kept as long as its connection. */
const MOST_PREPARED = 120;

/** Which statements each connection has prepared. */
export class PreparedStatements {
  readonly #prepared = new WeakMap<object, Set<string>>();

  /**
   * Notes that a connection has a statement prepared. True when it holds as many as it may: it is
   * to be replaced by a fresh one.
   */
  isFull(connection: object, name: string | undefined): boolean {
    if (name === undefined) return false;
    let names = this.#prepared.get(connection);
    if (names === undefined) {
      names = new Set();
      this.#prepared.set(connection, names);
    }
    names.add(name);
    return names.size >= MOST_PREPARED;
  }
}
