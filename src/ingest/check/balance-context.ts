import { later } from '@tain/ledger/timestamp';
import type pg from 'pg';
import type { RetentionFamily } from '../../store/schema/kept-tables.ts';
import type { Queryable } from '../../store/writer/writer.ts';
import { selectFirstBlock } from './blocks.ts';
import type { Holding } from './holdings.ts';
import type { RetainedSince } from './retained-since.ts';
import type { StoredSchema } from './stored-schema.ts';

export interface BalanceContext {
  readonly client: Queryable;
  /**
   * Consensus start of the first block whose transfers are all known: accounts and associations created from then on
   * began with 0.
   */
  readonly begin: bigint;
  /**
   * Consensus time of the balance file from which initial balances came; null without one, or when transfers since then
   * were removed.
   */
  readonly seed: bigint | null;
  /** The kinds of balances. */
  readonly holdings: readonly Holding[];
}

/** Number of snapshots of all balances in one statement: about a month of them. */
const CHUNK_SNAPSHOTS = 3000;

/**
 * Returns the context of the comparison of balances. It begins where all transfers, and all rows of further families,
 * are stored. Null when settings leave some out.
 */
export async function selectBalanceContext(
  client: pg.ClientBase,
  schema: StoredSchema,
  retained: RetainedSince,
  ...families: readonly RetentionFamily[]
): Promise<BalanceContext | null> {
  const since = await retained.after('transactions', ...families);
  if (since === null) return null;
  const begin = later((await selectFirstBlock(client, retained)).start, since + 1n);
  const seed = schema.isOurs ? await selectSeed(client) : null;
  const isRemoved = seed !== null && seed + 1n < begin && since >= 0n;
  return { client, begin, seed: isRemoved ? null : seed, holdings: schema.holdings };
}

/** Returns the time of the balance file from which initial balances came; null without one. */
async function selectSeed(client: Queryable): Promise<bigint | null> {
  const { rows } = await client.query<{ at: string }>(
    'select consensus_timestamp::text as at from tain.balance_seed',
  );
  return rows[0] ? BigInt(rows[0].at) : null;
}

/** Consecutive completed snapshots, at least one. */
export interface Snapshots {
  /** Time of the snapshot before the first of these; null without one, or when transfers since then were removed. */
  readonly previous: bigint | null;
  readonly times: readonly bigint[];
  readonly last: bigint;
}

/** Returns the next snapshots after a time, up to another one; null when there are none. */
export async function selectSnapshots(
  context: BalanceContext,
  after: bigint,
  upTo: bigint,
): Promise<Snapshots | null> {
  const { rows } = await context.client.query<{ at: string }>(
    `select consensus_timestamp::text as at
     from account_balance_file
     where synthetic and consensus_timestamp > $1 and consensus_timestamp <= $2
     order by consensus_timestamp limit ${CHUNK_SNAPSHOTS}`,
    [after.toString(), upTo.toString()],
  );
  const times = rows.map(({ at }) => BigInt(at));
  const last = times.at(-1);
  return last === undefined ? null : { previous: await selectLastSnapshot(context, after), times, last };
}

/** Returns the last completed snapshot up to a time; null when there is none, or transfers since then were removed. */
export async function selectLastSnapshot(
  { client, begin }: BalanceContext,
  upTo: bigint,
): Promise<bigint | null> {
  const { rows } = await client.query<{ at: string }>(
    `select consensus_timestamp::text as at
     from account_balance_file
     where synthetic and consensus_timestamp <= $1
     order by consensus_timestamp desc limit 1`,
    [upTo.toString()],
  );
  const last = rows[0] ? BigInt(rows[0].at) : null;
  return last !== null && last + 1n >= begin ? last : null;
}
