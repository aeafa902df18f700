import type pg from 'pg';
import { type ConnectionTarget, connectionConfig } from '../connections/database.ts';
import { RAW_TEXT, type TextRows } from '../connections/select.ts';
import { SessionClient } from '../connections/session-client.ts';
import type { Columns } from '../copy/column.ts';
import type { CopyBuffer } from '../copy/copy.ts';
import { copyChunks } from '../copy/send-copy.ts';

/** Runs statements: a connection, a pool, or a writer in another thread. */
export interface Queryable {
  query<Row extends object>(text: string, values?: unknown[]): Promise<StatementResult<Row>>;
}

export interface StatementResult<Row> {
  readonly rows: Row[];
  readonly rowCount: number | null;
}

/** One connection for bulk writing. Commands run in the order of the calls; callers need not wait for earlier ones. */
export interface Writer extends Queryable {
  /**
   * Runs a statement like `query`, but without parsing values. The server plans it once for a connection, not for the
   * values.
   */
  queryText(text: string, values?: unknown[]): Promise<TextRows>;
  /** Copies encoded rows into a table. Does nothing without rows. */
  copy<Row extends object>(table: string, rows: CopyBuffer<Row>): Promise<void>;
  /** Ends the connection, after all earlier commands. */
  end(): Promise<void>;
}

export interface WriterOptions {
  /** Name in pg_stat_activity. */
  readonly applicationName: string;
}

/** The connection of a writer. Commands are pipelined and answered in order. */
export class WriterConnection {
  private readonly client: pg.Client;
  /** Names of the prepared statements. */
  private readonly planned = new Map<string, string>();

  private constructor(client: pg.Client) {
    this.client = client;
  }

  static async open(target: ConnectionTarget, options: WriterOptions): Promise<WriterConnection> {
    const client = new SessionClient({
      ...connectionConfig(target),
      application_name: options.applicationName,
      pipeline: true,
    });
    await client.connect();
    return new WriterConnection(client);
  }

  async query(text: string, values: readonly unknown[]): Promise<StatementResult<object>> {
    const { rows, rowCount } = await this.client.query<object>(text, [...values]);
    return { rows, rowCount };
  }

  async queryText(text: string, values: readonly unknown[]): Promise<TextRows> {
    const name = this.planned.get(text) ?? `planned_${this.planned.size}`;
    this.planned.set(text, name);
    const config = { name, text, values: [...values], rowMode: 'array' as const, types: RAW_TEXT };
    return (await this.client.query<(string | null)[]>(config)).rows;
  }

  copy(table: string, columns: Columns, chunks: readonly Uint8Array[]): Promise<void> {
    return copyChunks(this.client, table, columns, chunks);
  }

  end(): Promise<void> {
    return this.client.end();
  }
}

/** Name of the constraint with the upper time bound of a table's rows while it is being partitioned. */
export const PARTITION_BOUND = 'tain__partition_bound';

/**
 * Creates the partitions for rows of these consensus times, both inclusive, where tables are partitioned by time. Must be
 * called before rows are stored, in their transaction.
 */
export async function ensureTimePartitions(client: Queryable, first: bigint, last: bigint): Promise<void> {
  await client.query('select tain.ensure_time_partitions($1, $2)', [first.toString(), last.toString()]);
}
