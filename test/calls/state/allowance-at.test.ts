import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseReader } from '../../../src/calls/state/database-reader.ts';
import { selectOn } from '../../../src/store/connections/select.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { insert } from '../../rest/rows.ts';

// Remaining allowance of tinybars after a transfer that also paid the owner a staking reward.

const [OWNER, SPENDER] = [2000n, 2001n];
let database: TestDatabase;

const moved = (at: number, amount: number, approved: boolean, payer = SPENDER) => ({
  entity_id: OWNER,
  amount,
  consensus_timestamp: at,
  payer_account_id: payer,
  is_approval: approved,
});

beforeAll(async () => {
  database = await createTestDatabase();
  const db = database.database;
  await insert(db, 'crypto_allowance', [
    {
      owner: OWNER,
      spender: SPENDER,
      payer_account_id: OWNER,
      amount_granted: 1_000,
      amount: 850,
      timestamp_range: '[100,)',
    },
  ]);
  // Transfers: 100 by the allowance; 50 with a reward of 7,000; a reward without a transfer, and one requested by the
  // owner.
  await insert(db, 'crypto_transfer', [
    moved(110, -100, true),
    moved(120, 6_950, false),
    moved(130, 300, false),
    moved(140, 200, false, OWNER),
  ]);
  await insert(
    db,
    'staking_reward_transfer',
    [
      [120, 7_000],
      [130, 300],
      [140, 900],
    ].map(([at, amount]) => ({
      account_id: OWNER,
      amount,
      consensus_timestamp: at,
      payer_account_id: SPENDER,
    })),
  );
});
afterAll(() => database?.drop());

describe('an allowance of tinybars', () => {
  it.each([
    [105, 1_000n],
    [110, 900n],
    [119, 900n],
    [120, 850n],
    [150, 850n],
  ])('equals at %i the remainder after its transfers', async (at, left) => {
    const reader = new DatabaseReader(selectOn(database.database.pool), { shard: 0n, realm: 0n }, BigInt(at));
    expect(await reader.cryptoAllowance(OWNER, SPENDER)).toBe(left);
  });
});
