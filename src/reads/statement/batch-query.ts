import type { Socket } from 'node:net';
import type pg from 'pg';
import { serialize } from 'pg-protocol';
import { parameterOf } from './statement-parameter.ts';

/** A short statement that goes out together with others, and its rows once they all have run. */
export interface BatchStatement {
  readonly name: string;
  readonly text: string;
  /** The message that gives the values. */
  readonly bind: Buffer;
  readonly rows: (string | null)[][];
}

/** Makes a statement ready for a batch. Throws a `TypeError` for a value that no statement of ours holds. */
export function batchStatement(name: string, text: string, values: readonly unknown[]): BatchStatement {
  const bind = serialize.bind({ statement: name, values: values as unknown[], valueMapper: parameterOf });
  return { name, text, bind, rows: [] };
}

/** What of the driver's connection a query of one's own needs: not all of it is in its types. */
interface DriverConnection {
  readonly stream: Socket;
  readonly parsedStatements: Readonly<Record<string, string>>;
  readonly submittedNamedStatements: Record<string, string>;
}

const EXECUTE = serialize.execute();
const SYNC = serialize.sync();

/** The messages that run a prepared statement without parameters. */
function runOf(name: string): Buffer {
  return Buffer.concat([serialize.bind({ statement: name }), EXECUTE]);
}

/** Names of statements without parameters that the connection has prepared: the batch begins and ends with them. */
export interface BatchFrame {
  readonly begin: string;
  readonly end: string;
}

/**
 * Several short statements in one write and one implicit transaction, so that their answers come in one piece, too. When
 * one fails, those after it have no rows, and nothing tells the block of the others.
 */
export class BatchQuery implements pg.Submittable {
  readonly #statements: readonly BatchStatement[];
  readonly #frame: BatchFrame;
  /** The statement whose answer comes next; -1 while that is the frame's first one. */
  #at = -1;
  #resolve: () => void = () => {};
  #reject: (error: Error) => void = () => {};
  /** The first row of the statement that ends the batch. */
  last: (string | null)[] | undefined;
  /** Whether it has the connection prepare some: after a failure it is not known which of them are. */
  prepares = false;

  constructor(statements: readonly BatchStatement[], frame: BatchFrame) {
    this.#statements = statements;
    this.#frame = frame;
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
    const messages = [runOf(this.#frame.begin)];
    for (const { name, text, bind } of this.#statements) {
      if (!(name in parsedStatements || name in submittedNamedStatements)) {
        submittedNamedStatements[name] = text;
        this.prepares = true;
        messages.push(serialize.parse({ name, text }));
      }
      messages.push(bind, EXECUTE);
    }
    messages.push(runOf(this.#frame.end), SYNC);
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

  /** Called by the driver after a statement without any text, which none of ours is. */
  handleEmptyQuery(): void {
    this.#at++;
  }
}
