import type { Socket } from 'node:net';
import type pg from 'pg';
import { serialize } from 'pg-protocol';
import { parameterOf } from './statement-parameter.ts';

/** What the driver hands over for each row: the columns as PostgreSQL wrote them. */
interface DataRow {
  readonly fields: (string | null)[];
}

/** What of the driver's connection a query of one's own needs: not all of it is in its types. */
interface DriverConnection {
  readonly stream: Socket;
  /** Texts of the statements that the server has prepared, and of those on their way, by name. */
  readonly parsedStatements: Readonly<Record<string, string>>;
  readonly submittedNamedStatements: Record<string, string>;
}

const EXECUTE_AND_SYNC = Buffer.concat([serialize.execute(), serialize.sync()]);

/** What ends the messages of a query that another one follows: a prepared statement without parameters. */
function executeAnd(name: string): Buffer {
  const execute = serialize.execute();
  return Buffer.concat([execute, serialize.bind({ statement: name }), execute, serialize.sync()]);
}
const ENDS = new Map<string, Buffer>();
function endOf(name: string): Buffer {
  const made = ENDS.get(name) ?? executeAnd(name);
  ENDS.set(name, made);
  return made;
}

/**
 * A query whose rows stay as the driver reads them from the wire: arrays of text. The driver's own
 * query would ask for a description of the columns with every execution, write each message by
 * itself, look up a parser for each column, copy each row, and emit an event for it.
 */
export class RowsQuery implements pg.Submittable {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name: string | undefined;
  readonly #rows: (string | null)[][] = [];
  readonly #end: Buffer;
  #isFirst = true;
  /** The first row of the statement that follows. */
  following: (string | null)[] | undefined;
  #resolve: (rows: (string | null)[][]) => void = () => {};
  #reject: (error: Error) => void = () => {};

  /**
   * With a name the statement is prepared once on each connection. `then` is the name of a statement that is prepared
   * already and follows at once, in the same implicit transaction: where that is repeatable read, they see the same.
   */
  constructor(text: string, values: readonly unknown[], name: string | undefined, then?: string) {
    this.text = text;
    this.values = values;
    this.name = name;
    this.#end = then === undefined ? EXECUTE_AND_SYNC : endOf(then);
  }

  /** Runs it on a connection. */
  select(client: pg.ClientBase): Promise<(string | null)[][]> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      client.query(this);
    });
  }

  /** Called by the driver when the connection is free: sends all messages in one piece. */
  submit(connection: pg.Connection): Error | null {
    const { stream, parsedStatements, submittedNamedStatements } = connection as unknown as DriverConnection;
    const { name, text, values } = this;
    let bind: Buffer;
    try {
      bind = serialize.bind({
        ...(name === undefined ? {} : { statement: name }),
        values: values as unknown[],
        valueMapper: parameterOf,
      });
    } catch (error) {
      return error as Error;
    }
    if (name !== undefined && (name in parsedStatements || name in submittedNamedStatements)) {
      stream.write(Buffer.concat([bind, this.#end]));
      return null;
    }
    if (name !== undefined) submittedNamedStatements[name] = text;
    stream.write(Buffer.concat([serialize.parse({ name: name ?? '', text }), bind, this.#end]));
    return null;
  }

  /** Called by the driver for each row. */
  handleDataRow({ fields }: DataRow): void {
    if (this.#isFirst) this.#rows.push(fields);
    else this.following ??= fields;
  }

  /** Called by the driver when all rows came. */
  handleReadyForQuery(): void {
    this.#resolve(this.#rows);
  }

  /** Called by the driver when the server or the connection failed. */
  handleError(error: Error): void {
    this.#reject(error);
  }

  /** Called by the driver after each statement. `SELECT` has no count but its rows. */
  handleCommandComplete(): void {
    this.#isFirst = false;
  }

  /** Called by the driver after a statement without any text. */
  handleEmptyQuery(): void {}
}
