import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startDemoApi } from '../../client/demo-api.ts';
import { readPages, startTestApi, type TestApi } from '../api-fixture.ts';
import { noteStatements } from '../statement-work.ts';
import { HiddenBlocks } from './hidden-blocks.ts';
import { readStream } from './stream-reader.ts';

// Many accounts are followed. Each block is read once for all of them, and each stream receives the items of its list.

const BLOCKS_AT_FIRST = 5;

let demo: TestApi;
let api: TestApi;
let ledger: HiddenBlocks;
let accounts: readonly string[];
beforeAll(async () => {
  demo = await startDemoApi();
  const { rows } = await demo.database.pool.query<{ id: string }>(
    `select '0.0.' || id as id
      from (
        select payer_account_id as id from transaction
        union all select entity_id from crypto_transfer
        union all select account_id from token_transfer
        union all select entity_id from entity_transaction
      ) s
      where id is not null group by id order by count(*) desc limit 60`,
  );
  accounts = rows.map(({ id }) => id);
  ledger = await HiddenBlocks.behind(demo.database, BLOCKS_AT_FIRST);
  const settings = {
    eventStreams: 500,
    eventStreamsPerClient: 500,
    eventStreamHeartbeatMs: 100,
    eventStreamStallTimeoutMs: 60_000,
  };
  api = await startTestApi({ settings, clock: Date.now, database: demo.database });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await api?.close();
  await demo?.close();
});

test('a block is read once for many accounts, and each stream gets the items of its list', async () => {
  expect(accounts.length).toBeGreaterThan(20);
  const first = accounts[0] ?? '';
  const queries = [
    ...accounts.map((id) => `account.id=${id}`),
    `account.id=${first}&account.id=${accounts[1]}`,
    // Filters whose rows do not depend on the account alone.
    `account.id=${first}&type=credit`,
    `account.id=${first}&result=success`,
    `account.id=${first}&transactiontype=CRYPTOTRANSFER`,
    `account.id=ne:${first}`,
    `account.id=gte:${first}`,
  ];
  const from = ledger.blocks[BLOCKS_AT_FIRST - 1]?.end ?? 0n;
  const cursor = `${from / 1_000_000_000n}.${String(from % 1_000_000_000n).padStart(9, '0')}`;
  const lastBlock = Number(ledger.blocks.at(-1)?.number);
  let current = 0;
  /** Last block of each stream. */
  const reached = queries.map(() => -1);
  const followed = queries.map(async (query, index) => {
    const stream = await readStream(`${api.url}/api/v1/transactions/stream?${query}&cursor=${cursor}`);
    const events: unknown[] = [];
    for (let seen = false; ; ) {
      const frame = await stream.next();
      if (frame === undefined) throw new Error(`${query}: the stream ended early`);
      if (frame.kind === 'message') events.push(frame.data);
      if (frame.kind !== 'progress') continue;
      if (!seen) current += 1;
      seen = true;
      const { block } = frame.data as { block: number | null };
      reached[index] = block ?? -1;
      if (block !== lastBlock) continue;
      stream.leave();
      return events;
    }
  });
  const all = Promise.all(followed);
  all.catch(() => undefined);
  await Promise.race([expect.poll(() => current).toBe(queries.length), all]);
  const executed = noteStatements();
  let shown = 0;
  while (!ledger.isOver) {
    await ledger.show();
    shown += 1;
    // A stream that is behind reads blocks by itself.
    const block = Number(ledger.blocks[BLOCKS_AT_FIRST - 1 + shown]?.number);
    await expect
      .poll(() => Math.min(...reached), { timeout: 20_000, interval: 5 })
      .toBeGreaterThanOrEqual(block);
  }
  const given = await all;
  const statements = executed.filter(({ text }) => text.includes('transaction')).length;
  vi.restoreAllMocks();
  const list = (query: string) =>
    readPages(
      api,
      `/api/v1/transactions?order=asc&limit=100&timestamp=gt:${cursor}&${query}`,
      'transactions',
    );
  for (const [i, query] of queries.entries()) {
    expect(given[i], query).toEqual((await list(query)).flat());
  }
  expect(given.flat().length).toBeGreaterThan(1_000);
  // Statements per block: one for each filter that is read separately, and up to five for all accounts together (their
  // transactions and rows, in at most two pages).
  expect(statements).toBeLessThan(shown * (queries.length - accounts.length + 5));
});
