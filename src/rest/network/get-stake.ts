import { newestRow } from '../../store/access/lookup.ts';
import { type Sql, sql } from '../../store/sql.ts';
import type { Field } from '../answer/field.ts';
import { objectSchema, objectWriter } from '../answer/objects.ts';
import { computed, integer } from '../answer/scalars.ts';
import { stakingPeriod } from '../answer/timestamp-or-zero.ts';
import { NETWORK } from '../query/dialects/network.ts';
import { problemJson } from '../query/problem.ts';
import { route } from '../route/route.ts';

/**
 * A share from 0 to 1: the quotient rounded half up to nine decimals, then to a 32-bit float, as its shortest
 * decimal. 0 if the denominator is 0.
 */
export function shareJson(numerator: bigint, denominator: bigint): string {
  if (denominator === 0n) return '0.0';
  const billionths = (2n * numerator * BILLION + denominator) / (2n * denominator);
  return shortestFloat(Math.fround(Number(billionths) / Number(BILLION)));
}

const BILLION = 1_000_000_000n;

/** Returns the shortest decimal of a 32-bit float. */
function shortestFloat(value: number): string {
  for (let digits = 1; digits <= 9; digits++) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return String(Number(text));
  }
  return String(value);
}

function share(numerator: Sql, denominator: Sql, description: string): Field<number> {
  return computed(
    [numerator, denominator],
    (above, below) => shareJson(BigInt(above ?? 0), BigInt(below ?? 0)),
    { type: 'number', format: 'float', minimum: 0, maximum: 1, description },
  );
}

const STAKE_FIELDS = {
  max_stake_rewarded: integer(sql`max_stake_rewarded`, {
    nullable: false,
    description: 'Maximum tinybars staked for reward that still earn the full rate.',
  }),
  max_staking_reward_rate_per_hbar: integer(sql`max_staking_reward_rate_per_hbar`, {
    nullable: false,
    description: 'Maximum tinybars that a staked hbar can earn in a day.',
  }),
  max_total_reward: integer(sql`max_total_reward`, {
    nullable: false,
    description: 'Tinybars paid as rewards in the period that ends.',
  }),
  node_reward_fee_fraction: share(
    sql`node_reward_fee_numerator`,
    sql`node_reward_fee_denominator`,
    'Share of the network and service fees that goes to the node reward account.',
  ),
  reserved_staking_rewards: integer(sql`reserved_staking_rewards`, {
    nullable: false,
    description: 'Tinybars of the reward account that are earned but not yet collected.',
  }),
  reward_balance_threshold: integer(sql`reward_balance_threshold`, {
    nullable: false,
    description:
      'Minimum unreserved balance of the reward account, in tinybars, at which the full rate is paid.',
  }),
  stake_total: integer(sql`stake_total`, {
    nullable: false,
    description: 'Tinybars staked at the beginning of the period.',
  }),
  staking_period: stakingPeriod(sql`staking_period`),
  staking_period_duration: integer(sql`staking_period_duration`, {
    nullable: false,
    description: 'Minutes of a period.',
  }),
  staking_periods_stored: integer(sql`staking_periods_stored`, {
    nullable: false,
    description: 'Number of periods for which rewards are retained.',
  }),
  staking_reward_fee_fraction: share(
    sql`staking_reward_fee_numerator`,
    sql`staking_reward_fee_denominator`,
    'Share of the network and service fees that goes to the staking reward account.',
  ),
  staking_reward_rate: integer(sql`staking_reward_rate`, {
    nullable: false,
    description: 'Tinybars paid in a period.',
  }),
  staking_start_threshold: integer(sql`staking_start_threshold`, {
    nullable: false,
    description: 'Minimum balance of the reward account, in tinybars, at which rewards are paid.',
  }),
  unreserved_staking_reward_balance: integer(sql`unreserved_staking_reward_balance`, {
    nullable: false,
    description: 'Tinybars of the reward account that are not earned yet.',
  }),
};

/**
 * GET /network/stake: the stakes of the newest period. While there are none because the ingest waits for signatures of
 * the next file, the answer is 503 and names that file.
 */
export const getStake = route({
  path: '/api/v1/network/stake',
  dialect: NETWORK,
  maxAgeSeconds: 60,
  // Not cached until the next block, because the ingest may begin to wait before it.
  cached: false,
  tag: 'network',
  summary: 'Get the stakes of the network',
  description: 'Totals of the last staking period that ended, and the rules by which rewards are paid.',
  parameters: {},
  schema: objectSchema(STAKE_FIELDS),
  async answer(_request, { select, ingestProblem }) {
    const { selected, write } = objectWriter(STAKE_FIELDS);
    const [row] = await select(
      newestRow({
        select: selected,
        from: sql`network_stake`,
        where: [],
        by: [sql`consensus_timestamp`],
      }),
    );
    if (row !== undefined) return { body: write(row) };
    const problem = ingestProblem();
    if (problem === null) throw NETWORK.notFound('No network stake data found');
    return {
      status: 503,
      body: problemJson([{ message: problem }]),
      contentType: 'application/json',
      maxAgeSeconds: 1,
    };
  },
});
