import { indexScan } from '../../access/index-scan.ts';
import { as } from '../../access/lookup.ts';
import type { Order } from '../../access/order.ts';
import { raw, type Sql, sql } from '../../access/sql.ts';
import { MAX_INT64, printTimestamp } from '../../kernel/timestamp.ts';
import type { Filter } from '../../query/operator.ts';
import { badRequest, Problem } from '../../query/problem.ts';
import { TOKEN_BALANCE_FIELDS } from '../accounts/account.json.ts';
import { listInSql } from '../answer/objects.ts';
import { firstBlock, lastBlock } from '../block-ends.sql.ts';
import type { ApiContext } from '../route.ts';
import {
  balanceAtSnapshot,
  earlier,
  later,
  type Snapshot,
  snapshotAt,
  snapshotTokens,
  tokenBalanceAtSnapshot,
  treasury,
} from './snapshot.sql.ts';

/*
 * Balances at an instant: those of the newest snapshot up to it, and what was transferred since; or
 * the sum of all transfers, where they are known from the network's beginning.
 */

/** An instant at which balances are known. Nanoseconds. */
export interface KnownInstant {
  readonly at: bigint;
  /** What to begin with; without it, with nothing: all transfers are known. */
  readonly snapshot?: Snapshot;
}

/** Snapshots are at most so far apart; one that lies further before the first block leaves a gap. */
const SNAPSHOT_INTERVAL = 15n * 60n * 1_000_000_000n;

/**
 * The instant that a timestamp with `exact=true` means; undefined without a timestamp, when balances
 * are the present ones, which are exact anyway. Throws `Problem` (400) unless it is one timestamp,
 * without operator or with `eq`, `lt` or `lte`.
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
 * Whether the history reaches back to an instant, and from where to add up. For one account it is
 * enough that the account was created within the history. An instant after the last block is taken
 * as the last one known. Throws `Problem` (404).
 */
export async function selectKnownInstant(
  context: ApiContext,
  instant: bigint,
  account?: bigint,
): Promise<KnownInstant> {
  const created =
    account === undefined
      ? sql`false`
      : sql`exists (select from entity where id = ${account} and created_timestamp >= f.consensus_start)`;
  const [row] = await context.select(
    sql`
    select s.at, f.consensus_start, f.index = 0 or ${created}, (${lastBlock(sql`consensus_end`)})
    from (
      select max(consensus_timestamp) as at
      from account_balance
      where account_id = ${treasury(context)} and consensus_timestamp <= ${instant}
    ) s
    left join (${firstBlock(sql`consensus_start, index`)}) f on true`,
  );
  const [snapshot, start, fromBeginning, end] = row ?? [];
  const since = snapshot ? BigInt(snapshot) : -1n;
  const at = end ? earlier(instant, later(since, BigInt(end))) : instant;
  if (snapshot && (!start || since >= BigInt(start) - SNAPSHOT_INTERVAL)) {
    return { at, snapshot: await snapshotAt(context, since) };
  }
  if (fromBeginning === 't') return { at };
  throw new Problem(404, [
    { message: 'Not found', detail: `The history does not reach back to ${printTimestamp(instant)}` },
  ]);
}

/** What the fees of nearly every transaction go to; the index on the accounts of transfers leaves it out. */
const FEE_ACCOUNT = sql`98`;

/** Conditions on transfers: those to be added. */
function since({ at, snapshot }: KnownInstant): Sql {
  const until = sql`consensus_timestamp <= ${at}`;
  return snapshot === undefined ? until : sql`consensus_timestamp > ${snapshot.at} and ${until}`;
}

/** The balance of an account at the instant, in tinybars: SQL of one value. */
export function exactBalance(account: Sql, known: KnownInstant): Sql {
  const { snapshot } = known;
  const transferred = (condition: Sql) =>
    sql`(
      select sum(amount)
      from crypto_transfer
      where entity_id = ${account} and ${condition} and ${since(known)}
        and (errata is null or errata <> 'DELETE')
    )`;
  const before = snapshot === undefined ? sql`0` : sql`coalesce(${balanceAtSnapshot(account, snapshot)}, 0)`;
  return sql`(${before} + coalesce(
      case
        when ${account} = ${FEE_ACCOUNT} then ${transferred(sql`true`)}
        else ${transferred(sql`entity_id <> ${FEE_ACCOUNT}`)}
      end, 0))::bigint`;
}

/**
 * JSON of an account's token balances at the instant: SQL of one value. Tokens are those that the
 * account was associated with; for a database without associations, those of the snapshot. NFTs are
 * counted by their own history.
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
      where not exists (select from token_account where account_id = ${account})
    ) unassociated
    cross join lateral (${snapshotTokens(account, snapshot, order, limit, false)}) s`;
    before = sql`coalesce(${tokenBalanceAtSnapshot(account, sql`h.token_id`, snapshot)}, 0)`;
  }
  const by = (alias: string) => ({ by: [raw(`${alias}.token_id`)], order });
  const shown = indexScan({ select: sql`o.token_id`, from: as(held, 'o'), where: [], ...by('o'), limit });
  const moved = sql`
    select token_id, sum(amount) as amount
    from token_transfer
    where account_id = ${account} and ${since(known)}
    group by token_id`;
  // NFTs that the account has had since before the instant, and those that it had then.
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
  const rows = indexScan({
    select: sql`h.token_id, ${balance} as balance`,
    from: sql`(${shown}) h
    left join token t on t.token_id = h.token_id
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
