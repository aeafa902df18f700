/** Staking by HIP-406, day by day, without SQL: the rewards of an account are a list of days. */

const DAY = 86_400_000_000_000n;
const HOUR = 3_600_000_000_000n;
const HBAR = 100_000_000n;
/** Rewards are paid for at most the last 365 days. */
const PAID_DAYS = 365;
/** First day of the histories, in days since 1970. */
const EPOCH = 20_000;
/** Number of the reward account. */
export const REWARDS = 800;
/** Numbers of the accounts. */
export const STAKERS = [1001, 1002, 1003, 1004, 1005] as const;
const NODES = [0, 1, 2] as const;

export interface History {
  readonly days: number;
  readonly changes: readonly {
    readonly day: number;
    readonly account: number;
    readonly kind: 'balance' | 'node' | 'account' | 'decline' | 'accept' | 'stop' | 'delete';
    readonly value: number;
  }[];
  /** Rate of a node from a day on, in tinybars for each whole hbar; null: the stake updates do not list the node. */
  readonly rates: readonly { readonly day: number; readonly node: number; readonly rate: number | null }[];
  /** Microseconds between midnight and the stake update, repeated. */
  readonly jitters: readonly number[];
}

type Row = Readonly<Record<string, unknown>>;

export interface ModelRows {
  readonly versions: readonly Row[];
  readonly stakes: readonly Row[];
  readonly nodes: readonly Row[];
  /** Numbers of lost rewards, of days without a rate of the staker's node, and of payments. */
  readonly lost: number;
  readonly unlisted: number;
  readonly paid: number;
  /** Returns the consensus time of the stake update that ends a day. */
  updateAt(day: number): bigint;
  /** Returns what each account can be paid after the changes of the day that follows `day`, by account id. */
  shownAfter(day: number): Readonly<Record<string, number>>;
}

/** An account, with its unpaid rewards by day. */
class Staker {
  balance = 0n;
  node = -1;
  account = 0;
  declines = false;
  deleted = false;
  /** Day of the last change of the staking settings. */
  elected = -1;
  /** `stake_period_start` as the mirror has it: a payment is known only if something was paid. */
  start = -1;
  readonly unpaid = new Map<number, bigint>();
  /** Stake at the start of the current day; null if it earns nothing. */
  atStart: { readonly node: number; readonly hbars: bigint } | null = null;

  readonly num: number;

  constructor(num: number) {
    this.num = num;
  }

  get accepts(): boolean {
    return this.node >= 0 && !this.declines && !this.deleted;
  }

  /** Returns the unpaid rewards of the last 365 days up to `day`. */
  pendingAfter(day: number): bigint {
    if (!this.accepts) return 0n;
    let sum = 0n;
    for (const [of, reward] of this.unpaid) if (of > day - PAID_DAYS) sum += reward;
    return sum;
  }
}

