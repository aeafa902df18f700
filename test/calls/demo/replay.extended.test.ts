import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tries } from '../../effort.ts';
import { executions, nameOf, requestOf } from './history.ts';
import { recordedEffects } from './recorded.ts';
import { replay } from './replay.ts';
import { opinionOf } from './twins/run-twin.ts';

const SMALL = { signInner: false, failures: 0.1, population: { accounts: 30, tokens: 6, contracts: 10 } };
const CONTRACTS = { CONTRACTCALL: 900, ETHEREUMTRANSACTION: 600, CONTRACTCREATEINSTANCE: 30, FILECREATE: 20 };

/** Names of functions by the first bytes of the data. */
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

/** Executes a history's contract transactions again and compares both results with the network's records. */
async function check(
  options: Parameters<typeof executions>[0],
  seen?: (called: string, end: string) => void,
): Promise<void> {
  for (const execution of await executions(options)) {
    const { history, item, index } = execution;
    const name = nameOf(item, requestOf(execution));
    const recorded = recordedEffects(history, item, index);
    expect(await replay(execution), `seed ${options.seed}, ${item.at}, ${name}: replay`).toEqual(recorded);
    const { balances: _, ...known } = recorded;
    expect(opinionOf(execution), `seed ${options.seed}, ${item.at}, ${name}: twin`).toEqual(known);
    seen?.(FUNCTIONS[name.split(' ')[1] ?? ''] ?? name, recorded.end.split(' ')[0] ?? '');
  }
}

test('a replay and hand-written twins match the record of the demo network', {
  timeout: 120_000,
}, async () => {
  const seen = new Map<string, number>();
  const ends = new Set<string>();
  for (const seed of [1, 4]) {
    await check({ ...SMALL, seed, tps: 60, blocks: 14, mix: CONTRACTS }, (called, end) => {
      seen.set(called, (seen.get(called) ?? 0) + 1);
      ends.add(end);
    });
  }
  expect([...seen.keys()].sort()).toEqual(Object.values(FUNCTIONS).sort());
  expect([...ends].sort()).toEqual(['halt', 'output', 'revert']);
  expect([...seen.values()].reduce((sum, count) => sum + count)).toBeGreaterThan(1_200);
});

test('a replay and the twins match random histories of the usual mix', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 40 }), (seed) =>
      check({ ...SMALL, seed, tps: 60, blocks: 12 }),
    ),
    // A contract of seed 6 gets a staking reward with its first call of a day.
    { examples: [[6]], numRuns: 1 + tries(1) },
  );
});
