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
  #resolve: (rows: (string | null)[][]) => void = () => {};
  #reject: (error: Error) => void = () => {};

  /** With a name the statement is prepared once on each connection. */
  constructor(text: string, values: readonly unknown[], name: string | undefined) {
    this.text = text;
    this.values = values;
    this.name = name;
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
      stream.write(Buffer.concat([bind, EXECUTE_AND_SYNC]));
      return null;
    }
    if (name !== undefined) submittedNamedStatements[name] = text;
    stream.write(Buffer.concat([serialize.parse({ name: name ?? '', text }), bind, EXECUTE_AND_SYNC]));
    return null;
  }

  /** Called by the driver for each row. */
  handleDataRow({ fields }: DataRow): void {
    this.#rows.push(fields);
  }

  /** Called by the driver when all rows came. */
  handleReadyForQuery(): void {
    this.#resolve(this.#rows);
  }

  /** Called by the driver when the server or the connection failed. */
  handleError(error: Error): void {
    this.#reject(error);
  }

  /** Called by the driver: there is nothing to report, since `SELECT` has no count but its rows. */
  handleCommandComplete(): void {}

  /** Called by the driver after a statement without any text. */
  handleEmptyQuery(): void {}
}
