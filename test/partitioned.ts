import pg from 'pg';
import { type ConnectionTarget, connectionConfig } from '../src/store/connections/database.ts';
import { migrate } from '../src/store/migrate/migrate.ts';
import type { Partitioning, PartitionSize } from '../src/store/migrate/partition.ts';
import { PARTITION_COLUMN, TIME_PARTITIONED } from '../src/store/schema/time-partitions.ts';

/** Partitioning requested by `TAIN_PARTITIONS`. */
export function partitioningBy(size: PartitionSize | null): Partitioning {
  return { tables: TIME_PARTITIONED, column: PARTITION_COLUMN, size };
}

/** Partitions a database by time, as a start does. */
export async function partitionDatabase(
  target: ConnectionTarget,
  size: PartitionSize = 'month',
): Promise<void> {
  await migrate(target, { partitioning: partitioningBy(size) });
}

/** Partitions the tables at some times, which are equivalent to months. */
export async function partitionAt(target: ConnectionTarget, bounds: readonly bigint[]): Promise<void> {
  await partitionDatabase(target);
  const client = new pg.Client(connectionConfig(target));
  await client.connect();
  try {
    for (const table of TIME_PARTITIONED) {
      const { rows } = await client.query<{ name: string }>(
        'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass',
        [table],
      );
      for (const { name } of rows) await client.query(`alter table ${table} detach partition ${name}`);
      for (const [n, from] of ['minvalue', ...bounds].entries()) {
        await client.query(
          `create table ${table}_part${n} partition of ${table} for values from (${from}) to (${bounds[n] ?? 'maxvalue'})`,
        );
      }
      for (const { name } of rows) {
        await client.query(`insert into ${table} select * from ${name}`);
        await client.query(`drop table ${name}`);
      }
      await client.query(`analyze ${table}`);
    }
  } finally {
    await client.end();
  }
}

/** The partitions of each table, by name. */
export async function partitionsOf(target: ConnectionTarget): Promise<Record<string, string[]>> {
  const client = new pg.Client(connectionConfig(target));
  await client.connect();
  try {
    const { rows } = await client.query<{ parent: string; parts: string[] }>(
      `select t as parent, array(select inhrelid::regclass::text from pg_inherits where inhparent = t::regclass order by 1) as parts
       from unnest($1::text[]) t`,
      [TIME_PARTITIONED],
    );
    return Object.fromEntries(rows.map(({ parent, parts }) => [parent, parts]));
  } finally {
    await client.end();
  }
}
