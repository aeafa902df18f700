import { SNAPSHOT_INTERVAL_NS } from '@tain/ledger/balance-snapshots';
import { FEE_ACCOUNT, idInNetwork, type Network, TREASURY } from '@tain/ledger/network';
import { earlier, firstDayOfMonth, later, MAX_INT64, NANOS_PER_MILLISECOND } from '@tain/ledger/timestamp';
import { inRange, type Range, TIME } from '../access/domain.ts';
import { indexRange } from '../access/index-scan.ts';
import { exists, newestRow } from '../access/lookup.ts';
import type { Select } from '../connections/select.ts';
import { empty, PLANNED_FOR_VALUES, raw, type Sql, sql } from '../sql.ts';
import { namedBlock } from './block.ts';
import { type Start, selectRetained, sinceFirstBlock, wholeSince } from './retained.ts';

/*
 * A partition holds a year, where the public mirror's holds a month: each query plan locks and prunes all partitions,
 * and a year is small, because snapshots store only changes.
 */

/** First years of the partitions before 2019. From 2019 on, each year has its own. */
const FIRST_YEARS = [1970, 1980] as const;
const FIRST_YEAR_OF_ITS_OWN = 2019;

/**
 * Suffix that `tain.ensure_balance_partitions` gives the partition of `account_balance` or `token_balance` with a time
 * (nanoseconds). Statements name the partition, because otherwise PostgreSQL plans each execution over all partitions:
 * 0.8 ms for a statement of 0.2 ms.
 */
function balancePartitionSuffix(time: bigint): string {
  const year = new Date(Number(time / NANOS_PER_MILLISECOND)).getUTCFullYear();
  const [first, second] = FIRST_YEARS;
  return `_p${year >= FIRST_YEAR_OF_ITS_OWN ? year : year >= second ? second : first}`;
}

/*
 * Balances at an instant: the balance in the newest snapshot up to it, plus the transfers since; or the sum of all
 * transfers, if these are known from the network's beginning. Times are nanoseconds.
 *
 * Every snapshot has a row of the treasury. The first snapshot in a month has rows of all other accounts, each later
 * one of those that changed. So a balance at a snapshot is in the newest row between the first day of the snapshot's
 * month and the snapshot. Rows of snapshots never change: a reader may select its snapshot in one statement and read
 * it in the next.
 */

export interface BalanceSnapshot {
  readonly at: bigint;
  /** First day of the snapshot's month. */
  readonly month: bigint;
  /** Suffix of the names of the partitions that hold the snapshot; empty when unknown. */
  readonly suffix: string;
  /**
   * Only balances of accounts created since this time (nanoseconds) are known; undefined when all are
   * (`isWholeSnapshot`).
   */
  readonly knownSince?: bigint;
}

/**
 * Returns the snapshot of a time that has one. `ownPartitions`: whether the tables have our partitions. These are
 * read by name, so that a statement's plan fits every time.
 */
export function snapshotAt(at: bigint, ownPartitions: boolean): BalanceSnapshot {
  return { at, month: firstDayOfMonth(at), suffix: ownPartitions ? balancePartitionSuffix(at) : '' };
}

/** Selects the time of the newest snapshot within times, which is that of a row of the treasury. */
export function newestSnapshotTime(network: Network, times: Range): Sql {
  const { where, by } = indexRange({
    prefix: [{ column: sql`account_id`, value: sql`${idInNetwork(network, TREASURY)}` }],
    column: sql`consensus_timestamp`,
    range: times,
    domain: TIME,
  });
  // Only separate bounds of the time prune partitions.
  const inTime = inRange(sql`consensus_timestamp`, { ...times, except: [] }, TIME);
  return newestRow({
    select: sql`consensus_timestamp`,
    from: sql`account_balance`,
    where: [...where, ...inTime],
    by,
  });
}

/** Name of the table with a snapshot's rows. */
export function snapshotTable(table: 'account_balance' | 'token_balance', { suffix }: BalanceSnapshot): Sql {
  return raw(`${table}${suffix}`);
}

/** An instant at which balances are known. */
export interface KnownInstant {
  readonly at: bigint;
  /** Snapshot to start from; undefined to start from zero, because all transfers are known. */
  readonly snapshot?: BalanceSnapshot;
}

/**
 * Returns an instant with the snapshot to start from; undefined when the history does not reach back to it. For one
 * account it is enough that the account was created within the history. An instant after the last block is replaced
 * by the last known one.
 */
