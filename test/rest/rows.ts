import type { Database } from '../../src/store/connections/database.ts';

/** Small rows for tests of the API, with only the relevant columns. */

/** Inserts rows given as objects. Missing columns get their defaults. */
export async function insert(
  database: Database,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  for (const row of rows) {
    const names = Object.keys(row);
    await database.pool.query(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
      Object.values(row),
    );
  }
}

/** Returns a block that ends at a time in seconds. */
export function block(number: number, end: number): Record<string, unknown> {
  const digit = (number % 16).toString(16);
  return {
    name: `block-${number}.rcd`,
    load_start: 0,
    load_end: 0,
    hash: digit.repeat(96),
    prev_hash: ((number + 15) % 16).toString(16).repeat(96),
    consensus_start: BigInt(end) * 1_000_000_000n - 1n,
    consensus_end: BigInt(end) * 1_000_000_000n,
    count: 1,
    digest_algorithm: 0,
    version: 6,
    file_hash: digit.repeat(96),
    index: number,
  };
}

/** Returns a transaction with defaults for irrelevant columns. */
export function transaction(
  consensus: bigint,
  payer: number,
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    consensus_timestamp: consensus,
    type: 14,
    result: 22,
    payer_account_id: payer,
    valid_start_ns: consensus - 1n,
    nonce: 0,
    ...more,
  };
}
