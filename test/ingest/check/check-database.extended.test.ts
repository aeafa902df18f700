import { beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../../database.ts';
import { CheckedHistory, check } from './checked-history.ts';

/** One deliberate damage: SQL with `$T` for a transaction of a suitable kind, or without a transaction. */
interface Damage {
  readonly name: string;
  /** Check that reports it. Damages of the same check have other messages, which no other one of them causes. */
  readonly check: number;
  /** SELECT of the time of the damaged row. */
  readonly at: string;
  /** SQL of the damage; $1 is that time. */
  readonly sql: string;
  /** Text that the finding must contain. */
  readonly message: string;
}

/** Returns SQL that selects the middle one of some rows, by time. */
const middle = (table: string, where = 'true', time = 'consensus_timestamp') =>
  `select ${time} as at from ${table} where ${where} order by 1
   offset (select count(*) / 2 from ${table} where ${where}) limit 1`;

const doubled = (table: string) =>
  `insert into ${table} select * from ${table} where consensus_timestamp = $1`;

const DAMAGES: readonly Damage[] = [
  {
    name: 'a missing block',
    check: 1,
    at: 'select consensus_end as at from record_file where index = 13',
    sql: 'delete from record_file where consensus_end = (select max(consensus_end) from record_file where consensus_end < $1)',
    message: 'the number of the block after 11: expected 12, found 13',
  },
  {
    name: 'the hash of a block',
    check: 2,
    at: 'select consensus_end as at from record_file where index = 8',
    sql: `update record_file set hash = repeat('ab', 48)
      where index = 7 and $1::bigint is not null`,
    message: 'the hash of the block before it',
  },
  {
    name: 'the hash of the block before',
    check: 3,
    at: 'select consensus_end as at from record_file where index = 9',
    sql: `update record_file set prev_hash = repeat('cd', 48) where consensus_end = $1`,
    message: 'the hash of the block before it',
  },
  {
    name: 'a missing transaction',
    check: 2,
    at: middle('transaction', 'type = 14'),
    sql: 'delete from transaction where consensus_timestamp = $1',
    message: 'the count of its transactions',
  },
  {
    name: 'an extra transaction',
    check: 3,
    at: middle('transaction'),
    sql: `insert into transaction (consensus_timestamp, type, result, payer_account_id, valid_start_ns)
      select consensus_timestamp - 1, 14, 22, 2, 1 from transaction where consensus_timestamp = $1`,
    message: 'the count of its transactions',
  },
  {
    name: 'a missing transfer',
    check: 4,
    at: middle('crypto_transfer', 'amount > 0'),
    sql: `delete from crypto_transfer where ctid in (
      select ctid from crypto_transfer where consensus_timestamp = $1 and amount > 0 limit 1)`,
    message: 'moves of hbar (in tinybars): expected 0',
  },
  {
    name: 'another amount',
    check: 5,
    at: middle('crypto_transfer', 'amount < 0'),
    sql: 'update crypto_transfer set amount = amount - 1 where consensus_timestamp = $1 and amount < 0',
    message: 'moves of hbar (in tinybars): expected 0, found -',
  },
  {
    name: 'another amount of a token',
    check: 6,
    at: middle(
      'token_transfer',
      'consensus_timestamp in (select consensus_timestamp from transaction where type = 14)',
    ),
    sql: `update token_transfer set amount = amount + 5 where consensus_timestamp = $1 and amount > 0`,
    message: 'moves of token',
  },
  {
    name: 'duplicates of all transfers of a transaction',
    check: 7,
    at: `select consensus_timestamp as at from account_balance_file order by 1 limit 1`,
    sql: `insert into crypto_transfer select * from crypto_transfer where consensus_timestamp = (
      select min(consensus_timestamp) from crypto_transfer where consensus_timestamp > (
        select consensus_end from record_file where index = 0) and $1::bigint > 0)`,
    message: 'in the snapshot of all balances',
  },
  {
    name: 'all transfers of the last transaction missing',
    check: 6,
    at: `select max(consensus_timestamp) as at from crypto_transfer`,
    sql: `delete from crypto_transfer where consensus_timestamp = $1`,
    message: 'in tinybars now',
  },
  {
    name: 'a balance in a snapshot',
    check: 2,
    at: 'select max(consensus_timestamp) as at from account_balance',
    sql: `update account_balance set balance = balance + 1 where consensus_timestamp = $1 and account_id > 1000`,
    message: 'in the snapshot of all balances',
  },
  {
    name: 'a snapshot that lacks a row',
    check: 6,
    at: 'select max(consensus_timestamp) as at from account_balance',
    sql: `delete from account_balance where consensus_timestamp = $1 and account_id > 1000`,
    message: 'found none',
  },
  {
    name: 'a balance of a token in a snapshot',
    check: 3,
    at: 'select max(consensus_timestamp) as at from token_balance',
    sql: `update token_balance set balance = balance + 1 where consensus_timestamp = $1 and token_id in (
      select token_id from token where type = 'FUNGIBLE_COMMON')`,
    message: 'in the snapshot of all balances',
  },
  {
    name: 'a balance',
    check: 1,
    at: middle(
      'entity',
      `type = 'ACCOUNT' and num > 1000`,
      'greatest(balance_timestamp, lower(timestamp_range))',
    ),
    sql: `update entity set balance = balance + 1
      where greatest(balance_timestamp, lower(timestamp_range)) = $1 and type = 'ACCOUNT'`,
    message: 'in tinybars now',
  },
  {
    name: 'a balance of a token',
    check: 2,
    at: middle(
      'token_account',
      `balance > 0 and token_id in (select token_id from token where type = 'FUNGIBLE_COMMON')`,
      'greatest(balance_timestamp, lower(timestamp_range))',
    ),
    sql: `update token_account set balance = balance + 1
      where greatest(balance_timestamp, lower(timestamp_range)) = $1 and balance > 0`,
    message: 'units of token',
  },
  {
    name: 'a missing account',
    check: 3,
    at: 'select max(consensus_end) as at from record_file',
    sql: `delete from entity where id = (
      select max(id) from entity where type = 'ACCOUNT' and balance > 0 and $1::bigint > 0)`,
    message: 'the sum of all balances in tinybars: expected 5000000000000000000',
  },
  {
    name: 'the supply of a token',
    check: 4,
    at: 'select max(consensus_end) as at from record_file',
    sql: `update token set total_supply = total_supply + 1 where token_id = (
      select min(token_id) from token where type = 'FUNGIBLE_COMMON' and $1::bigint > 0)`,
    message: 'the sum of all balances of token',
  },
  {
    name: 'a missing NFT',
    check: 1,
    at: 'select max(consensus_end) as at from record_file',
    sql: `delete from nft where ctid = (
      select max(ctid) from nft where account_id is not null and deleted is not true and $1::bigint > 0)`,
    message: 'in NFTs of token',
  },
  {
    name: 'a balance in the balance index',
    check: 3,
    at: 'select max(consensus_end) as at from record_file',
    sql: `update tain.current_balance set balance = balance + 1 where account_id = 2 and $1::bigint > 0`,
    message: 'of account 0.0.2 in the balance index',
  },
  {
    name: 'a missing message',
    check: 4,
    at: middle('topic_message'),
    sql: 'delete from topic_message where consensus_timestamp = $1',
    message: 'the row of topic_message',
  },
  {
    name: 'another message',
    check: 1,
    at: middle('topic_message'),
    sql: `update topic_message set message = message || 'x' where consensus_timestamp = $1`,
    message: 'the running hash of the message',
  },
  {
    name: 'another sequence number',
    check: 5,
    at: `select max(consensus_timestamp) as at from topic_message`,
    sql: 'update topic_message set sequence_number = sequence_number + 1 where consensus_timestamp = $1',
    message: 'the sequence number of the message',
  },
  {
    name: 'the gas of a block',
    check: 2,
    at: `select max(consensus_end) as at from record_file where gas_used > 0`,
    sql: 'update record_file set gas_used = gas_used + 1 where consensus_end = $1',
    message: 'the gas that its executions used',
  },
  {
    name: 'the bloom of a block',
    check: 1,
    at: `select max(consensus_end) as at from record_file where length(logs_bloom) > 0`,
    sql: `update record_file set logs_bloom = '' where consensus_end = $1`,
    message: 'the bloom of its logs',
  },
  {
    name: 'the gas of an execution',
    check: 3,
    at: middle('contract_result', 'transaction_nonce = 0 and gas_used > 0'),
    sql: 'update contract_result set gas_used = gas_used - 1 where consensus_timestamp = $1',
    message: 'the gas that its executions used',
  },
  {
    name: 'an execution without result',
    check: 4,
    at: middle(
      'contract_result r',
      `transaction_nonce = 0 and coalesce(length(bloom), 0) = 0 and exists (
        select from transaction t where t.consensus_timestamp = r.consensus_timestamp and type = 7)`,
    ),
    sql: `with gone as (
        delete from contract_result where consensus_timestamp = $1 returning gas_used
      )
      update record_file set gas_used = gas_used - (select coalesce(sum(gas_used), 0) from gone)
      where consensus_end = (select min(consensus_end) from record_file where consensus_end >= $1)`,
    message: 'the row of contract_result',
  },
  {
    name: 'a log without its transaction',
    check: 5,
    at: middle('contract_log'),
    sql: `insert into contract_log select (jsonb_populate_record(l, jsonb_build_object('consensus_timestamp', l.consensus_timestamp - 1))).*
      from contract_log l where consensus_timestamp = $1`,
    message: 'the transaction of a row of contract_log',
  },
  {
    name: 'a missing sidecar file',
    check: 5,
    at: `select max(consensus_end) as at from sidecar_file`,
    sql: 'delete from sidecar_file where consensus_end = $1',
    message: 'the count of its sidecar files',
  },
  {
    name: 'a missing hash',
    check: 1,
    at: middle('transaction_hash'),
    sql: 'delete from transaction_hash where consensus_timestamp = $1',
    message: 'the row of transaction_hash',
  },
  {
    name: 'a duplicate hash',
    check: 2,
    at: middle('transaction_hash'),
    sql: doubled('transaction_hash'),
    message: 'of one row of transaction_hash',
  },
  {
    name: 'a duplicate signature',
    check: 3,
    at: middle('transaction_signature'),
    sql: doubled('transaction_signature'),
    message: 'of one row of transaction_signature',
  },
  {
    name: 'a time before the previous one',
    check: 4,
    at: 'select consensus_end as at from record_file where index = 6',
    sql: `update record_file set consensus_start = (select consensus_start from record_file where index = 5)
      where consensus_end = $1`,
    message: 'its consensus start: expected later than',
  },
];

const CHECKS = [...new Set(DAMAGES.map((damage) => damage.check))].sort();

async function blockAt({ database }: TestDatabase, at: string): Promise<bigint> {
  const { rows } = await database.pool.query<{ number: string }>(
    'select index::text as number from record_file where consensus_end >= $1 order by consensus_end limit 1',
    [at],
  );
  return BigInt(rows[0]?.number ?? -1);
}

describe('a database that is compared with itself', () => {
  let history: CheckedHistory;
  beforeAll(async () => {
    history = await CheckedHistory.make();
  });

  it('is clean after the ingest', async () => {
    const test = await history.copy();
    try {
      const { finding, ...rest } = await check(test);
      expect(finding).toBeNull();
      const { rows } = await test.database.pool.query('select count(*)::int as n from transaction');
      const none = { findings: [], differences: 0, firstDiffering: null, notes: [] };
      expect(rest).toEqual({ first: 0n, last: 23n, blocks: 24, transactions: rows[0]?.n, ...none });
    } finally {
      await test.drop();
    }
  });

  it.each(CHECKS)('reports each damage: check %i', async (number) => {
    const damages = DAMAGES.filter((damage) => damage.check === number);
    expect(new Set(damages.map(({ message }) => message)).size).toBe(damages.length);
    const test = await history.copy();
    try {
      const damaged: { time: string; block: bigint }[] = [];
      for (const { at } of damages) {
        const { rows } = await test.database.pool.query<{ at: string }>(`select at::text from (${at}) x`);
        const time = rows[0]?.at ?? '';
        expect(time).toMatch(/^\d+$/);
        damaged.push({ time, block: await blockAt(test, time) });
      }
      for (const [index, { name, sql }] of damages.entries()) {
        const { rowCount } = await test.database.pool.query(sql, [damaged[index]?.time]);
        expect([name, rowCount]).not.toEqual([name, 0]);
      }
      // Consequences of the damages may be reported, too.
      const { findings, differences } = await check(test);
      const sentences = findings.map(
        ({ block, difference: { subject, expected, found } }) =>
          `${block}: ${subject}: expected ${expected}, found ${found}`,
      );
      expect(differences).toBe(sentences.length);
      for (const [index, { name, message }] of damages.entries()) {
        const own = sentences.filter((each) => each.startsWith(`${damaged[index]?.block}: `)).join('\n');
        expect([name, own]).toEqual([name, expect.stringContaining(message)]);
      }
    } finally {
      await test.drop();
    }
  });
});
