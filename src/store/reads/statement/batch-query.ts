import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type pg from 'pg';
import { serialize } from 'pg-protocol';
import { isPlannedForValues, writtenOut } from '../../sql.ts';

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

/** A statement of a query, and its rows after all statements have run. */
export interface BatchStatement {
  /** A statement with a name is prepared once on each connection. */
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
  /** The Bind message with the values. */
  readonly bind: Buffer;
  readonly rows: (string | null)[][];
}

/** Prepares a statement for sending. Throws a `TypeError` for a value of an unsupported type. */
export function batchStatement(
  name: string | undefined,
  text: string,
  values: readonly unknown[],
): BatchStatement {
  const bind = serialize.bind({
    ...(name === undefined ? {} : { statement: name }),
    values: values as unknown[],
    valueMapper: parameterOf,
  });
  return { name, text, values, bind, rows: [] };
}

/**
 * Converts a value of a statement to the driver's form: text, or bytes for a `bytea`. Lists become array literals.
 * Throws a `TypeError` for an unsupported type.
 */
function parameterOf(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (Buffer.isBuffer(value)) return value;
  if (Array.isArray(value)) return `{${value.map(elementOf).join(',')}}`;
  if (typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean') {
    return String(value);
  }
  throw new TypeError(`no value of a statement: ${typeof value}`);
}

function elementOf(value: unknown): string {
  const element = parameterOf(value);
  if (element === null) return 'NULL';
  // A backslash in an array literal is doubled.
  if (Buffer.isBuffer(element)) return `"\\\\x${element.toString('hex')}"`;
  return `"${element.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** Members of the driver's connection that a custom query needs; its types lack some of them. */
interface DriverConnection {
  readonly stream: Socket;
  /** Texts by name of the statements that the server has prepared, and of those being prepared. */
  readonly parsedStatements: Readonly<Record<string, string>>;
  readonly submittedNamedStatements: Record<string, string>;
}

const EXECUTE = serialize.execute();
const SYNC = serialize.sync();

const RUNS = new Map<string, Buffer>();

/** Messages that run a prepared statement without parameters. */
function runOf(name: string): Buffer {
  const made = RUNS.get(name) ?? Buffer.concat([serialize.bind({ statement: name }), EXECUTE]);
  RUNS.set(name, made);
  return made;
}

/** Names of prepared statements without parameters, with which the query begins and ends. */
export interface BatchFrame {
  readonly begin?: string;
  readonly end?: string;
}

/**
 * Runs statements in one write and one implicit transaction, so that their responses also arrive together. With
 * isolation level repeatable read they see the same snapshot. If one fails, those after it have no rows.
 *
 * Rows stay as received: arrays of text. The driver's own query would request a description of the columns with every
 * execution, write each message by itself, look up a parser for each column, copy each row, and emit an event for it.
 */
export class BatchQuery implements pg.Submittable {
  readonly statements: readonly BatchStatement[];
  readonly #frame: BatchFrame;
  /** Index of the statement whose response comes next; -1 for the frame's first one. */
  #at: number;
  #resolve: () => void = () => {};
  #reject: (error: Error) => void = () => {};
  /** First row of the statement that ends the batch. */
  last: (string | null)[] | undefined;
  /** Whether the connection prepares statements for it: after a failure it is unknown which are prepared. */
  prepares = false;

  /** Name of the only statement. The driver reads it to determine whether the connection has prepared the statement. */
  readonly name: string | undefined;
  readonly text: string | undefined;

  constructor(statements: readonly BatchStatement[], frame: BatchFrame = {}) {
    const [only, further] = statements;
    if (further === undefined) {
      this.name = only?.name;
      this.text = only?.text;
    }
    this.statements = statements;
    this.#frame = frame;
    this.#at = frame.begin === undefined ? 0 : -1;
  }

  /** The statement that failed, or that was running when the connection was lost. */
  get current(): BatchStatement | undefined {
    return this.statements[this.#at];
  }

  /** Runs the query on a connection. Resolves when the statements have their rows. */
  select(client: pg.ClientBase): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      client.query(this);
    });
  }

  /** Called by the driver when the connection is free: sends all messages in one write. */
  submit(connection: pg.Connection): null {
    const { stream, parsedStatements, submittedNamedStatements } = connection as unknown as DriverConnection;
    const { begin, end } = this.#frame;
    const messages = begin === undefined ? [] : [runOf(begin)];
    for (const { name, text, bind } of this.statements) {
      if (name === undefined) messages.push(serialize.parse({ text }));
      else if (!(name in parsedStatements || name in submittedNamedStatements)) {
        submittedNamedStatements[name] = text;
        this.prepares = true;
        messages.push(serialize.parse({ name, text }));
      }
      messages.push(bind, EXECUTE);
    }
    if (end !== undefined) messages.push(runOf(end));
    messages.push(SYNC);
    stream.write(Buffer.concat(messages));
    return null;
  }

  /** Called by the driver for each row. */
  handleDataRow({ fields }: { readonly fields: (string | null)[] }): void {
    if (this.#at === this.statements.length) this.last ??= fields;
    else this.current?.rows.push(fields);
  }

  /** Called by the driver after all rows. */
  handleReadyForQuery(): void {
    this.#resolve();
  }

  /** Called by the driver when the server or the connection failed. */
  handleError(error: Error): void {
    this.#reject(error);
  }

  /** Called by the driver after each statement. */
  handleCommandComplete(): void {
    this.#at++;
  }

  /** Called by the driver after a statement without any text. */
  handleEmptyQuery(): void {
    this.#at++;
  }
}
