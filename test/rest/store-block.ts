import type { Database } from '../../src/store/connections/database.ts';
import { block, insert } from './rows.ts';

/** Rows by table. */
export type BlockRows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** Stores a block of one second that ends at its number of seconds, with rows, and announces it like the ingest. */
export function storeBlock(database: Database, number: number, rows: BlockRows = {}): Promise<void> {
  return database.transaction(async (client) => {
    const inside = { pool: client } as unknown as Database;
    for (const [table, values] of Object.entries(rows)) await insert(inside, table, values);
    const start = BigInt(number - 1) * 1_000_000_000n + 1n;
    await insert(inside, 'record_file', [{ ...block(number, number), consensus_start: start }]);
    await client.query('select pg_notify($1, $2)', ['tain_block', `${number} ${number}000000000`]);
  });
}
