import type { Queryable } from '../../db/writer.ts';
import { decodeEntityId } from '../../kernel/entity-id.ts';
import { NANOS_PER_SECOND } from '../../kernel/timestamp.ts';
import { bigintArray, type RowKeys, UNTOUCHED } from './slices.ts';

/*
 * Snapshots of all balances. The first one of a month (UTC) has every account and association; the
 * later ones those whose balance changed since the one before. All have a row of the treasury, which
 * tells readers that there is a snapshot, and which is therefore written last.
 *
 * A snapshot is written in slices, over several transactions, from the rows as they are then. Rows
 * that change meanwhile are stored before they change, by `keepBalances`; the slices pass them over (see
 * `slices.ts`).
 */

/** So long accounts that are gone are still looked for in a full snapshot. */
const LOOK_BACK = 30n * 86_400n * NANOS_PER_SECOND;
/** By this memo readers know a treasury that the stream has not shown; lists of accounts leave it out. */
const SYNTHETIC_TREASURY = 'Mirror node created synthetic treasury account';
const BEFORE_ALL = '-9223372036854775808';

/**
 * Begins a snapshot of the balances as they are now, at `at` (nanoseconds), on a connection with an
 * open transaction. None may be under way.
 */
export async function beginBalanceSnapshot(client: Queryable, at: bigint, treasury: bigint): Promise<void> {
  const previous = await selectPreviousSnapshot(client, at);
  await addTreasury(client, at, treasury);
  const whole = previous === null || previous < firstOfMonth(at);
  const lookBack = at - LOOK_BACK;
  // A balance that is still to be told of has changed after this.
  const since = previous !== null && (!whole || previous > lookBack) ? previous : lookBack;
  await client.query(
    `insert into tain.snapshot_under_way (at, since, whole, treasury, treasury_balance, position)
     select $1, $2, $3, id, coalesce(balance, 0), $5 from entity where id = $4`,
    [...[at, since, whole, treasury].map(String), firstPosition('accounts', whole)],
  );
  // Accounts of no known type have no present balance by which they would be found.
  if (!whole) await client.query(storeAccountsSql(notedAccounts('tain.changed_unlisted')));
  await client.query('delete from tain.changed_unlisted');
}

/**
 * Stores the balances of accounts and associations whose rows are about to change, for the snapshot
 * that is under way. All statements are given at once.
 */
export function keepBalances(client: Queryable, keys: RowKeys): Promise<unknown> {
  return Promise.all([
    client.query(storeAccountsSql('unnest($1::bigint[]) as k (id)'), [bigintArray(keys.accounts)]),
    client.query(storeTokensSql('unnest($1::bigint[], $2::bigint[]) as k (account_id, token_id)'), [
      bigintArray(keys.holders),
      bigintArray(keys.tokens),
    ]),
  ]);
}

type Phase = 'accounts' | 'tokens';

interface UnderWay {
  readonly at: string;
  readonly since: string;
  readonly whole: boolean;
  readonly phase: Phase;
  /** Up to where rows were looked at: the time of change, unless the snapshot is whole, and the key. */
  readonly position: readonly string[];
}

interface Slice {
  readonly seen: number;
  readonly stored: number;
  /** The next position; null when no row was seen. */
  readonly position: string | null;
}

/**
 * Writes the next slice of the snapshot that is under way: at most so many rows are looked at. True
 * when it is done with that, or none is under way.
 */
export async function continueBalanceSnapshot(client: Queryable, rows: number): Promise<boolean> {
  const { rows: found } = await client.query<UnderWay>(
    'select at::text, since::text, whole, phase, position::text[] from tain.snapshot_under_way',
  );
  const [snapshot] = found;
  if (!snapshot) return true;
  const { at, since, whole, phase, position } = snapshot;
  const isFirst = phase === 'accounts' && `{${position.join(',')}}` === firstPosition(phase, whole);
  if (isFirst && !whole) await storeNoted(client);
  const bounds = whole ? [] : [since, at];
  const values = [rows, ...bounds, ...position].map(String);
  const { rows: slices } = await client.query<Slice>(sliceSql(phase, whole), values);
  const slice = slices[0] ?? { seen: 0, stored: 0, position: null };
  const ended = slice.seen < rows;
  const next = ended || slice.position === null ? firstPosition('tokens', whole) : slice.position;
  await client.query(
    'update tain.snapshot_under_way set phase = $1, position = $2, accounts = accounts + $3',
    [ended ? 'tokens' : phase, next, phase === 'accounts' ? slice.stored : 0].map(String),
  );
  if (!ended || phase === 'accounts') return false;
  await endBalanceSnapshot(client, BigInt(at));
  return true;
}