/** Returns the rows of each day of a history. */
export function rowsOf({ days, changes, rates, jitters }: History): ModelRows {
  const stakers = STAKERS.map((num) => new Staker(num));
  const versions: Row[] = [];
  const stakes: Row[] = [];
  const nodes: Row[] = [];
  const shown: Record<string, number>[] = [];
  const counts = { lost: 0, unlisted: 0, paid: 0 };
  const open = new Map<Staker, { readonly from: bigint; readonly row: Row }>();
  const midnight = (day: number): bigint => BigInt(EPOCH + day) * DAY;
  const updateAt = (day: number): bigint =>
    midnight(day + 1) + BigInt(jitters[day % jitters.length] ?? 0) * 1000n + 1n;
  // Rates differ from day to day, so that the rate of a wrong day is noticed.
  const rateOf = (node: number, day: number): bigint | null => {
    const { rate } = rates.findLast((one) => one.node === node && one.day <= day) ?? { rate: 40 };
    return rate === null ? null : rate === 0 ? 0n : BigInt(rate + ((day * 13 + node * 7) % 29));
  };
  const toMe = (staker: Staker): bigint =>
    stakers.reduce(
      (sum, { account, balance, deleted }) => (account === staker.num && !deleted ? sum + balance : sum),
      0n,
    );

  const store = (staker: Staker, at: bigint): void => {
    const row = {
      id: staker.num,
      num: staker.num,
      shard: 0,
      realm: 0,
      type: 'ACCOUNT',
      created_timestamp: String(midnight(0)),
      balance: String(staker.balance),
      deleted: staker.deleted,
      decline_reward: staker.declines,
      staked_node_id: staker.node,
      staked_account_id: staker.account,
      stake_period_start: staker.start < 0 ? -1 : EPOCH + staker.start,
    };
    const before = open.get(staker);
    if (before !== undefined && before.from !== at) {
      versions.push({ ...before.row, timestamp_range: `[${before.from},${at})` });
    }
    open.set(staker, { from: at, row });
  };

  /** Pays the rewards of the days before `day`, as any change of a balance or of the settings does. */
  const pay = (staker: Staker, day: number): void => {
    const reward = staker.pendingAfter(day - 1);
    staker.unpaid.clear();
    if (reward === 0n) return;
    staker.balance += reward;
    staker.start = Math.max(staker.start, day - 1);
    counts.paid += 1;
  };
  /** Pays a staker, and the account that it stakes to. Both have another version from `at` on. */
  const payAll = (staker: Staker, day: number, at: bigint): void => {
    const target = stakers.find(({ num }) => num === staker.account);
    for (const one of target === undefined ? [staker] : [staker, target]) {
      pay(one, day);
      store(one, at);
    }
  };
  const elect = (
    staker: Staker,
    day: number,
    settings: Partial<Pick<Staker, 'node' | 'account' | 'declines'>>,
  ) => {
    Object.assign(staker, settings);
    staker.elected = day;
    staker.start = day;
  };

  const apply = (
    staker: Staker,
    { kind, value }: History['changes'][number],
    day: number,
    at: bigint,
  ): void => {
    if (staker.deleted) return;
    const other = stakers[value % stakers.length];
    if (kind === 'account' && (other === undefined || other === staker || other.deleted)) return;
    payAll(staker, day, at);
    if (kind === 'balance') {
      staker.balance = value % 3 === 0 ? staker.balance / 2n : staker.balance + BigInt(value) * 10_007n;
    } else if (kind === 'delete') {
      staker.balance = 0n;
      staker.deleted = true;
    } else if (kind === 'node') elect(staker, day, { node: value % NODES.length, account: 0 });
    else if (kind === 'account') elect(staker, day, { node: -1, account: other?.num ?? 0 });
    else if (kind === 'stop') elect(staker, day, { node: -1, account: 0 });
    else elect(staker, day, { declines: kind === 'decline' });
    // The account that it stakes to from now on has another stake.
    payAll(staker, day, at);
  };

  const reward = {
    id: REWARDS,
    num: REWARDS,
    shard: 0,
    realm: 0,
    type: 'ACCOUNT',
    balance: 0,
    deleted: false,
  };
  const settings = {
    decline_reward: false,
    staked_node_id: -1,
    staked_account_id: 0,
    stake_period_start: -1,
  };
  const since = midnight(0);
  versions.push({ ...reward, created_timestamp: String(since), ...settings, timestamp_range: `[${since},)` });
  for (const [index, staker] of stakers.entries()) {
    staker.balance = BigInt(index) * 33n * HBAR + 5n;
    if (index !== 1) elect(staker, 0, { node: index % NODES.length });
    store(staker, since);
  }
  for (let day = 0; day < days; day += 1) {
    const today = changes.filter((one) => one.day === day);
    for (const [index, one] of today.entries()) {
      const staker = stakers[one.account];
      if (staker !== undefined) apply(staker, one, day, midnight(day) + BigInt(index + 2) * (HOUR / 2n));
    }
    const ids = stakers.map((staker) => [`0.0.${staker.num}`, Number(staker.pendingAfter(day - 1))] as const);
    shown.push(Object.fromEntries(ids));
    // The day ends.
    const at = updateAt(day);
    const range = `[${at},${updateAt(day + 1)})`;
    for (const node of NODES) {
      const rate = rateOf(node, day);
      const row = {
        epoch_day: EPOCH + day,
        node_id: node,
        stake: 1,
        stake_rewarded: 1,
        stake_not_rewarded: 0,
        min_stake: 0,
        max_stake: 1,
        staking_period: String(midnight(day + 1) - 1n),
      };
      if (rate === null) continue;
      nodes.push({ ...row, consensus_timestamp: String(at), reward_rate: String(rate) });
      // The network has repeated an update, with other rates. The first one counts.
      if (day % 11 !== 3) continue;
      nodes.push({ ...row, consensus_timestamp: String(at + HOUR), reward_rate: String(rate + 1n) });
    }
    const stakeRow = { end_stake_period: EPOCH + day, timestamp_range: range };
    stakes.push({
      ...stakeRow,
      id: REWARDS,
      pending_reward: 0,
      staked_node_id_start: -1,
      staked_to_me: 0,
      stake_total_start: 0,
    });
    for (const staker of stakers) {
      const { atStart } = staker;
      // Settings that changed during the day had no effect on consensus during the whole day.
      if (atStart !== null && staker.elected < day) {
        const rate = rateOf(atStart.node, day);
        if (rate === null) counts.unlisted += 1;
        staker.unpaid.set(day, (rate ?? 0n) * atStart.hbars);
      }
      if ((staker.unpaid.get(day - PAID_DAYS) ?? 0n) > 0n && staker.accepts) counts.lost += 1;
      const mine = toMe(staker);
      const total = staker.balance + mine;
      staker.atStart = staker.accepts ? { node: staker.node, hbars: total / HBAR } : null;
      if (!staker.accepts) continue;
      stakes.push({
        ...stakeRow,
        id: staker.num,
        pending_reward: String(staker.pendingAfter(day)),
        staked_node_id_start: staker.node,
        staked_to_me: String(mine),
        stake_total_start: String(total),
      });
    }
  }
  for (const { from, row } of open.values()) versions.push({ ...row, timestamp_range: `[${from},)` });
  return { versions, stakes, nodes, ...counts, updateAt, shownAfter: (day) => shown[day + 1] ?? {} };
}
