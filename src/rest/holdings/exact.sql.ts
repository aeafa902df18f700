import { earlier, later, MAX_INT64 } from '@tain/ledger/timestamp';
import { indexScan } from '../../store/access/index-scan.ts';
import { as, exists, rowByKey } from '../../store/access/lookup.ts';
import type { Order } from '../../store/access/order.ts';
import {
  type KnownInstant,
  selectKnownInstant,
  tokenBalanceAtSnapshot,
  transferredSince,
} from '../../store/reads/balance-at.ts';
import { raw, type Sql, sql } from '../../store/sql.ts';
import { listInSql } from '../answer/objects.ts';
import type { Filter } from '../query/parameter.ts';
import { badRequest } from '../query/problem.ts';
import { notRetained } from '../route/require-retained.ts';
import type { ApiContext } from '../route/route.ts';
import { snapshotTokens } from './snapshot.sql.ts';
import { TOKEN_BALANCE_FIELDS } from './token-balances.ts';

/**
 * Returns the instant of a timestamp with `exact=true`; undefined without a timestamp, because current balances are
 * exact anyway. Throws `Problem` (400) unless there is exactly one timestamp, without operator or with `eq`, `lt` or
 * `lte`.
 */
export function exactInstant(timestamps: readonly Filter<bigint>[]): bigint | undefined {
  const [only, ...more] = timestamps;
  if (only === undefined) return undefined;
  if (more.length > 0 || !['eq', 'lt', 'lte'].includes(only.operator)) {
    throw badRequest(
      'Invalid parameter usage: exact - requires a single timestamp with eq, lt, lte or no operator',
    );
  }
  const instant = only.operator === 'lt' ? only.value - 1n : only.value;
  return earlier(later(instant, 0n), MAX_INT64);
}

/**
 * Returns an instant at which balances are known, of all accounts or of one (by the rule of `selectKnownInstant`).
 * Throws `Problem` (404) when the history does not reach back that far.
 */
export async function knownInstant(
  context: ApiContext,
  instant: bigint,
  account?: bigint,
): Promise<KnownInstant> {
  const { select, settings } = context;
  const { snapshotPartitions } = await context.shared.abilities.get();
  const known = await selectKnownInstant(select, settings, instant, snapshotPartitions, account);
  if (known !== undefined) return known;
  throw notRetained(instant);
}

/**
 * JSON of an account's token balances at the instant: SQL of one value. The tokens are those that the account was
 * associated with; in a database without associations, those of the snapshot. NFTs are counted from their own
 * history.
 */
export function exactTokens(account: Sql, known: KnownInstant, order: Order, limit: number): Sql {
  const { at, snapshot } = known;
  const associated = sql`
    select token_id
    from token_account
    where account_id = ${account} and associated and lower(timestamp_range) <= ${at}
    union
    select token_id
    from token_account_history
    where account_id = ${account} and associated and timestamp_range @> ${at}::bigint`;
  let held = associated;
  let before = sql`0`;
  if (snapshot !== undefined) {
    held = sql`${associated}
    union
    select s.token_id
    from (
      select
      where not ${exists(sql`token_account`, [sql`account_id = ${account}`])}
    ) unassociated
    cross join lateral (${snapshotTokens(account, snapshot, order, limit, false)}) s`;
    before = sql`coalesce(${tokenBalanceAtSnapshot(account, sql`h.token_id`, snapshot)}, 0)`;
  }
  const by = (alias: string) => ({ by: [raw(`${alias}.token_id`)], order });
  const shown = indexScan({ select: sql`o.token_id`, from: as(held, 'o'), where: [], ...by('o'), limit });
  const moved = sql`
    select token_id, sum(amount) as amount
    from token_transfer
    where account_id = ${account} and ${transferredSince(known)}
    group by token_id`;
  // NFTs that the account has owned since before the instant, and those that it owned at the instant but no longer.
  const still = sql`(
      select count(*)
      from nft
      where account_id = ${account} and token_id = h.token_id and lower(timestamp_range) <= ${at}
    )`;
  const then = sql`
    select token_id, count(*) as amount
    from nft_history
    where account_id = ${account} and timestamp_range @> ${at}::bigint
    group by token_id`;
  const balance = sql`case
      when t.type = 'NON_FUNGIBLE_UNIQUE' then ${still} + coalesce(n.amount, 0)
      else ${before} + coalesce(m.amount, 0)
    end::bigint`;
  const ofToken = rowByKey({ select: sql`type`, from: sql`token`, where: [sql`token_id = h.token_id`] });
  const rows = indexScan({
    select: sql`h.token_id, ${balance} as balance`,
    from: sql`(${shown}) h
    left join ${ofToken} t on true
    left join (${moved}) m on m.token_id = h.token_id
    left join (${then}) n on n.token_id = h.token_id`,
    where: [],
    ...by('h'),
  });
  return sql`(
    select ${listInSql(TOKEN_BALANCE_FIELDS)}
    from ${as(rows, 'b')}
  )`;
}