export async function selectKnownInstant(
  select: Select,
  network: Network,
  instant: bigint,
  ownPartitions: boolean,
  account?: bigint,
): Promise<KnownInstant | undefined> {
  const retained = await selectRetained(select);
  // Time since which all transfers of stored blocks are retained.
  const transfers = wholeSince(sinceFirstBlock(retained), 'transactions') ?? MAX_INT64;
  const created =
    account === undefined
      ? sql`false`
      : exists(sql`entity`, [
          sql`id = ${account}`,
          sql`created_timestamp >= greatest(f.consensus_start, ${transfers})`,
        ]);
  const isGenesis =
    retained.firstBlock === undefined ? sql`f.index = 0` : sql`${retained.start === undefined}`;
  const newest = newestSnapshotTime(network, { upper: instant, except: [], empty: false });
  const [row] = await select(sql`
    select (${newest}), f.consensus_start, ${isGenesis} and ${transfers === 0n} or ${created},
      (${namedBlock(sql`consensus_end`, 'latest')})
    from (values (0)) one
    left join (${namedBlock(sql`consensus_start, index`, 'earliest')}) f on true`);
  const [snapshot, earliest, fromBeginning, end] = row ?? [];
  const first = retained.firstBlock?.consensusStart ?? (earliest ? BigInt(earliest) : undefined);
  const since = snapshot ? BigInt(snapshot) : -1n;
  const at = end ? earlier(instant, later(since, BigInt(end))) : instant;
  // A snapshot that is older would leave a gap before the first block.
  const follows = first === undefined || since >= first - SNAPSHOT_INTERVAL_NS;
  if (
    snapshot &&
    follows &&
    (at <= since || transfers <= since + 1n) &&
    (await isWholeSnapshot(select, retained.start, since, account))
  ) {
    return { at, snapshot: snapshotAt(since, ownPartitions) };
  }
  return fromBeginning === 't' ? { at } : undefined;
}

/**
 * Returns whether a snapshot has the balances of all accounts, or of one. Synthetic snapshots of a database that began
 * in the middle of history without balances only have those of accounts created since; files of the network have all.
 */
export async function isWholeSnapshot(
  select: Select,
  start: Start | undefined,
  at: bigint,
  account?: bigint,
): Promise<boolean> {
  if (start === undefined || start.hasBalances) return true;
  const created =
    account === undefined
      ? sql`false`
      : exists(sql`entity`, [sql`id = ${account}`, sql`created_timestamp >= ${start.at}`]);
  const [row] = await select(
    sql`select ${created} or exists (
      select from account_balance_file where consensus_timestamp = ${at} and not synthetic)`,
  );
  return row?.[0] === 't';
}

/** Conditions on the transfers to be added. */
export function transferredSince({ at, snapshot }: KnownInstant): Sql {
  const until = sql`consensus_timestamp <= ${at}`;
  return snapshot === undefined ? until : sql`consensus_timestamp > ${snapshot.at} and ${until}`;
}

/** The account that the index on the accounts of transfers leaves out. */
const NOT_INDEXED = raw(String(FEE_ACCOUNT));

/** The balance of an account at the instant, in tinybars: SQL of one value. */
export function exactBalance(account: Sql, known: KnownInstant): Sql {
  const { snapshot } = known;
  const transferred = (condition: Sql) => sql`(
      select sum(amount)
      from crypto_transfer
      where entity_id = ${account} and ${condition} and ${transferredSince(known)}
        and (errata is null or errata <> 'DELETE')
    )`;
  const before = snapshot === undefined ? sql`0` : sql`coalesce(${balanceAtSnapshot(account, snapshot)}, 0)`;
  return sql`(${before} + coalesce(
      case
        when ${account} = ${NOT_INDEXED} then ${transferred(sql`true`)}
        else ${transferred(sql`entity_id <> ${NOT_INDEXED}`)}
      end, 0))::bigint`;
}

/** The balance of an account at a snapshot, as a sub-select of at most one row. `further`: conditions on the row. */
export function balanceAtSnapshot(
  account: Sql,
  snapshot: BalanceSnapshot,
  further: readonly Sql[] = [],
): Sql {
  return sql`(${newestRow({
    select: sql`balance`,
    from: snapshotTable('account_balance', snapshot),
    where: [sql`account_id = ${account}`, ...ofSnapshot(snapshot), ...further],
    by: [sql`consensus_timestamp`],
  })})`;
}

/** The balance of an account in a token at a snapshot, as a sub-select of at most one row. */
export function tokenBalanceAtSnapshot(account: Sql, token: Sql, snapshot: BalanceSnapshot): Sql {
  return sql`(${newestRow({
    select: sql`balance`,
    from: snapshotTable('token_balance', snapshot),
    where: [sql`account_id = ${account}`, sql`token_id = ${token}`, ...ofSnapshot(snapshot)],
    by: [sql`consensus_timestamp`],
  })})`;
}

/**
 * Conditions on rows of snapshots that leave the rows with a snapshot's balances. Without names of partitions the
 * statement is planned each time, because a generic plan would sort the rows of all partitions.
 */
export function ofSnapshot({ at, month, suffix }: BalanceSnapshot): Sql[] {
  const planned = suffix === '' ? PLANNED_FOR_VALUES : empty;
  return [sql`${planned}consensus_timestamp >= ${month}`, sql`consensus_timestamp <= ${at}`];
}

/**
 * Returns the tinybars of an account at an instant: 0 before its creation, undefined when the history does not reach
 * back that far.
 */
export async function selectBalanceAt(
  select: Select,
  network: Network,
  account: bigint,
  at: bigint,
): Promise<bigint | undefined> {
  const known = await selectKnownInstant(select, network, at, false, account);
  if (known === undefined) return undefined;
  const [row] = await select(
    sql`select ${exactBalance(sql`a.id`, known)} from (select ${account}::bigint as id) a`,
  );
  return BigInt(row?.[0] ?? 0);
}
