import type { proto } from '@tain/protos/hapi';
import { validStartOf } from './draft.ts';
import type { Account } from './entities.ts';
import type { Execution } from './execution.ts';
import { STAKING_REWARD } from './fees.ts';
import { accountId, long, timestamp } from './ids.ts';
import { dayOf, type Ledger } from './ledger.ts';
import type { StreamItem } from './recorded-item.ts';
import { syntheticItem } from './stream-item.ts';

const TINYBARS_PER_HBAR = 100_000_000n;

/** Returns the unpaid reward of an account up to a day (since 1970), in tinybars. */
export function pendingReward(ledger: Ledger, account: Readonly<Account>, today: number): bigint {
  if (account.stakedNodeId < 0 || account.declineReward || account.deleted) return 0n;
  if (account.stakePeriodStart < 0 || account.stakePeriodStart >= today - 1) return 0n;
  const node = ledger.nodes.get(account.stakedNodeId);
  if (node === undefined || node.deleted) return 0n;
  const from = account.stakePeriodStart + 1;
  let reward = 0n;
  for (let day = from; day < today; day++) {
    // Rewards of the first day use the balance at its start. The balance has not changed on the days after.
    const balance =
      day === from && account.balanceDay === from ? account.balanceAtDayStart : balanceBefore(account, today);
    const stake = (balance + account.stakedToMe) / TINYBARS_PER_HBAR;
    reward += stake * ledger.rewardRate(day, node.id);
  }
  return reward;
}

/** Returns the balance before today's changes. */
function balanceBefore(account: Readonly<Account>, today: number): bigint {
  return account.balanceDay === today ? account.balanceAtDayStart : account.balance;
}

/** Pays the due rewards of every account whose balance the transaction changes, from 0.0.800. */
export function payStakingRewards(x: Execution): void {
  for (const { account } of x.hbar.list()) payReward(x, account);
}

/** Pays the due rewards of one account, from 0.0.800. */
export function payReward(x: Execution, num: number): void {
  const { ledger } = x;
  const today = dayOf(x.at);
  const account = ledger.accounts.need(num);
  if (account.stakedNodeId < 0 || account.stakePeriodStart >= today - 1) return;
  const reward = pendingReward(ledger, account, today);
  if (reward === 0n || reward > ledger.accounts.need(STAKING_REWARD).balance) return;
  ledger.accounts.edit(num).stakePeriodStart = today - 1;
  const counters = ledger.counters.edit(0);
  counters.reservedRewards = counters.reservedRewards > reward ? counters.reservedRewards - reward : 0n;
  x.addHbar(STAKING_REWARD, -reward);
  x.addHbar(num, reward);
  x.record.paidStakingRewards ??= [];
  x.record.paidStakingRewards.push({ accountID: accountId(num), amount: long(reward) });
}

const MAX_STAKE = 45_000_000_000_000_000n;
const MIN_STAKE = 1_000_000_000_000n;
const REWARD_THRESHOLD = 8_500_000_000_000_000n;
const START_THRESHOLD = 25_000_000_000_000_000n;
const MAX_STAKE_REWARDED = 650_000_000_000_000_000n;
const MAX_RATE = 17_808n;
const FOUNDING_NODES = 4;
/** Initial weight of each founding node, so that its signature counts before any account stakes to it. */
const FIRST_STAKE = 1_000_000_000_000_000n;

/**
 * Ends a staking period at its last instant and publishes stakes and reward rates (HIP-406). `at` is
 * the consensus time of the record, already in the next period; rates are tinybars for each hbar.
 */
