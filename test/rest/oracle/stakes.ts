import type { Account } from '../../../packages/network-simulator/src/ledger/entities.ts';
import { big, num } from './history.ts';
import type { World } from './world.ts';

/** Stake of an account, and its expected reward, since the end of a staking period. */
export interface Stake {
  /** The day (since 1970) that ended. */
  readonly day: number;
  readonly pending: bigint;
  /** Number of the node; -1 if the account is not staked to one. */
  readonly node: number;
  readonly total: bigint;
}

const DAY = 86_400_000_000_000n;
const TINYBARS_PER_HBAR = 100_000_000n;
const STAKING_REWARD = 800;

type Stakes = ReadonlyMap<number, Stake>;
const known = new WeakMap<World, { readonly at: bigint; readonly stakes: Stakes }[]>();

/** Returns the stakes at a time: those of the last update of the nodes' stakes. */
export function stakesAt(world: World, moment: bigint): Stakes {
  let periods = known.get(world);
  if (periods === undefined) {
    periods = [];
    for (const { at, field, body, ok } of world.recorded) {
      if (!ok || field !== 'nodeStakeUpdate') continue;
      const rates = new Map(
        (body.nodeStakeUpdate?.nodeStake ?? []).map((node) => [num(node.nodeId), big(node.rewardRate)]),
      );
      periods.push({ at, stakes: nextStakes(world, at, rates, periods.at(-1)?.stakes ?? new Map()) });
    }
    known.set(world, periods);
  }
  return periods.filter(({ at }) => at <= moment).at(-1)?.stakes ?? new Map();
}

/**
 * Applies the rules of HIP-406: an account that staked through a whole day earns its rate on its stake at the start of
 * the day.
 */
function nextStakes(
  { ledger }: World,
  at: bigint,
  rates: ReadonlyMap<number, bigint>,
  before: Stakes,
): Stakes {
  const day = Number(at / DAY) - 1;
  const living = [...ledger.accounts.entries()]
    .flatMap(([account]) => ledger.accounts.at(account, at) ?? [])
    .filter((row) => !row.deleted || row.num === STAKING_REWARD);
  const toAccounts = new Map<number, bigint>();
  for (const { stakedAccountId: to, balance } of living) {
    if (to !== 0) toAccounts.set(to, (toAccounts.get(to) ?? 0n) + balance);
  }
  const stakes = new Map<number, Stake>();
  for (const row of living) {
    const staked = row.stakedNodeId >= 0;
    if ((!staked || row.declineReward) && row.num !== STAKING_REWARD) continue;
    stakes.set(row.num, {
      day,
      pending: pendingOf(row, before.get(row.num), day, rates),
      node: row.stakedNodeId,
      total: staked ? row.balance + (toAccounts.get(row.num) ?? 0n) : 0n,
    });
  }
  return stakes;
}

function pendingOf(
  row: Readonly<Account>,
  former: Stake | undefined,
  day: number,
  rates: ReadonlyMap<number, bigint>,
): bigint {
  if (former === undefined || former.node < 0) return 0n;
  const earned = (rates.get(former.node) ?? 0n) * (former.total / TINYBARS_PER_HBAR);
  if (row.stakePeriodStart > day - 1) return 0n;
  return row.stakePeriodStart === day - 1 ? earned : former.pending + earned;
}

/** Returns the pending reward of an account. */
export function pendingReward(row: Readonly<Account>, stake: Stake | undefined): bigint {
  if (stake === undefined || row.declineReward || row.stakedNodeId < 0) return 0n;
  return row.stakePeriodStart >= stake.day ? 0n : stake.pending;
}
