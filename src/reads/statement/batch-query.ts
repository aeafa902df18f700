import type { Socket } from 'node:net';
import type pg from 'pg';
import { serialize } from 'pg-protocol';
import { parameterOf } from './statement-parameter.ts';

/** A statement of a query, and its rows once they all have run. */
export interface BatchStatement {
  /** With a name it is prepared once on each connection. */
  readonly name: string | undefined;
  readonly text: string;
  /** The message that gives the values. */
  readonly bind: Buffer;
  readonly rows: (string | null)[][];
}

/** Makes a statement ready to be sent. Throws a `TypeError` for a value that no statement of ours holds. */
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
  return { name, text, bind, rows: [] };
}

/** What of the driver's connection a query of one's own needs: not all of it is in its types. */
interface DriverConnection {
  readonly stream: Socket;
  /** Texts of the statements that the server has prepared, and of those on their way, by name. */
  readonly parsedStatements: Readonly<Record<string, string>>;
  readonly submittedNamedStatements: Record<string, string>;
}

const EXECUTE = serialize.execute();
const SYNC = serialize.sync();

const RUNS = new Map<string, Buffer>();

/** The messages that run a prepared statement without parameters. */
function runOf(name: string): Buffer {
  const made = RUNS.get(name) ?? Buffer.concat([serialize.bind({ statement: name }), EXECUTE]);
  RUNS.set(name, made);
  return made;
}

/** Names of statements without parameters that the connection has prepared: the query begins and ends with them. */
export interface BatchFrame {
  readonly begin?: string;
  readonly end?: string;
}

/**
 * Statements in one write and one implicit transaction, so that their answers come in one piece, too: where it is repeatable
 * read, they see the same. When one fails, those after it have no rows.
 *
 * Rows stay as they come from the wire: arrays of text. The driver's own query would ask for a description of the columns
 * with every execution, write each message by itself, look up a parser for each column, copy each row, and emit an event
 * for it.
 */
export class BatchQuery implements pg.Submittable {
  readonly #statements: readonly BatchStatement[];
  readonly #frame: BatchFrame;
  /** The statement whose answer comes next; -1 while that is the frame's first one. */
  #at: number;
  #resolve: () => void = () => {};
  #reject: (error: Error) => void = () => {};
  /** The first row of the statement that ends the batch. */
  last: (string | null)[] | undefined;
  /** Whether it has the connection prepare some: after a failure it is not known which of them are. */
  prepares = false;

  /** Read by the driver, which then knows whether the connection has prepared the only statement. */
  readonly name: string | undefined;
  readonly text: string | undefined;

  constructor(statements: readonly BatchStatement[], frame: BatchFrame = {}) {
    const [only, further] = statements;
    if (further === undefined) {
      this.name = only?.name;
      this.text = only?.text;
    }
    this.#statements = statements;
    this.#frame = frame;
    this.#at = frame.begin === undefined ? 0 : -1;
  }

  /** The one that failed, or that was running when the connection was lost. */
  get current(): BatchStatement | undefined {
    return this.#statements[this.#at];
  }

  /** Runs it on a connection; the rows are in the statements then. */
  select(client: pg.ClientBase): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      client.query(this);
    });
  }

  /** Called by the driver when the connection is free: sends all messages in one piece. */
  submit(connection: pg.Connection): null {
    const { stream, parsedStatements, submittedNamedStatements } = connection as unknown as DriverConnection;
    const { begin, end } = this.#frame;
    const messages = begin === undefined ? [] : [runOf(begin)];
    for (const { name, text, bind } of this.#statements) {
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
    if (this.#at === this.#statements.length) this.last ??= fields;
    else this.current?.rows.push(fields);
  }

  /** Called by the driver when all rows came. */
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