/**
 * `changed`: where rows are found by the time at which their balance changed, and what is walked there.
 * `is`: what tells whether a row counts in a whole snapshot.
 */
const TABLES = {
  accounts: {
    from: 'entity',
    key: ['id'],
    changed:
      'tain.present_balance c cross join lateral (select * from entity where id = c.account_id offset 0) e',
    walk: ['c.balance_timestamp', 'c.account_id'],
    is: 'deleted',
    to: 'account_balance',
    columns: 'account_id',
  },
  tokens: {
    from: 'token_account',
    key: ['account_id', 'token_id'],
    changed: `tain.present_token_balance c cross join lateral (select * from token_account
      where account_id = c.account_id and token_id = c.token_id offset 0) e`,
    walk: ['c.balance_timestamp', 'c.account_id', 'c.token_id'],
    is: 'associated',
    to: 'token_balance',
    columns: 'account_id, token_id',
  },
} as const;

/** The treasury's row tells of the whole and is written at the end. */
const IS_ACCOUNT = 'e.balance is not null and e.id <> u.treasury';

/** Whether a row belongs to the snapshot. */
function isPart(phase: Phase): string {
  const isThere = phase === 'accounts' ? 'e.deleted is not true' : 'e.associated';
  return `(u.whole and ${isThere} or e.balance_timestamp > u.since)`;
}

function firstPosition(phase: Phase, whole: boolean): string {
  const length = TABLES[phase].key.length + (whole ? 0 : 1);
  return `{${Array(length).fill(BEFORE_ALL).join(',')}}`;
}

/**
 * One slice. $1 rows to look at, then the position. A whole snapshot walks the table's key; others
 * walk what changed, by its time (that of the present balances, which may be older than the row's), with
 * $2 since when and $3 the instant. Rows are stored in the order of their key, which takes a fifth less
 * time. Some may be there: kept, or from a file of the network.
 */
function sliceSql(phase: Phase, whole: boolean): string {
  const { from, key, changed, is, to, columns } = TABLES[phase];
  const names: readonly string[] = whole ? key : ['walked', ...key];
  const walk: readonly string[] = whole ? key.map((name) => `e.${name}`) : TABLES[phase].walk;
  const first = whole ? 2 : 4;
  const order = walk.join(', ');
  const after = walk.map((_, i) => `$${first + i}::bigint`).join(', ');
  const since = `${walk[0]} > $2 and ${walk[0]} >= $${first} and ${walk[0]} <= $3 and`;
  const ownKey = key.map((name) => `e.${name}`).join(', ');
  return `with page as materialized (
      select ${ownKey}, e.balance, e.balance_timestamp, e.timestamp_range, e.${is}, ${walk[0]} as walked
      from ${whole ? `${from} e` : changed} where ${whole ? '' : since} (${order}) > (${after})
      order by ${order} limit $1
    ), stored as (
      insert into ${to} (${columns}, balance, consensus_timestamp)
      select ${ownKey}, e.balance, u.at
      from tain.snapshot_under_way u cross join page e
      where ${UNTOUCHED} and ${isPart(phase)} ${phase === 'accounts' ? `and ${IS_ACCOUNT}` : ''}
      order by ${ownKey} on conflict do nothing
      returning 1
    )
    select (select count(*) from page)::int as seen, (select count(*) from stored)::int as stored,
      (select array[${names.join(', ')}]::text from page order by ${names.map((name) => `${name} desc`).join(', ')} limit 1) as position`;
}

