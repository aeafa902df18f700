import pg from 'pg';
import type { Row } from './answer/field.ts';

/** What the driver hands over for each row: the columns as PostgreSQL wrote them. */
interface DataRow {
  readonly fields: Row;
}

/**
 * A query whose rows stay as the driver reads them from the wire: arrays of text. The driver's own
 * query would look up a parser for each column, copy each row, and emit an event for it.
 */
export class RowsQuery extends pg.Query {
  readonly #rows: Row[] = [];

  constructor(text: string, values: readonly unknown[], name: string | undefined) {
    super({ text, values: [...values], ...(name === undefined ? {} : { name }) });
  }

  /** Called by the driver; the columns' names and types are known from the statement. */
  handleRowDescription(): void {}

  /** Called by the driver for each row. */
  handleDataRow({ fields }: DataRow): void {
    this.#rows.push(fields);
  }

  /** Runs it on a connection. */
  select(client: pg.PoolClient): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.on('error', reject);
      this.on('end', () => resolve(this.#rows));
      client.query(this);
    });
  }
}
