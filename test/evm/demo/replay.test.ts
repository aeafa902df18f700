import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replays } from './replay.ts';

const SMALL = { signInner: false, failures: 0.1, population: { accounts: 30, tokens: 6, contracts: 10 } };
const CONTRACTS = { CONTRACTCALL: 900, ETHEREUMTRANSACTION: 600, CONTRACTCREATEINSTANCE: 30, FILECREATE: 20 };

/** What the first bytes of the data call. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  d09de08a: 'Counter.increment',
  a60a07b2: 'Counter.refuse',
  a0712d68: 'Coin.mint',
  a9059cbb: 'Coin.transfer',
  '095ea7b3': 'Coin.approve',
  d0e30db0: 'Vault.deposit',
  '2e1a7d4d': 'Vault.withdraw',
  c6dad082: 'Factory.make',
  b1a997ac: 'Factory.poke',
  '0c104d3e': 'Mover.move',
  '60806040': 'creation',
  fe00: 'creation from what is no code',
  '': 'tinybars alone',
};

test('the engine does with the real bytecode what the demo network recorded', {
  timeout: 240_000,
}, async () => {
  const seen = new Map<string, number>();
  const ends = new Set<string>();
  for (const seed of [1, 4]) {
    for await (const { name, recorded, replayed } of replays({
      ...SMALL,
      seed,
      tps: 60,
      blocks: 14,
      mix: CONTRACTS,
    })) {
      expect(replayed, `seed ${seed}, ${name}`).toEqual(recorded);
      const called = FUNCTIONS[name.split(' ')[1] ?? ''] ?? name;
      seen.set(called, (seen.get(called) ?? 0) + 1);
      ends.add(recorded.end.split(' ')[0] ?? '');
    }
  }
  expect([...seen.keys()].sort()).toEqual(Object.values(FUNCTIONS).sort());
  expect([...ends].sort()).toEqual(['halt', 'output', 'revert']);
  expect([...seen.values()].reduce((sum, count) => sum + count)).toBeGreaterThan(1_200);
});

test('so it does in any history of the usual mix', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 40 }), async (seed) => {
      for await (const { name, recorded, replayed, at } of replays({ ...SMALL, seed, tps: 60, blocks: 12 })) {
        expect(replayed, `${at}, ${name}`).toEqual(recorded);
      }
    }),
    { numRuns: 4 },
  );
});
