import type { Database } from '../../src/store/connections/database.ts';

/** Numbers of the appended blocks of a history. */
export interface GrownHistory {
  /** Last block of the history itself. */
  readonly own: number;
  /** Blocks with `BUSY_TRANSACTIONS` executions each. */
  readonly busy: readonly number[];
  readonly last: number;
}

export const BUSY_TRANSACTIONS = 1_000;
/** Number of busy blocks. Each is requested once, so that no response comes from a cache. */
const BUSY_BLOCKS = 200;
const LOGS_PER_BLOCK = 5;
const BLOCK_NANOS = 2_000_000_000n;
const EVENTS = 500;

/** First topic of one in 500 of the added logs. */
export function addedTopic(event: number): string {
  return `0x7a${event.toString(16).padStart(62, '0')}`;
}

/**
 * Adds blocks of two seconds: some of many executions, which are copies of the history's, then many with five logs each, of 500 events,
 * 1,000 indexed addresses and 100 contracts. Hashes of blocks are made up.
 */
export async function growHistory({ pool }: Database, blocks: number): Promise<GrownHistory> {
  const newest = await pool.query(
    'select max(index)::int as own, max(consensus_end)::text as end from record_file',
  );
  const { own, end } = newest.rows[0] as { own: number; end: string };
  const busyFrom = BigInt(end) + 1n;
  const logsFrom = busyFrom + BigInt(BUSY_BLOCKS) * BLOCK_NANOS;
  await pool.query(
    `insert into record_file
     select (jsonb_populate_record(r, jsonb_build_object('name', 'added' || n, 'index', r.index + n, 'gas_used', 0, 'count', 1000,
       'hash', encode(sha256(n::text::bytea), 'hex') || repeat('0', 32), 'prev_hash', r.hash,
       'consensus_start', $1::bigint + (n - 1)::bigint * ${BLOCK_NANOS}, 'consensus_end', $1::bigint + n::bigint * ${BLOCK_NANOS} - 1))).*
     from record_file r, generate_series(1, $2::int) n where r.index = $3`,
    [busyFrom, BUSY_BLOCKS + blocks, own],
  );
  await addExecutions(pool, busyFrom);
  const word = (value: string): string => `decode(lpad(to_hex(${value}), 64, '0'), 'hex')`;
  await pool.query(
    `insert into contract_log (bloom, consensus_timestamp, contract_id, data, index, topic0, topic1, topic2, payer_account_id,
       root_contract_id, transaction_hash, transaction_index)
     select '', $1::bigint + n / ${LOGS_PER_BLOCK} * ${BLOCK_NANOS} + n % ${LOGS_PER_BLOCK}, 1000 + n % 100, ${word('n')}, 0,
       '\\x7a' || substring(${word(`n * 7919 % ${EVENTS}`)} from 2), ${word('n * 31 % 1000')}, ${word('n * 17 % 1000')}, 2,
       1000 + n % 100, sha256(n::text::bytea), n % ${LOGS_PER_BLOCK}
     from generate_series(0, $2::bigint - 1) n`,
    [logsFrom, blocks * LOGS_PER_BLOCK],
  );
  await pool.query('vacuum analyze');
  const busy = Array.from({ length: BUSY_BLOCKS }, (_, n) => own + 1 + n);
  return { own, busy, last: own + BUSY_BLOCKS + blocks };
}

/** Fills the blocks from a time on with copies of executions, of their signed transactions and of their logs. */
async function addExecutions(pool: Database['pool'], from: bigint): Promise<void> {
  const hash = 'sha256((block::bigint * 10000 + place)::text::bytea)';
  const result = `'transaction_hash', ${hash}, 'transaction_index', place`;
  for (const [table, changes] of [
    ['ethereum_transaction', `'hash', ${hash}`],
    ['contract_log', result],
    ['contract_result', result],
  ]) {
    await pool.query(
      `with own as materialized (
         select row_number() over (order by consensus_timestamp) - 1 as number, consensus_timestamp as source
         from contract_result r join ethereum_transaction using (consensus_timestamp)
         where transaction_nonce = 0 and transaction_index is not null and consensus_timestamp < $1
         limit ${BUSY_TRANSACTIONS}),
       copy as (
         select block, place, source, $1::bigint + block::bigint * ${BLOCK_NANOS} + place as time
         from generate_series(0, ${BUSY_BLOCKS - 1}) block, generate_series(0, ${BUSY_TRANSACTIONS - 1}) place
         join own on number = place % (select count(*) from own))
       insert into ${table}
       select (jsonb_populate_record(t, jsonb_build_object('consensus_timestamp', time, ${changes}))).*
       from copy join ${table} t on t.consensus_timestamp = source`,
      [from],
    );
  }
}
