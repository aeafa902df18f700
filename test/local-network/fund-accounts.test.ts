import { afterAll, beforeAll, expect, test } from 'vitest';
import { fundAccounts } from '../../src/local-network/fund-accounts.ts';
import { parseAccounts } from '../../src/local-network/local-accounts.ts';
import { type StillNetwork, stillNetwork } from '../demo/node/still-network.ts';

let still: StillNetwork;
beforeAll(async () => {
  still = await stillNetwork();
  // Transfers are valid by the wall clock.
  still.pass(Math.ceil((Date.now() - Number(still.node.now() / 1_000_000n)) / 1_000));
});
afterAll(() => still.remove());

/** Runs `work` while the network makes blocks of what was sent. */
async function withBlocks<T>(work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const running = work().finally(() => {
    isOver = true;
  });
  running.catch(() => undefined);
  while (!isOver) {
    await still.block();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return running;
}

test('accounts of every kind are created with their balances, and a restart pays nothing twice', async () => {
  const ecdsa = (n: number) => ({ privateKey: n.toString(16).padStart(64, '0'), balance: n });
  const entries = [
    ...Array.from({ length: 10 }, (_, i) => ecdsa(i + 1)),
    { privateKey: '11'.repeat(32), type: 'ED25519', balance: '0.5' },
    { evmAddress: '0xabcdef0000000000000000000000000000000001', balance: 7 },
  ];
  const accounts = parseAccounts(JSON.stringify(entries), 'The file');
  const { ledger } = still.network;
  const treasury = ledger.accounts.need(2).balance;
  const funded = await withBlocks(() => fundAccounts(still.node, accounts));
  const rows = funded.map(({ num }) => ledger.accounts.need(num));
  expect(rows.map(({ balance }) => balance)).toEqual(accounts.map(({ tinybars }) => tinybars));
  expect(new Set(rows).size).toBe(entries.length);
  expect(rows.map(({ key, hollow }) => [key !== null, hollow])).toEqual([
    ...Array.from({ length: 11 }, () => [true, false]),
    [false, true],
  ]);
  const paid = treasury - ledger.accounts.need(2).balance;
  expect(paid).toBe(accounts.reduce((sum, { tinybars }) => sum + tinybars, 0n));

  const again = await withBlocks(() => fundAccounts(still.node, accounts));
  expect(again).toEqual(funded);
  expect(treasury - ledger.accounts.need(2).balance).toBe(paid);
});
