import type { Ledger } from '../../../packages/network-simulator/src/ledger/ledger.ts';
import { type Row, text } from './rows.ts';
import { big, num, type Stream } from './stream.ts';

/** Stakes and pending rewards of each staking period (HIP-406), computed from the ledger's balances. */

const DAY = 86_400_000_000_000n;
const HBAR = 100_000_000n;
const STAKING_REWARD = 800;

/** Stake of an account from a period's start on, in tinybars. */
export interface Stake {
  readonly pending: bigint;
  readonly node: number;
  readonly toMe: bigint;
  readonly total: bigint;
  readonly from: bigint;
}

/** Returns the rows of `entity_stake` and its history together, with `timestamp_range` as PostgreSQL prints it. */
export function stakeVersions(
  ledger: Ledger,
  stream: Stream,
): { readonly present: Row[]; readonly past: Row[] } {
  const past: Row[] = [];
  let current = new Map<number, Stake>();
  let day = 0n;
  for (const { ok, at, body } of stream.items) {
    if (!ok || !body.nodeStakeUpdate) continue;
    const rates = new Map(
      (body.nodeStakeUpdate.nodeStake ?? []).map((node) => [num(node.nodeId), big(node.rewardRate)]),
    );
    for (const [id, stake] of current) past.push(row(id, day, stake, at));
    day = at / DAY - 1n;
    current = stakesAt(ledger, at, day, rates, current);
  }
  return { present: [...current].map(([id, stake]) => row(id, day, stake, null)), past };
}

/** Returns the stakes at the end `at` of a period `day` with reward rates `rates`, computed from those at its start. */
export function stakesAt(
  ledger: Ledger,
  at: bigint,
  day: bigint,
  rates: ReadonlyMap<number, bigint>,
  before: ReadonlyMap<number, Stake>,
): Map<number, Stake> {
  const accounts = [...ledger.accounts.entries()].flatMap(([id]) => ledger.accounts.at(id, at) ?? []);
  const alive = accounts.filter((account) => !account.deleted || account.num === STAKING_REWARD);
  const toMe = new Map<number, bigint>();
  for (const { stakedAccountId, balance } of alive)
    if (stakedAccountId !== 0) toMe.set(stakedAccountId, (toMe.get(stakedAccountId) ?? 0n) + balance);
  const stakes = new Map<number, Stake>();
  for (const account of alive) {
    const rewarded = account.stakedNodeId >= 0 && !account.declineReward;
    if (!rewarded && account.num !== STAKING_REWARD) continue;
    const mine = toMe.get(account.num) ?? 0n;
    stakes.set(account.num, {
      pending: pendingReward(BigInt(account.stakePeriodStart), day, before.get(account.num), rates),
      node: account.stakedNodeId,
      toMe: mine,
      total: account.stakedNodeId >= 0 ? account.balance + mine : 0n,
      from: at,
    });
  }
  return stakes;
}

/** Returns a period's reward, which is earned by stakes at its start that had begun before it. */
function pendingReward(
  start: bigint,
  day: bigint,
  former: Stake | undefined,
  rates: ReadonlyMap<number, bigint>,
): bigint {
  if (former === undefined || former.node < 0) return 0n;
  const earned = (rates.get(former.node) ?? 0n) * (former.total / HBAR);
  if (start === day - 1n) return earned;
  return start < day - 1n ? former.pending + earned : 0n;
}

function row(id: number, day: bigint, stake: Stake, to: bigint | null): Row {
  return {
    end_stake_period: text(day),
    id: text(id),
    pending_reward: text(stake.pending),
    staked_node_id_start: text(stake.node),
    staked_to_me: text(stake.toMe),
    stake_total_start: text(stake.total),
    timestamp_range: `[${stake.from},${to ?? ''})`,
  };
}
