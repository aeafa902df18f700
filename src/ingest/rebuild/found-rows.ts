import type pg from 'pg';
import { inTransaction } from '../../store/connections/distributed-reading.ts';
import { RAW_TEXT } from '../../store/connections/select.ts';
import { requireNonePrepared } from '../load/prepared.ts';

/** The connections of a rebuild. */
export interface RebuildConnections {
  /** The connection that writes. */
  readonly client: pg.ClientBase;
  /** Connection that reads tables on several servers as if they were on one (`createJoinViews`); null: `client` reads. */
  readonly reads: pg.ClientBase | null;
}

/** Rows that a query finds, which a statement then writes. */
export interface FoundRows {
  readonly select: string;
  readonly values: readonly string[];
  /** Columns of the query's rows, each with its type. */
  readonly columns: Readonly<Record<string, string>>;
}

/** Maximum number of rows that one statement writes when another one found them. */
const CHUNK_ROWS = 5_000;

/**
 * Writes the rows of a query and returns their number. `statementOf` makes the statement for a FROM item with these
 * rows. One server finds and writes them in the same statement. Several servers refuse most joins in a write, so the
 * rows are read to this process and written back by key.
 */
export async function writeFound(
  { client, reads }: RebuildConnections,
  { select, values, columns }: FoundRows,
  statementOf: (rows: string) => string,
): Promise<number> {
  if (reads === null) {
    const { rowCount } = await client.query(statementOf(`(${select})`), [...values]);
    return rowCount ?? 0;
  }
  const types = Object.values(columns).map((type, i) => `$${i + 1}::${type}[]`);
  const text = statementOf(
    `(select * from unnest(${types.join(', ')}) as r (${Object.keys(columns).join(', ')}))`,
  );
  let count = 0;
  await inTransaction(reads, async () => {
    const names = Object.keys(columns).join(', ');
    await reads.query(`declare found no scroll cursor for select ${names} from (${select}) f`, [...values]);
    for (;;) {
      const query = {
        text: `fetch ${CHUNK_ROWS} from found`,
        rowMode: 'array' as const,
        types: RAW_TEXT,
      };
      const { rows } = (await reads.query(query)) as { rows: (string | null)[][] };
      if (rows.length === 0) return;
      const written = await client.query(
        text,
        types.map((_, i) => rows.map((row) => row[i] ?? null)),
      );
      count += written.rowCount ?? 0;
    }
  });
  return count;
}

/**
 * Runs `inTransaction` on the writing connection. On several servers, its commit is complete on all of them afterwards.
 */
export async function inSettledTransaction(
  { client, reads }: RebuildConnections,
  work: () => Promise<void>,
): Promise<void> {
  await inTransaction(client, work);
  if (reads !== null) await requireNonePrepared(client);
}
