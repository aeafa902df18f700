import { afterAll, beforeAll, expect, it } from 'vitest';
import { DatabaseReader } from '../../../src/calls/state/database-reader.ts';
import { selectOn } from '../../../src/store/connections/select.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { insert } from '../../rest/rows.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const entity = (id: number, type: string, renewer: number) => ({
    id,
    num: id,
    shard: 0,
    realm: 0,
    type,
    created_timestamp: 1,
    auto_renew_account_id: renewer,
    timestamp_range: '[1,)',
  });
  await insert(database.database, 'entity', [
    entity(2000, 'ACCOUNT', 0),
    entity(2001, 'TOKEN', 0),
    entity(2002, 'TOKEN', 2000),
  ]);
  await insert(
    database.database,
    'token',
    [2001, 2002].map((id) => ({
      token_id: id,
      created_timestamp: 1,
      decimals: 0,
      freeze_status: 0,
      kyc_status: 0,
      initial_supply: 0,
      name: 'Coin',
      symbol: 'C',
      treasury_account_id: 2000,
      timestamp_range: '[1,)',
    })),
  );
});
afterAll(() => database?.drop());

it('an account that was removed (0.0.0) renews nothing in calls', async () => {
  const reader = new DatabaseReader(selectOn(database.database.pool), { shard: 0n, realm: 0n });
  const renewerOf = async (id: bigint) => (await reader.token(id))?.autoRenewAccount;
  expect([await renewerOf(2001n), await renewerOf(2002n)]).toEqual([undefined, 2000n]);
  expect((await reader.account(2000n))?.autoRenewAccount).toBeUndefined();
});
