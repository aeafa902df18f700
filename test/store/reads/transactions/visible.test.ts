import { afterAll, beforeAll, expect, test } from 'vitest';
import { visibleTransactions } from '../../../../src/store/reads/transactions/visible.sql.ts';
import { createTestDatabase, type TestDatabase } from '../../../database.ts';
import { insert, transaction } from '../../../rest/rows.ts';

let made: TestDatabase;
const HASHES = Array.from({ length: 6 }, (_, index) => Buffer.alloc(32, index * 41 + 1));
const ID = (payer: number, second: number) => ({
  payer: BigInt(payer),
  validStart: BigInt(second) * 1_000_000_000n,
});
beforeAll(async () => {
  made = await createTestDatabase();
  const at = (second: number) => BigInt(second) * 1_000_000_000n;
  await insert(made.database, 'transaction', [
    // Consensus times a little before the valid start, right after it, and half an hour later.
    transaction(at(100) - 999_999_999n, 2, { valid_start_ns: at(100) }),
    transaction(at(200) + 5n, 2, { valid_start_ns: at(200) }),
    transaction(at(200) + 6n, 2, { valid_start_ns: at(200), nonce: 1 }),
    transaction(at(300 + 2_100), 3, { valid_start_ns: at(300) }),
    // Later, because the time of a local network was set ahead.
    transaction(at(500 + 9_000), 3, { valid_start_ns: at(500) }),
    // A later execution of a schedule has the same id, but does not make it visible by itself.
    transaction(at(400 + 9_000), 3, { valid_start_ns: at(400), scheduled: true }),
  ]);
  await insert(made.database, 'transaction_hash', [
    { consensus_timestamp: at(200) + 5n, hash: HASHES[0], hash_suffix: Buffer.alloc(16, 1) },
    { consensus_timestamp: at(200) + 6n, hash: Buffer.concat([HASHES[1] as Buffer, Buffer.alloc(16)]) },
    { consensus_timestamp: at(300), hash: HASHES[2] },
  ]);
  await insert(made.database, 'contract_transaction_hash', [
    {
      consensus_timestamp: at(300),
      hash: HASHES[3],
      payer_account_id: 2,
      entity_id: 2,
      transaction_result: 22,
    },
  ]);
});
afterAll(() => made?.drop());

async function positionsOf(...query: Parameters<typeof visibleTransactions>): Promise<number[]> {
  const { text, values } = visibleTransactions(...query);
  const { rows } = await made.database.pool.query<unknown[]>({ text, values: [...values], rowMode: 'array' });
  return rows.map(([position]) => Number(position)).sort((one, other) => one - other);
}

test('visible transactions by id and by hash', async () => {
  const ids = [ID(2, 100), ID(3, 100), ID(2, 200), ID(3, 300), ID(3, 400), ID(2, 999), ID(3, 500)];
  expect(await positionsOf(ids, HASHES)).toEqual([1, 3, 4, 7, 8, 9, 10, 11]);
  expect(await positionsOf(ids, [])).toEqual([1, 3, 4, 7]);
  expect(await positionsOf([], HASHES)).toEqual([1, 2, 3, 4]);
});

test('each is found by a descent of the index of its partition', async () => {
  const { text, values } = visibleTransactions([ID(2, 100), ID(2, 200)], HASHES.slice(0, 1));
  const client = await made.database.pool.connect();
  try {
    await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off');
    const { rows } = await client.query<[string]>({
      text: `explain (analyze, costs off, timing off, summary off) ${text}`,
      values: [...values],
      rowMode: 'array',
    });
    const plan = rows.map(([line]) => line);
    const scans = plan.filter((line) => / on (transaction|contract_transaction)/.test(line));
    expect(scans.filter((line) => !line.includes('Index'))).toEqual([]);
    // One partition of hashes is scanned for a hash.
    const hashes = scans.filter((line) => /transaction_hash_\d\d/.test(line));
    expect(hashes.filter((line) => !line.includes('never executed'))).toHaveLength(1);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
