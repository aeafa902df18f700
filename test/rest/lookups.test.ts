import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ReadServers } from '../../src/store/reads/servers/read-servers.ts';
import { startTestApi, type TestApi } from './api-fixture.ts';
import { block, insert } from './rows.ts';

/** Concurrent lookups are sent together, but a lookup that waits must not delay the others. */

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  await insert(
    api.database,
    'record_file',
    Array.from({ length: 6 }, (_, index) => block(index, 100 + index)),
  );
});
afterAll(() => api?.close());

const statusOf = async (path: string) => (await api.get(`/api/v1/${path}`)).status;
const blocks = () => Promise.all([0, 1, 2, 3, 4, 5].map((number) => statusOf(`blocks/${number}`)));
const GOOD = [200, 200, 200, 200, 200, 200];
const SCHEDULE = 'schedules/0.0.7';

it('a lookup that waits for a lock delays no other one, and is answered when the lock is released', async () => {
  // Each statement runs often enough to be prepared.
  for (let count = 0; count < 4; count++)
    expect([await statusOf(SCHEDULE), await statusOf('blocks/1')]).toEqual([404, 200]);
  const holder = await api.database.pool.connect();
  try {
    await holder.query('begin; lock table schedule in access exclusive mode');
    let answered = 0;
    const waiting = [1, 2].map(() =>
      statusOf(SCHEDULE).finally(() => {
        answered += 1;
      }),
    );
    for (let count = 0; count < 3; count++) expect(await blocks()).toEqual(GOOD);
    expect(answered).toBe(0);
    await holder.query('rollback');
    expect(await Promise.all(waiting)).toEqual([404, 404]);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect(await Promise.all([blocks(), statusOf(SCHEDULE)])).toEqual([GOOD, 404]);
  expect(api.errors).toEqual([]);
});

const SHORT_PAGES = {
  'accounts/0.0.7/tokens': 'token_account',
  'accounts/0.0.7/nfts': 'nft',
  'accounts/0.0.7/allowances/crypto': 'crypto_allowance',
  'accounts/0.0.7/allowances/tokens': 'token_allowance',
  'accounts/0.0.7/rewards': 'staking_reward_transfer',
  blocks: 'record_file',
  'contracts/0.0.7/state': 'contract_state',
  'topics/0.0.7/messages': 'topic_message',
};

it('short pages are sent with concurrent lookups', async () => {
  const log = pino({ level: 'silent' });
  const servers = new ReadServers({ primary: api.database, replicas: [], maxLagMs: 1_000, log });
  let lookups: string[] = [];
  const lookup = servers.primary.lookup.bind(servers.primary);
  servers.primary.lookup = (statement, values) => {
    lookups.push(statement.text);
    return lookup(statement, values);
  };
  const own = await startTestApi({ servers });
  try {
    for (const [path, table] of Object.entries(SHORT_PAGES)) {
      lookups = [];
      await own.get(`/api/v1/${path}`);
      expect(
        lookups.filter((text) => new RegExp(`from ${table}\\b`).test(text)),
        path,
      ).toHaveLength(1);
    }
  } finally {
    await own.close();
    await servers.close();
  }
});