export function nodeStakeUpdate(ledger: Ledger, at: bigint): proto.INodeStakeUpdateTransactionBody {
  const today = dayOf(at);
  const first = ledger.counter.stakingDay < 0;
  const pool = ledger.accounts.need(STAKING_REWARD).balance;
  const rate = rateOf(pool, ledger);
  if (!first)
    for (const node of [...ledger.nodes.values()])
      if (!node.deleted) ledger.rewardRates.put(`${today - 1}:${node.id}`, { rate });
  // Rewards of the period that ended are of its own stakes, not of those of the period that begins.
  const reserved = sumPendingRewards(ledger, today);
  sumStakes(ledger);
  const nodeStake: proto.INodeStake[] = [];
  let rewarded = 0n;
  for (const node of [...ledger.nodes.values()]) {
    if (node.deleted) continue;
    rewarded += node.stakeRewarded;
    ledger.nodes.edit(node.id).rewardRate = first ? 0n : rate;
    nodeStake.push({
      nodeId: long(node.id),
      maxStake: long(MAX_STAKE),
      minStake: long(MIN_STAKE),
      rewardRate: long(first ? 0n : rate),
      stake: long(node.stake),
      stakeNotRewarded: long(node.stakeNotRewarded),
      stakeRewarded: long(node.stakeRewarded),
    });
  }
  const counters = ledger.counters.edit(0);
  counters.stakingDay = today;
  counters.reservedRewards = reserved;
  return {
    endOfStakingPeriod: timestamp(BigInt(today) * 86_400_000_000_000n - 1n),
    nodeStake,
    maxStakingRewardRatePerHbar: long(MAX_RATE),
    nodeRewardFeeFraction: { numerator: long(10), denominator: long(100) },
    stakingPeriodsStored: long(365),
    stakingPeriod: long(1440),
    stakingRewardFeeFraction: { numerator: long(10), denominator: long(100) },
    stakingStartThreshold: long(START_THRESHOLD),
    stakingRewardRate: long(first ? 0n : (rewarded / TINYBARS_PER_HBAR) * rate),
    reservedStakingRewards: long(counters.reservedRewards),
    unreservedStakingRewardBalance: long(
      pool > counters.reservedRewards ? pool - counters.reservedRewards : 0n,
    ),
    rewardBalanceThreshold: long(REWARD_THRESHOLD),
    maxStakeRewarded: long(MAX_STAKE_REWARDED),
    maxTotalReward: long(first ? 0n : (rewarded / TINYBARS_PER_HBAR) * rate),
  };
}

/** Returns the reward rate: the full rate once the reward account is full, a lower one before. */
function rateOf(pool: bigint, ledger: Ledger): bigint {
  const free = pool - ledger.counter.reservedRewards;
  if (free <= 0n) return 0n;
  return free >= REWARD_THRESHOLD ? MAX_RATE : (MAX_RATE * free) / REWARD_THRESHOLD;
}

/** Returns the unpaid rewards of all accounts up to a day (since 1970), in tinybars. */
function sumPendingRewards(ledger: Ledger, today: number): bigint {
  let sum = 0n;
  for (const account of ledger.accounts.values()) sum += pendingReward(ledger, account, today);
  return sum;
}

/** Computes the stakes of the period that begins, from the present balances. */
function sumStakes(ledger: Ledger): void {
  const toAccounts = new Map<number, bigint>();
  for (const account of ledger.accounts.values()) {
    if (account.deleted || account.stakedAccountId === 0) continue;
    toAccounts.set(
      account.stakedAccountId,
      (toAccounts.get(account.stakedAccountId) ?? 0n) + account.balance,
    );
  }
  const rewarded = new Map<number, bigint>();
  const notRewarded = new Map<number, bigint>();
  for (const account of ledger.accounts.values()) {
    const toMe = toAccounts.get(account.num) ?? 0n;
    if (account.stakedToMe !== toMe) ledger.accounts.edit(account.num).stakedToMe = toMe;
    if (account.deleted || account.stakedNodeId < 0) continue;
    const sums = account.declineReward ? notRewarded : rewarded;
    sums.set(account.stakedNodeId, (sums.get(account.stakedNodeId) ?? 0n) + account.balance + toMe);
  }
  for (const { id, deleted } of [...ledger.nodes.values()]) {
    if (deleted) continue;
    const node = ledger.nodes.edit(id);
    node.stakeRewarded = rewarded.get(id) ?? 0n;
    node.stakeNotRewarded = notRewarded.get(id) ?? 0n;
    const total = node.stakeRewarded + node.stakeNotRewarded;
    node.stake =
      total === 0n && id < FOUNDING_NODES
        ? FIRST_STAKE
        : total > MAX_STAKE
          ? MAX_STAKE
          : total < MIN_STAKE
            ? 0n
            : total;
  }
}

/**
 * Creates the record that ends a staking period. It precedes the first transaction of the new day (consensus time
 * `trigger`, payer `payer`), and looks as if that transaction had caused it.
 */
export function periodEnd(ledger: Ledger, at: bigint, trigger: bigint, payer: number): StreamItem {
  const item = syntheticItem({
    at,
    payer,
    validStart: validStartOf(trigger, payer),
    nonce: 1,
    data: { nodeStakeUpdate: nodeStakeUpdate(ledger, at) },
    memo: 'End of staking period calculation record',
  });
  ledger.onTransaction?.([item]);
  ledger.journal.mark(at);
  ledger.count(item.type, 'SUCCESS');
  return item;
}
