import { TINYBARS_PER_HBAR, TOTAL_SUPPLY } from '@tain/ledger/amounts';
import { idInNetwork, type Network, UNRELEASED_ACCOUNTS } from '@tain/ledger/network';
import { firstDayOfMonth, MAX_INT64 } from '@tain/ledger/timestamp';
import { rangesOf, rowsWithin } from '../../store/access/joined-rows.ts';
import { firstByKey } from '../../store/access/lookup.ts';
import { PLANNED_FOR_VALUES, type Sql, sql } from '../../store/sql.ts';
import { timestampOrZeroJson } from '../answer/timestamp-or-zero.ts';
import { NETWORK } from '../query/dialects/network.ts';
import { single } from '../query/parameter.ts';
import { type TimeBounds, timeBounds } from '../query/range.ts';
import { requireKnownBalances, requireRetained } from '../route/require-retained.ts';
import { type Answer, route } from '../route/route.ts';

const { oneOf } = NETWORK.types;
const { stateTimestamp } = NETWORK;

/** GET /network/supply: the released and the total supply of hbars, now or at a time. */
export const getSupply = route({
  path: '/api/v1/network/supply',
  dialect: NETWORK,
  maxAgeSeconds: 60,
  tag: 'network',
  summary: 'Get the supply of hbars',
  description:
    'Amounts in tinybars, as text. With `q` the answer is one amount in hbars as plain text: ' +
    'the circulating or the total supply.',
  parameters: {
    timestamp: stateTimestamp('timestamp'),
    q: single(
      oneOf({ circulating: 'circulating', totalcoins: 'totalcoins' } as const),
      'Returns one amount as plain text.',
    ),
  },
  schema: {
    type: 'object',
    properties: {
      released_supply: { type: 'string', pattern: '^\\d+$', description: 'Tinybars in circulation.' },
      timestamp: { type: 'string', description: 'Consensus time of the newest balance counted.' },
      total_supply: { type: 'string', pattern: '^\\d+$', description: 'All tinybars.' },
    },
    required: ['released_supply', 'timestamp', 'total_supply'],
  },
  plainText: { type: 'string', pattern: '^\\d+\\.\\d{8}$', description: 'Hbars.' },
  async answer({ values }, context): Promise<Answer> {
    const bounds = timeBounds(values.timestamp);
    const { lower = 0n, upper = MAX_INT64 } = bounds;
    if (lower > upper) throw NETWORK.badRequest('Invalid range provided for timestamp');
    await requireRetained(context, bounds.upper, 'balances');
    await requireKnownBalances(context);
    const [row] = await context.select(
      values.timestamp.length === 0
        ? currentBalances(context.settings)
        : pastBalances(context.settings, bounds),
    );
    const [unreleased, timestamp] = row ?? [];
    if (!timestamp || timestamp === '0') throw NETWORK.notFound('Network supply not found');
    const released = TOTAL_SUPPLY - BigInt(unreleased ?? 0);
    if (values.q !== undefined) {
      const hbars = hbarText(values.q === 'totalcoins' ? TOTAL_SUPPLY : released);
      return { body: hbars, contentType: 'text/plain;charset=UTF-8' };
    }
    return {
      body: `{"released_supply":"${released}","timestamp":${timestampOrZeroJson(timestamp)},"total_supply":"${TOTAL_SUPPLY}"}`,
    };
  },
});

/** Hbars with all eight decimals. */
function hbarText(tinybars: bigint): string {
  return `${tinybars / TINYBARS_PER_HBAR}.${(tinybars % TINYBARS_PER_HBAR).toString().padStart(8, '0')}`;
}

/** Ranges of the ids of the unreleased accounts. */
function unreleasedRanges(network: Network): [bigint, bigint][] {
  return UNRELEASED_ACCOUNTS.map(([first, last]) => [
    idInNetwork(network, first),
    idInNetwork(network, last),
  ]);
}

/** Balances at present. */
function currentBalances(network: Network): Sql {
  const accounts = rowsWithin('entity', 'e', sql`e.id`, unreleasedRanges(network));
  return sql`select sum(e.balance), max(e.balance_timestamp)
    from ${accounts}`;
}

/**
 * Balances from the snapshots: for each account the newest row within the bounds, searched back to the first day of
 * the month before the upper bound's.
 */
function pastBalances(network: Network, { lower = 0n, upper = MAX_INT64 }: TimeBounds): Sql {
  const earliest = previousMonth(upper);
  const balance = firstByKey({
    select: sql`balance, consensus_timestamp`,
    from: sql`account_balance`,
    where: [
      sql`account_id = a.id`,
      sql`consensus_timestamp >= ${lower > earliest ? lower : earliest}`,
      sql`consensus_timestamp <= ${upper}`,
    ],
    by: [sql`consensus_timestamp`],
    order: 'desc',
  });
  return sql`${PLANNED_FOR_VALUES}select sum(b.balance), max(b.consensus_timestamp)
    from ${rangesOf(unreleasedRanges(network))}
    cross join lateral generate_series(r.first, r.last) a (id)
    cross join ${balance} b`;
}

/** Returns the first day of the month before a time's, in nanoseconds; not before 1970. */
export function previousMonth(time: bigint): bigint {
  const first = firstDayOfMonth(time, -1);
  return first < 0n ? 0n : first;
}