/** Stores balances of accounts for the snapshot that is under way. `keys`: FROM item `k` with their ids. */
function storeAccountsSql(keys: string): string {
  return `with stored as (
      insert into account_balance (account_id, balance, consensus_timestamp)
      select e.id, e.balance, u.at
      from tain.snapshot_under_way u cross join ${keys}
      cross join lateral (select * from entity where id = k.id offset 0) e
      where ${IS_ACCOUNT} and ${UNTOUCHED} and ${isPart('accounts')}
      order by e.id on conflict do nothing
      returning 1
    )
    update tain.snapshot_under_way set accounts = accounts + (select count(*) from stored)`;
}

/** The same of associations. `keys`: FROM item `k` with account_id and token_id. */
function storeTokensSql(keys: string): string {
  return `insert into token_balance (account_id, token_id, balance, consensus_timestamp)
    select e.account_id, e.token_id, e.balance, u.at
    from tain.snapshot_under_way u cross join ${keys}
    cross join lateral (
      select * from token_account where account_id = k.account_id and token_id = k.token_id offset 0) e
    where ${UNTOUCHED} and ${isPart('tokens')}
    order by e.account_id, e.token_id on conflict do nothing`;
}

/** FROM item `k`: the accounts that a table of notes has. In order, so that neighbours are looked up together. */
function notedAccounts(table: string): string {
  return `(select distinct unnest(accounts) as id from ${table} order by id) k`;
}

const NOTED_TOKENS = `(
    select distinct n.* from tain.changed_token_balances c
    cross join lateral unnest(c.accounts, c.tokens) as n (account_id, token_id) order by account_id, token_id) k`;

/**
 * What changed and was left for later is not found by the time of its change, but is noted: it is stored
 * first. (Bringing all of it up takes longer, and need not be done before the snapshot ends.)
 */
async function storeNoted(client: Queryable): Promise<void> {
  await client.query(storeAccountsSql(notedAccounts('tain.changed_balances')));
  await client.query(storeTokensSql(NOTED_TOKENS));
}

async function endBalanceSnapshot(client: Queryable, at: bigint): Promise<void> {
  await client.query(
    `with ended as (delete from tain.snapshot_under_way returning *), treasury as (
       insert into account_balance (account_id, balance, consensus_timestamp)
       select treasury, treasury_balance, at from ended on conflict do nothing
     )
     insert into account_balance_file (consensus_timestamp, name, count, load_start, load_end, synthetic, time_offset)
     select r.consensus_end, $1, e.accounts + 1, r.load_start, r.load_end, true, 0
     from ended e join record_file r on r.consensus_end = e.at
     on conflict do nothing`,
    [`${shortInstant(at)}_Balances.csv`],
  );
}

/** Balance files of the network are no snapshots of ours: what we keep must not depend on them. */
async function selectPreviousSnapshot(client: Queryable, at: bigint): Promise<bigint | null> {
  const { rows } = await client.query<{ at: string }>(
    `select consensus_timestamp::text as at from account_balance_file
     where synthetic and consensus_timestamp < $1 order by consensus_timestamp desc limit 1`,
    [at.toString()],
  );
  return rows[0] ? BigInt(rows[0].at) : null;
}

async function addTreasury(client: Queryable, at: bigint, treasury: bigint): Promise<void> {
  const { shard, realm, num } = decodeEntityId(treasury);
  await client.query(
    `insert into entity (id, shard, realm, num, type, memo, balance, balance_timestamp, timestamp_range)
     values ($1, $2, $3, $4, 'ACCOUNT', $5, 0, $6::bigint, int8range($6::bigint, null)) on conflict do nothing`,
    [treasury, shard, realm, num, SYNTHETIC_TREASURY, at].map(String),
  );
}

function firstOfMonth(time: bigint): bigint {
  const date = new Date(Number(time / 1_000_000n));
  return BigInt(Date.UTC(date.getUTCFullYear(), date.getUTCMonth())) * 1_000_000n;
}

/** An instant as balance files are named: as many digits after the point as needed, in threes. */
export function shortInstant(nanos: bigint): string {
  const date = new Date(Number(nanos / 1_000_000n)).toISOString().slice(0, 19).replaceAll(':', '_');
  const fraction = (nanos % NANOS_PER_SECOND)
    .toString()
    .padStart(9, '0')
    .replace(/(?:000)+$/, '');
  return fraction === '' ? `${date}Z` : `${date}.${fraction}Z`;
}
