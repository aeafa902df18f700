import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApi } from '../api/api-fixture.ts';
import { pick, startDemoApi } from '../client/demo-api.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('tikz-client.ts', import.meta.url));

let api: TestApi;
beforeAll(async () => {
  api = await startDemoApi();
});
afterAll(() => api?.close());

test('@tikz/hedera-mirror-node-ts parses every answer of its operations, and their links', async () => {
  const [topic = '', count = ''] = await pick(
    api,
    "select '0.0.' || (topic_id & 274877906943), count(*) from topic_message group by topic_id having count(*) > 3 limit 1",
  );
  const [token = '', serial = ''] = await pick(
    api,
    "select '0.0.' || (token_id & 274877906943), serial_number from nft where account_id is not null and deleted is not true limit 1",
  );
  const { stdout } = await run(process.execPath, ['--import', 'tsx', program, api.url, topic, token, serial]);
  const found = JSON.parse(stdout) as Record<string, unknown> & { transactions: string[]; history: number };
  expect(found).toMatchObject({
    accounts: expect.arrayContaining(['0.0.2', '0.0.3']),
    messages: [2, 3],
    more: Number(count) > 4 ? [4, 5] : [4],
    supply: { total_supply: '5000000000000000000' },
    contracts: 2,
    tokens: 2,
    token,
    nft: Number(serial),
  });
  expect(found.transactions.length).toBe(6);
  expect(new Set(found.transactions).size).toBe(6);
  expect([...found.transactions].sort()).toEqual(found.transactions);
  expect(found.history).toBeGreaterThan(0);
  expect(api.errors).toEqual([]);
});
