import { decodeEntityId } from '@tain/ledger/entity-id';
import { firstDayOfMonth, NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import { formFor } from '../../store/connections/distributed.ts';
import { MADE_UP_TREASURY_MEMO } from '../../store/schema/made-up-treasury.ts';
import type { Queryable } from '../../store/writer/writer.ts';
import {
  bigintArray,
  type ChangedKeys,
  IS_ONE_OF_ACCOUNTS,
  IS_ONE_OF_ASSOCIATIONS,
  KEYS_OF_ACCOUNTS,
  KEYS_OF_ASSOCIATIONS,
  unchangedSince,
} from './changed-keys.ts';
import type { Due } from './due.ts';
import { type DerivedJob, firstPosition } from './job.ts';

/**
 * Snapshots of all balances. The first one of a month (UTC) has every account and association; later ones have those
 * whose balance changed since the previous one, from the change log. Every snapshot has a row of the treasury, by which
 * readers find it, and which is therefore written last.
 */

/** A full snapshot includes deleted accounts that changed within this time, in nanoseconds. */
const LOOKBACK_NS = 30n * 86_400n * NANOS_PER_SECOND;

/** FROM item `u`: the snapshot that is being computed, if any. */
const JOB = `(
    select at, position, (parameters->>'since')::bigint as since, (parameters->>'whole')::boolean as whole,
      (parameters->>'treasury')::bigint as treasury
    from tain.derived_job
    where kind = 'balance-snapshot'
  ) u`;

/** A block after which a snapshot is due. */
export type SnapshotCause = Pick<Due, 'at' | 'treasury'>;

/** Begins a snapshot of the current balances. */
async function begin(client: Queryable, { at, treasury }: SnapshotCause): Promise<void> {
  const previous = await selectPreviousSnapshot(client, at);
  await addTreasury(client, at, treasury);
  const whole = previous === null || previous < firstDayOfMonth(at);
  const earliest = at - LOOKBACK_NS;
  // Only what changed after this is included; in a full snapshot it limits only the deleted accounts.
  const since = previous !== null && (!whole || previous > earliest) ? previous : earliest;
  const { rows } = await client.query<{ balance: string }>(
    'select coalesce(balance, 0)::text as balance from entity where id = $1',
    [treasury.toString()],
  );
  await client.query(
    `insert into tain.derived_job (kind, at, phase, position, parameters)
     select 'balance-snapshot', $1::bigint, 'accounts', $5, jsonb_build_object(
       'since', $2::bigint,
       'whole', $3::boolean,
       'scan', $3::boolean or exists (select from tain.change_log where everything and consensus_end <= $1),
       'treasury', $4::bigint,
       'treasuryBalance', $6::bigint)`,
    [...[at, since, whole, treasury].map(String), firstPosition(1), rows[0]?.balance ?? '0'],
  );
}

/** Stores the balances of accounts and associations that are about to change. */
function storeBalances(client: Queryable, keys: ChangedKeys): Promise<unknown> {
  return formFor(client, { one: storeOnOne, several: storeDistributed })(client, keys);
}

function storeOnOne(client: Queryable, keys: ChangedKeys): Promise<unknown> {
  return Promise.all([
    client.query(storeAccountsSql(KEYS_OF_ACCOUNTS), [bigintArray(keys.accounts)]),
    client.query(storeTokensSql(KEYS_OF_ASSOCIATIONS), [bigintArray(keys.holders), bigintArray(keys.tokens)]),
  ]);
}

type Phase = 'accounts' | 'tokens';

interface RunningJob {
  readonly at: string;
  readonly phase: Phase;
  /** Whether rows are found by a scan of the table instead of the change log. */
  readonly scan: boolean;
  /** The last key read. */
  readonly position: readonly string[];
}

interface Chunk {
  readonly seen: number;
  readonly stored: number;
  /** The next position; null when no row was read. */
  readonly position: string | null;
}

const NO_ROWS: Chunk = { seen: 0, stored: 0, position: null };

async function step(client: Queryable, rows: number): Promise<boolean> {
  const { rows: found } = await client.query<RunningJob>(
    `select at::text, phase, (parameters->>'scan')::boolean as scan, position::text[]
     from tain.derived_job
     where kind = 'balance-snapshot'`,
  );
  const [job] = found;
  if (!job) return true;
  const { at, phase, scan, position } = job;
  const stepChunk = formFor(client, { one: stepOnOne, several: stepDistributed });
  const chunk = await stepChunk(client, phase, scan, rows, position);
  const ended = chunk.seen < rows;
  await client.query(
    `update tain.derived_job
     set phase = $1, position = $2, stored = stored + $3
     where kind = 'balance-snapshot'`,
    [
      ended ? 'tokens' : phase,
      ended || chunk.position === null ? firstPosition(TABLES.tokens.key.length) : chunk.position,
      phase === 'accounts' ? chunk.stored : 0,
    ].map(String),
  );
  if (!ended || phase === 'accounts') return false;
  await endBalanceSnapshot(client, BigInt(at));
  return true;
}

async function stepOnOne(
  client: Queryable,
  phase: Phase,
  scan: boolean,
  rows: number,
  position: readonly string[],
): Promise<Chunk> {
  const { rows: chunks } = await client.query<Chunk>(chunkSql(phase, scan), [rows, ...position].map(String));
  return chunks[0] ?? NO_ROWS;
}

export const balanceSnapshotJob: DerivedJob<SnapshotCause> = { begin, step, beforeChange: storeBalances };

/**
 * `changed`: keys in the change log, up to the instant of the snapshot. `liveColumn`: column that decides whether a
 * full snapshot has the row.
 */
const TABLES = {
  accounts: {
    from: 'entity',
    key: ['id'],
    changed: 'unnest(l.accounts) as c (id)',
    liveColumn: 'deleted',
    to: 'account_balance',
    columns: 'account_id',
  },
  tokens: {
    from: 'token_account',
    key: ['account_id', 'token_id'],
    changed: 'unnest(l.holders, l.tokens) as c (account_id, token_id)',
    liveColumn: 'associated',
    to: 'token_balance',
    columns: 'account_id, token_id',
  },
} as const;

/** A job as SQL expressions. */
interface JobTerms {
  readonly at: string;
  readonly since: string;
  readonly whole: string;
  readonly treasury: string;
}

/** Expressions for job `u`. */
const JOB_U: JobTerms = { at: 'u.at', since: 'u.since', whole: 'u.whole', treasury: 'u.treasury' };

/**
 * Condition: row `e` belongs to the snapshot, unchanged since then. The treasury's row marks the snapshot as complete
 * and is written at the end.
 */
function isPart(phase: Phase, { at, since, whole, treasury }: JobTerms): string {
  const isLive = phase === 'accounts' ? 'e.deleted is not true' : 'e.associated';
  const isAccount = `and e.balance is not null and e.id <> ${treasury}`;
  return `${unchangedSince(at)} and (${whole} and ${isLive} or e.balance_timestamp > ${since})
        ${phase === 'accounts' ? isAccount : ''}`;
}

/**
 * One chunk: $1 rows to read, then the position. Rows are found by a scan of the table's key, or by the keys in the
 * change log, and stored in the order of their key, which takes a fifth less time. Some may already be stored: copied
 * before they changed, or from a file of the network.
 */
function chunkSql(phase: Phase, scan: boolean): string {
  const { from, key, changed, liveColumn, to, columns } = TABLES[phase];
  const of = (alias: string) => key.map((name) => `${alias}.${name}`).join(', ');
  const after = key.map((_, i) => `$${2 + i}::bigint`).join(', ');
  const page = scan
    ? `(
        select *
        from ${from} e
        where (${of('e')}) > (${after})
        order by ${of('e')} limit $1
      ) e`
    : `(
        select distinct ${of('c')}
        from tain.change_log l
        cross join lateral ${changed}
        where l.consensus_end <= (select at from ${JOB}) and (${of('c')}) > (${after})
        order by ${of('c')} limit $1
      ) k
      left join lateral (
        select *
        from ${from}
        where ${key.map((name) => `${name} = k.${name}`).join(' and ')} offset 0
      ) e on true`;
  const backwards = key.map((name) => `${name} desc`).join(', ');
  return `with page as materialized (
      select ${of(scan ? 'e' : 'k')}, e.balance, e.balance_timestamp, e.timestamp_range, e.${liveColumn}
      from ${page}
    ), stored as (
      insert into ${to} (${columns}, balance, consensus_timestamp)
      select ${of('e')}, e.balance, u.at
      from ${JOB}
      cross join page e
      where ${isPart(phase, JOB_U)}
      order by ${of('e')}
      on conflict do nothing
      returning 1
    )
    select (select count(*) from page)::int as seen, (select count(*) from stored)::int as stored, (
      select array[${key.join(', ')}]::text
      from page
      order by ${backwards} limit 1
    ) as position`;
}

/** Stores balances of accounts for the snapshot. `keys`: FROM item `k` with their ids. */
function storeAccountsSql(keys: string): string {
  return `with stored as (
      insert into account_balance (account_id, balance, consensus_timestamp)
      select e.id, e.balance, u.at
      from ${JOB}
      cross join ${keys}
      cross join lateral (
        select *
        from entity
        where id = k.id offset 0
      ) e
      where ${isPart('accounts', JOB_U)}
      order by e.id
      on conflict do nothing
      returning 1
    )
    update tain.derived_job
    set stored = stored + (select count(*) from stored)
    where kind = 'balance-snapshot'`;
}

/** Stores balances of associations. `keys`: FROM item `k` with account_id and token_id. */
function storeTokensSql(keys: string): string {
  return `insert into token_balance (account_id, token_id, balance, consensus_timestamp)
    select e.account_id, e.token_id, e.balance, u.at
    from ${JOB}
    cross join ${keys}
    cross join lateral (
      select *
      from token_account
      where account_id = k.account_id and token_id = k.token_id offset 0
    ) e
    where ${isPart('tokens', JOB_U)}
    order by e.account_id, e.token_id
    on conflict do nothing`;
}

/** Returns the job as values, for servers that do not have its row. */
async function selectJobValues(client: Queryable): Promise<JobTerms | undefined> {
  const { rows } = await client.query<JobTerms>(
    `select u.at::text, u.since::text, u.whole::text, u.treasury::text from ${JOB}`,
  );
  return rows[0];
}

/**
 * Returns a statement that stores the balances of rows `e` on their own servers. Tables of accounts and of their
 * balances are colocated.
 */
function storeSql(phase: Phase, which: string, job: JobTerms): string {
  const { from, key, to, columns } = TABLES[phase];
  return `insert into ${to} (${columns}, balance, consensus_timestamp)
    select ${key.map((name) => `e.${name}`).join(', ')}, e.balance, ${job.at}
    from ${from} e
    where ${which} and ${isPart(phase, job)}
    on conflict do nothing`;
}

/** Does the work of `storeBalances` when tables are on several servers. */
async function storeDistributed(client: Queryable, keys: ChangedKeys): Promise<void> {
  const job = await selectJobValues(client);
  if (job === undefined) return;
  const { rowCount } = await client.query(storeSql('accounts', IS_ONE_OF_ACCOUNTS, job), [
    bigintArray(keys.accounts),
  ]);
  await client.query("update tain.derived_job set stored = stored + $1 where kind = 'balance-snapshot'", [
    rowCount ?? 0,
  ]);
  await client.query(storeSql('tokens', IS_ONE_OF_ASSOCIATIONS, job), [
    bigintArray(keys.holders),
    bigintArray(keys.tokens),
  ]);
}

/** Processes one chunk when tables are on several servers: first its keys, then their rows on their own servers. */
async function stepDistributed(
  client: Queryable,
  phase: Phase,
  scan: boolean,
  max: number,
  position: readonly string[],
): Promise<Chunk> {
  const job = await selectJobValues(client);
  if (job === undefined) return NO_ROWS;
  const { from, key, changed } = TABLES[phase];
  const of = (alias: string) => key.map((name) => `${alias}.${name}`).join(', ');
  const source = scan
    ? `${from} c where true`
    : `tain.change_log l cross join lateral ${changed} where l.consensus_end <= ${job.at}`;
  const { rows } = await client.query<Record<'ids' | 'tokens' | 'last', string | null> & { seen: number }>(
    `select count(*)::int as seen, array_agg(${key[0]})::text as ids, array_agg(${key.at(-1)})::text as tokens,
       max(array[${key.join(', ')}])::text as last
     from (
       select distinct ${of('c')}
       from ${source} and (${of('c')}) > (${key.map((_, i) => `$${2 + i}::bigint`).join(', ')})
       order by ${of('c')} limit $1
     ) k`,
    [max, ...position].map(String),
  );
  const { seen = 0, ids = null, tokens = null, last = null } = rows[0] ?? {};
  if (last === null) return NO_ROWS;
  const { rowCount } =
    phase === 'accounts'
      ? await client.query(storeSql(phase, IS_ONE_OF_ACCOUNTS, job), [ids])
      : await client.query(storeSql(phase, IS_ONE_OF_ASSOCIATIONS, job), [ids, tokens]);
  return { seen, stored: rowCount ?? 0, position: last };
}

async function endBalanceSnapshot(client: Queryable, at: bigint): Promise<void> {
  const { rows } = await client.query<{ treasury: string; balance: string; count: string }>(
    `delete from tain.derived_job where kind = 'balance-snapshot'
     returning parameters->>'treasury' as treasury, parameters->>'treasuryBalance' as balance,
       (stored + 1)::text as count`,
  );
  const [ended] = rows;
  if (ended === undefined) return;
  await client.query('delete from tain.change_log where consensus_end <= $1', [at.toString()]);
  await client.query(
    `insert into account_balance (account_id, balance, consensus_timestamp)
     values ($1, $2, $3)
     on conflict do nothing`,
    [ended.treasury, ended.balance, at.toString()],
  );
  await client.query(
    `insert into account_balance_file (consensus_timestamp, name, count, load_start, load_end, synthetic,
       time_offset)
     select consensus_end, $1, $3::bigint, load_start, load_end, true, 0
     from record_file where consensus_end = $2
     on conflict do nothing`,
    [`${shortInstant(at)}_Balances.csv`, at.toString(), ended.count],
  );
}

/** Balance files of the network do not count as snapshots, because our rows must not depend on them. */
async function selectPreviousSnapshot(client: Queryable, at: bigint): Promise<bigint | null> {
  const { rows } = await client.query<{ at: string }>(
    `select consensus_timestamp::text as at
     from account_balance_file
     where synthetic and consensus_timestamp < $1
     order by consensus_timestamp desc limit 1`,
    [at.toString()],
  );
  return rows[0] ? BigInt(rows[0].at) : null;
}

async function addTreasury(client: Queryable, at: bigint, treasury: bigint): Promise<void> {
  const { shard, realm, num } = decodeEntityId(treasury);
  await client.query(
    `insert into entity (id, shard, realm, num, type, memo, balance, balance_timestamp, timestamp_range)
     values ($1, $2, $3, $4, 'ACCOUNT', $5, 0, $6::bigint, int8range($6::bigint, null))
     on conflict do nothing`,
    [treasury, shard, realm, num, MADE_UP_TREASURY_MEMO, at].map(String),
  );
}

/**
 * Formats an instant as in the names of balance files: as many digits after the point as needed, in groups of three.
 */
export function shortInstant(nanos: bigint): string {
  const date = new Date(Number(nanos / 1_000_000n)).toISOString().slice(0, 19).replaceAll(':', '_');
  const fraction = (nanos % NANOS_PER_SECOND)
    .toString()
    .padStart(9, '0')
    .replace(/(?:000)+$/, '');
  return fraction === '' ? `${date}Z` : `${date}.${fraction}Z`;
}
