import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RequestSignal } from '../../src/kernel/abort-signal.ts';
import { ByteAccount } from '../../src/kernel/limits/byte-account.ts';
import { AnswerMemory } from '../../src/rpc/method/answer-memory.ts';
import type { RpcContext } from '../../src/rpc/method/context.ts';
import { loadState } from '../../src/rpc/methods/dumped-state.ts';
import { traceJson } from '../../src/rpc/objects/trace.ts';

/** Clock on which each reading is a millisecond after the one before, so that each step takes as long. */
let now = 0;
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now++);
});
afterEach(() => void vi.restoreAllMocks());

/** Context of a request that counts its turns. */
function countingContext() {
  const counted = { turns: 0 };
  const hold = new ByteAccount().open('a', () => undefined);
  const sliced = {
    memory: new AnswerMemory(hold, 100_000_000).part(),
    signal: new RequestSignal(),
    turn: async (): Promise<void> => {
      counted.turns += 1;
    },
  };
  return { counted, sliced };
}

const addressOf = (index: number): string => `0x${index.toString(16).padStart(40, 'a')}`;

it('parses a state of many small accounts in turns', async () => {
  const { counted, sliced } = countingContext();
  const accounts: Record<string, object> = {};
  for (let index = 0; index < 1_000; index++) accounts[addressOf(index)] = { balance: '0x1', nonce: 1 };
  accounts['0x12'] = {};
  const state = `0x${Buffer.from(JSON.stringify({ accounts })).toString('hex')}`;
  const answer = loadState.answer([state], sliced as unknown as RpcContext);
  await expect(answer).rejects.toThrow('Account 0x12 is not valid');
  expect(counted.turns).toBeGreaterThan(150);
});

it.each([
  ['used', false, 20_000],
  ['used before and changed', true, 20_000],
])('writes a trace of the accounts that an execution %s in turns', async (_name, diffMode, count) => {
  const { counted, sliced } = countingContext();
  const accounts = Array.from({ length: count }, (_, index) => ({ address: addressOf(index), nonce: 1 }));
  const post = accounts.map((account) => ({ ...account, nonce: 2 }));
  const trace = { pre: accounts, post };
  const written = await traceJson(sliced, trace, { kind: 'prestate' } as Parameters<typeof traceJson>[2], {
    diffMode,
  });
  const entries = (nonce: number) => Object.fromEntries(accounts.map(({ address }) => [address, { nonce }]));
  expect(JSON.parse(written.text)).toEqual(diffMode ? { pre: entries(1), post: entries(2) } : entries(1));
  expect(counted.turns).toBeGreaterThan(count / 1_000);
});
