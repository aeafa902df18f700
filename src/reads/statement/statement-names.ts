import { createHash } from 'node:crypto';
import { PLANNED_FOR_VALUES, writtenOut } from '../../access/sql.ts';

/** How often a statement is run before it is worth a prepared one on every connection. */
const OFTEN = 3;
const MOST_NAMED = 2000;
const MOST_COUNTED = 4000;
const UNNAMED = PLANNED_FOR_VALUES.sql;

/** A statement as it is sent. */
export interface NamedStatement {
  readonly text: string;
  /** Absent while it is not worth preparing it. */
  readonly name: string | undefined;
}

/**
 * Names for statements, so that PostgreSQL parses and plans each only once a connection. Requests
 * can be combined into any number of statements; only those run often get a name, which is made
 * from the statement's text alone.
 */
export class StatementNames {
  #named = new Map<string, NamedStatement>();
  #counts = new Map<string, number>();

  /** What is sent for a statement, in whose text marks stand for its fixed parts. */
  statementOf(marked: string): NamedStatement {
    const named = this.#named.get(marked);
    if (named !== undefined) return named;
    const text = writtenOut(marked);
    if (marked.includes(UNNAMED)) return { text, name: undefined };
    const count = (this.#counts.get(marked) ?? 0) + 1;
    if (count < OFTEN) {
      if (this.#counts.size >= MOST_COUNTED) this.#counts = new Map();
      this.#counts.set(marked, count);
      return { text, name: undefined };
    }
    this.#counts.delete(marked);
    if (this.#named.size >= MOST_NAMED) this.#named = new Map();
    const made = { text, name: createHash('sha256').update(text).digest('base64url').slice(0, 24) };
    this.#named.set(marked, made);
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
  isFull(connection: object, name: string): boolean {
    let names = this.#prepared.get(connection);
    if (names === undefined) {
      names = new Set();
      this.#prepared.set(connection, names);
    }
    names.add(name);
    return names.size >= MOST_PREPARED;
  }
}
