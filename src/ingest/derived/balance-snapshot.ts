import type { Queryable } from '../../db/writer.ts';
import { decodeEntityId } from '../../kernel/entity-id.ts';
import { NANOS_PER_SECOND } from '../../kernel/timestamp.ts';

/** So long accounts that are gone are still looked for in a full snapshot. */
const LOOK_BACK = 30n * 86_400n * NANOS_PER_SECOND;
/** By this memo readers know a treasury that the stream has not shown; lists of accounts leave it out. */
const SYNTHETIC_TREASURY = 'Mirror node created synthetic treasury account';

/**
 * Keeps all balances as they are now, at `at` (nanoseconds), on a connection with an open
 * transaction. The first snapshot of a month (UTC) has every account and association; the later ones
 * those whose balance changed since the one before. All have a row of the treasury, which tells that
 * there is a snapshot. Does nothing when there is one of that time already.
 */
export async function storeBalanceSnapshot(client: Queryable, at: bigint, treasury: bigint): Promise<void> {
  const previous = await selectPreviousSnapshot(client, at);
  await addTreasury(client, at, treasury);
  const full = previous === null || previous < firstOfMonth(at);
  const lookBack = at - LOOK_BACK;
  // A balance that is still to be told of has changed after this.
  const since = previous !== null && (!full || previous > lookBack) ? previous : lookBack;
  const accounts = await client.query(
    `insert into account_balance (account_id, balance, consensus_timestamp)
     select id, coalesce(balance, 0), $1::bigint from entity
     where (balance is not null and (${full ? 'deleted is not true or' : ''} balance_timestamp > $2)) or id = $3
     order by id on conflict do nothing`,
    [at, since, treasury].map(String),
  );
  await client.query(
    `insert into token_balance (account_id, token_id, balance, consensus_timestamp)
     select account_id, token_id, balance, $1::bigint from token_account
     where ${full ? 'associated or' : ''} balance_timestamp > $2
     order by account_id, token_id on conflict do nothing`,
    [at, since].map(String),
  );
  await client.query(
    `insert into account_balance_file (consensus_timestamp, name, count, load_start, load_end, synthetic, time_offset)
     select consensus_end, $2, $3, load_start, load_end, true, 0 from record_file where consensus_end = $1
     on conflict do nothing`,
    [at.toString(), `${shortInstant(at)}_Balances.csv`, accounts.rowCount ?? 0],
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
