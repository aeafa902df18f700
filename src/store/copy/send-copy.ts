import pg from 'pg';
import type { Columns } from './column.ts';
import { type CopyBuffer, quoteName } from './copy.ts';

/** Frontend messages of PostgreSQL's protocol: a type, and the length of the message including the length field. */
const COPY_DATA = 0x64;
const LENGTH_BYTES = 4;
const COPY_DONE = Buffer.from([0x63, 0, 0, 0, LENGTH_BYTES]);

/**
 * `COPY … FROM STDIN` and all of its rows, sent right after the statement. On a connection with `pipeline` the server
 * finds the next statement when it finishes this one, so it never waits for us. After a refused row it discards the
 * other rows (PostgreSQL's protocol, "COPY Operations").
 */
class CopyIn extends pg.Query {
  constructor(text: string, chunks: readonly Uint8Array[], done: (error: Error | undefined) => void) {
    super(text, done);
    this.submit = (connection) => {
      const { stream } = connection;
      stream.cork();
      connection.query(text);
      for (const chunk of chunks) {
        const head = Buffer.alloc(1 + LENGTH_BYTES, COPY_DATA);
        head.writeUInt32BE(LENGTH_BYTES + chunk.length, 1);
        stream.write(head);
        stream.write(chunk);
      }
      stream.write(COPY_DONE);
      stream.uncork();
    };
  }

  /** The driver's method would refuse to copy, because the rows are already sent. */
  handleCopyInResponse(): void {}
}

/**
 * Copies encoded rows into a table. The rows must not change until the promise resolves. Rejects when the server
 * refuses a row; the transaction must then be rolled back.
 */
export async function copyRows<Row extends object>(
  client: pg.ClientBase,
  table: string,
  rows: CopyBuffer<Row>,
): Promise<void> {
  if (rows.rows > 0) await copyChunks(client, table, rows.columns, [...rows.stream()]);
}

/** Copies chunks of a COPY stream like `copyRows`. */
export function copyChunks(
  client: pg.ClientBase,
  table: string,
  columns: Columns,
  chunks: readonly Uint8Array[],
): Promise<void> {
  const names = Object.keys(columns).map(quoteName).join(', ');
  const text = `copy ${quoteName(table)} (${names}) from stdin (format binary)`;
  return new Promise((resolve, reject) => {
    client.query(new CopyIn(text, chunks, (error) => (error ? reject(error) : resolve())));
  });
}
