import type { Network } from '@tain/ledger/network';
import { earlier, MAX_INT64 } from '@tain/ledger/timestamp';
import { isTrue } from '../access/condition.ts';
import { as, exists, newestRow } from '../access/lookup.ts';
import { newestOfVersions } from '../access/newest-version.ts';
import type { Select } from '../connections/select.ts';
import type { StateRow } from '../schema/current-state-tables.ts';
import { join, type Sql, sql } from '../sql.ts';
import { ofSnapshot, selectKnownInstant, transferredSince } from './balance-at.ts';
import { namedBlock } from './block.ts';
import { isWholeSince, selectRetained } from './retained.ts';
import { selectVersion } from './version.ts';

/**
 * Maximum distance in nanoseconds over which later transfers are subtracted, because all of the network's transfers
 * in between are read.
 */
const MAX_SUBTRACTED_NS = 3600n * 1_000_000_000n;

/**
 * Returns the total supply of a token at an instant (nanoseconds); undefined when the history does not reach back to
 * it. `version`: the token's version at the instant. It has the supply at its end, because changes of the supply make
 * no version.
 *
 * The supply changes by transfers of units without a counterpart, and by the creation and the burning of NFTs: those
 * from the instant to the version's end are subtracted. If the end is far away, all balances of the token at the
 * instant are summed instead. Accounts that dissociate from a deleted token lose their units, which reduces its supply, but
 * their NFTs without a change of it.
 */
export async function selectSupplyAt(
  select: Select,
  network: Network,
  version: StateRow<'token'>,
  at: bigint,
): Promise<bigint | undefined> {
  const { token_id: id, timestamp_range: valid, total_supply: supply, type } = version;
  const until = valid.to ?? MAX_INT64;
  const less = async (changes: Sql) =>
    (await selectLess(select, version, at, changes)) ?? (await selectAgain(select, network, id, at));
  if (type === 'NON_FUNGIBLE_UNIQUE') {
    const [[deletion] = []] = await select(deletionOf(id));
    const deletedAt = deletion ? BigInt(deletion) : MAX_INT64;
    return deletedAt <= at ? supply : less(changedNfts(id, at, earlier(until, deletedAt)));
  }
  const [[lastEnd] = []] = await select(namedBlock(sql`consensus_end`, 'latest'));
  const end = earlier(until, BigInt(lastEnd ?? 0) + 1n);
  if (end - at <= MAX_SUBTRACTED_NS && isWholeSince(await selectRetained(select), at, 'transactions')) {
    return less(changedUnits(id, at, until));
  }
  const balances = await sumOfBalances(select, network, id, at);
  return balances === undefined ? undefined : BigInt(await selectOne(select, balances));
}

async function selectOne(select: Select, statement: Sql): Promise<string> {
  const [[value] = []] = await select(statement);
  return value ?? '0';
}

/** Returns the supply of a token like `selectSupplyAt`, after its version ended between two reads. */
async function selectAgain(
  select: Select,
  network: Network,
  id: bigint,
  at: bigint,
): Promise<bigint | undefined> {
  const version = await selectVersion(select, 'token', { token_id: id }, at);
  return version && selectSupplyAt(select, network, version, at);
}

/** Selects the time at which a token was deleted, null if it is not. */
function deletionOf(id: bigint): Sql {
  const of = (table: Sql) =>
    sql`select lower(timestamp_range) as at from ${table} where id = ${id} and ${isTrue(sql`deleted`)}`;
  return sql`select min(d.at) from (${of(sql`entity`)} union all ${of(sql`entity_history`)}) d`;
}

/**
 * Returns the supply of the token's version at an instant, less `changes` after it; undefined if a block ended the
 * version meanwhile. One statement reads both, because a block stored meanwhile changes both.
 */
async function selectLess(
  select: Select,
  { token_id: id, timestamp_range: valid }: StateRow<'token'>,
  at: bigint,
  changes: Sql,
): Promise<bigint | undefined> {
  const version = newestOfVersions({
    table: 'token',
    alias: 'e',
    select: sql`total_supply, timestamp_range`,
    where: [sql`token_id = ${id}`, sql`lower(timestamp_range) <= ${at}`],
  });
  const [[supply, end, changed] = []] = await select(
    sql`select v.total_supply, upper(v.timestamp_range), (${changes}) from ${as(version, 'v')}`,
  );
  const isSame = (end ?? null) === (valid.to?.toString() ?? null);
  return isSame ? BigInt(supply ?? 0) - BigInt(changed ?? 0) : undefined;
}

/** Selects the change of units after an instant and before another. */
function changedUnits(id: bigint, at: bigint, end: bigint): Sql {
  return sql`select sum(amount) from token_transfer
    where token_id = ${id} and consensus_timestamp > ${at} and consensus_timestamp < ${end}`;
}

/** Selects the number of NFTs created, less those burned, after an instant and before another. */
function changedNfts(id: bigint, at: bigint, end: bigint): Sql {
  return sql`select (${lastSerial(id, end - 1n)}) - (${lastSerial(id, at)}) - count(*)
    from nft
    where token_id = ${id} and account_id is null and ${isTrue(sql`deleted`)}
      and lower(timestamp_range) > ${at} and lower(timestamp_range) < ${end}`;
}

/**
 * Selects the serial number of the last NFT of a token that was created up to an instant; 0 if none was. Serial numbers
 * are in the order of creation, so it is found by a binary search. A missing one is older than the retained history.
 *
 * Required plan: a Recursive Union whose every step is an Index Scan of one row.
 */
function lastSerial(id: bigint, at: bigint): Sql {
  const nfts = { from: sql`nft`, where: [sql`token_id = ${id}`] };
  const isLater = exists(nfts.from, [
    ...nfts.where,
    sql`serial_number = b.middle`,
    sql`created_timestamp > ${at}`,
  ]);
  return sql`with recursive search as (
      select 0::bigint as low, coalesce((${newestRow({
        select: sql`serial_number`,
        ...nfts,
        by: [sql`serial_number`],
      })}), 0) as high
      union all
      select case when is_later then low else middle end, case when is_later then middle - 1 else high end
      from (
        select low, high, middle, ${isLater} as is_later
        from (select low, high, (low + high + 1) / 2 as middle from search where low < high) b
      ) c
    )
    select low from search where low = high`;
}

/** SELECT of all units of a token held by accounts at an instant; undefined when that is not known. */
async function sumOfBalances(
  select: Select,
  network: Network,
  id: bigint,
  at: bigint,
): Promise<Sql | undefined> {
  const known = await selectKnownInstant(select, network, at, false);
  if (known === undefined) return undefined;
  const before =
    known.snapshot === undefined
      ? sql`0`
      : sql`coalesce((select sum(b.balance) from (
          select distinct on (account_id) balance from token_balance
          where token_id = ${id} and ${join(ofSnapshot(known.snapshot), ' and ')}
          order by account_id, consensus_timestamp desc) b), 0)`;
  return sql`select ${before} + coalesce((select sum(amount) from token_transfer
    where token_id = ${id} and ${transferredSince(known)}), 0)`;
}
