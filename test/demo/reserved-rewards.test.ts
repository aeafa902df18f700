import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountId, long } from '../../packages/network-simulator/src/ledger/ids.ts';
import { dayOf } from '../../packages/network-simulator/src/ledger/ledger.ts';
import { nodeStakeUpdate } from '../../packages/network-simulator/src/ledger/staking.ts';
import { hbarTransfer } from '../../packages/network-simulator/src/ledger/transfer-hbar.ts';
import { tries } from '../effort.ts';
import { KEY, World } from './rules/world.ts';

const DAY = 86_400_000_000_000n;
const HBAR = 100_000_000n;
const REWARDS = 800;

/** A change during a day: of an account by its index. */
const change = fc.record({
  kind: fc.constantFrom('transfer', 'node', 'decline', 'accept'),
  account: fc.nat(2),
  amount: fc.integer({ min: 1, max: 200 }),
});

test('the reserved rewards are the sum of those that accounts have not received', async () => {
  const days = fc.array(fc.array(change, { maxLength: 3 }), { minLength: 4, maxLength: 12 });
  let most = 0n;
  await fc.assert(
    fc.asyncProperty(days, async (history) => {
      const w = new World();
      const accounts: number[] = [];
      for (const key of [KEY.alice, KEY.bob, KEY.carol]) {
        accounts.push(await w.account(key, { stakedNodeId: long(1) }));
      }
      await w.done(
        hbarTransfer([
          [2, -300_000_000n * HBAR],
          [REWARDS, 300_000_000n * HBAR],
        ]),
      );
      /** Stake at the beginning of the day, and reward of the days before it, in tinybars, by account. */
      let stakes = new Map<number, { stake: bigint; pending: bigint }>();
      for (const changes of history) {
        for (const { kind, account, amount } of changes) {
          const num = accounts[account] ?? 0;
          const signers = [[KEY.alice, KEY.bob, KEY.carol][account] ?? 0];
          const update = { accountIDToUpdate: accountId(num) };
          if (kind === 'transfer') {
            await w.send(
              hbarTransfer([
                [2, -BigInt(amount) * HBAR],
                [num, BigInt(amount) * HBAR],
              ]),
            );
          } else if (kind === 'node') {
            await w.send({ cryptoUpdateAccount: { ...update, stakedNodeId: long(amount % 3) }, signers });
          } else {
            const declineReward = { value: kind === 'decline' };
            await w.send({ cryptoUpdateAccount: { ...update, declineReward }, signers });
          }
        }
        w.at = w.at - (w.at % DAY) + DAY + 1n;
        const ended = dayOf(w.at) - 1;
        const { ledger } = w;
        const body = nodeStakeUpdate(ledger, w.at);
        const next = new Map<number, { stake: bigint; pending: bigint }>();
        for (const account of ledger.accounts.values()) {
          const former = stakes.get(account.num) ?? { stake: 0n, pending: 0n };
          const rate = ledger.rewardRate(ended, account.stakedNodeId);
          const earned = rate * (former.stake / HBAR);
          const isRewarded = account.stakedNodeId >= 0 && !account.declineReward;
          const pending =
            !isRewarded || account.stakePeriodStart >= ended
              ? 0n
              : account.stakePeriodStart === ended - 1
                ? earned
                : former.pending + earned;
          next.set(account.num, { stake: account.balance + account.stakedToMe, pending });
        }
        stakes = next;
        const sum = [...stakes.values()].reduce((total, { pending }) => total + pending, 0n);
        expect(BigInt(String(body.reservedStakingRewards))).toBe(sum);
        if (sum > most) most = sum;
      }
    }),
    { numRuns: tries(8) },
  );
  expect(most).toBeGreaterThan(0n);
}, 120_000);
