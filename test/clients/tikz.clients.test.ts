import { afterAll, beforeAll, expect, test } from 'vitest';
import { pick, startDemoApi } from '../client/demo-api.ts';
import type { TestApi } from '../rest/api-fixture.ts';
import { PACKAGES } from './packages.ts';
import { runClient } from './run-client.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startDemoApi();
});
afterAll(() => api?.close());

test.skipIf(PACKAGES === undefined)(
  '@tikz/hedera-mirror-node-ts parses every answer of its operations, and their links',
  async () => {
    const [topic = '', count = ''] = await pick(
      api,
      "select '0.0.' || (topic_id & 274877906943), count(*) from topic_message group by topic_id having count(*) > 3 limit 1",
    );
    const [token = '', serial = ''] = await pick(
      api,
      "select '0.0.' || (token_id & 274877906943), serial_number from nft where account_id is not null and deleted is not true limit 1",
    );
    const ids = { topic, token, serial: Number(serial) };
    const found = await runClient<Record<string, unknown> & { transactions: string[]; history: number }>(
      'tikz',
      api.url,
      ids,
    );
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
  },
);
