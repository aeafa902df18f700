import { createHash } from 'node:crypto';
import { isPlannedForValues, writtenOut } from '../../access/sql.ts';

/** Number of executions after which a statement is prepared on every connection. */
const MIN_EXECUTIONS = 3;
const MAX_NAMED = 2000;
const MAX_COUNTED = 4000;

/** A statement as sent to the server. */
export interface NamedStatement {
  readonly text: string;
  /** Undefined while the statement is not worth preparing. */
  readonly name: string | undefined;
}

/**
 * Assigns names to statements, so that PostgreSQL parses and plans each only once per connection. Requests can be
 * combined into any number of statements; only frequent ones get a name, which is derived only from the statement's
 * text.
 */
export class StatementNames {
  #named = new Map<string, NamedStatement>();
  #counts = new Map<string, number>();

  /** Returns the statement to send for a text with marks instead of its constant parts. */
  statementOf(marked: string): NamedStatement {
    const named = this.#named.get(marked);
    if (named !== undefined) return named;
    const text = writtenOut(marked);
    if (isPlannedForValues(marked)) return { text, name: undefined };
    const count = (this.#counts.get(marked) ?? 0) + 1;
    if (count < MIN_EXECUTIONS) {
      if (this.#counts.size >= MAX_COUNTED) this.#counts = new Map();
      this.#counts.set(marked, count);
      return { text, name: undefined };
    }
    this.#counts.delete(marked);
    if (this.#named.size >= MAX_NAMED) this.#named = new Map();
    const made = { text, name: createHash('sha256').update(text).digest('base64url').slice(0, 24) };
    this.#named.set(marked, made);
    return made;
  }
}

/**
 * Maximum number of statements prepared on a connection: a plan takes up to half a megabyte on the server, as long as
 * the connection lives.
 */
const MAX_PREPARED = 120;

/** Tracks the statements that each connection has prepared. */
export class PreparedStatements {
  readonly #prepared = new WeakMap<object, Set<string>>();

  /**
   * Records that a connection has prepared a statement. Returns true when it holds the maximum and has to be replaced.
   */
  isFull(connection: object, name: string): boolean {
    let names = this.#prepared.get(connection);
    if (names === undefined) {
      names = new Set();
      this.#prepared.set(connection, names);
    }
    names.add(name);
    return names.size >= MAX_PREPARED;
  }
}
