import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shardTable } from '../../src/store/access/citus/shard-rows.ts';
import { connectionConfig } from '../../src/store/connections/database.ts';
import type { TestDatabase } from '../database.ts';
import { startTestApi, type TestApi } from '../rest/api-fixture.ts';
import { createDistributedDatabase, injectedCluster } from './distributed-database.ts';
import { startReading } from './reading.ts';
import { followShards, type QueriedShards, type ShardLog } from './shards.ts';

/** Sixty rows of every table that a page reads. */
const ROWS = `
  insert into entity (id, num, realm, shard, type, timestamp_range, created_timestamp, deleted, balance, balance_timestamp, memo)
    select n, n, 0, 0, type::entity_type, '[1,)'::int8range, 1, false, n, 1, ''
    from (values (1000, 'ACCOUNT'), (2000, 'CONTRACT'), (3000, 'TOKEN'), (4000, 'SCHEDULE')) kinds (first, type),
      generate_series(first + 1, first + 60) n;
  insert into entity_stake (id, end_stake_period, pending_reward, staked_node_id_start, staked_to_me, stake_total_start, timestamp_range)
    select n, 1, 1, 0, 0, 0, '[1,)'::int8range from generate_series(1001, 1060) n;
  insert into contract (id) select n from generate_series(2001, 2060) n;
  insert into token (token_id, created_timestamp, decimals, initial_supply, name, symbol, treasury_account_id, freeze_status, kyc_status, type, timestamp_range)
    select n, 1, 0, 0, 'Coin', 'C', 1001, 0, 0, 'FUNGIBLE_COMMON', '[1,)'::int8range from generate_series(3001, 3060) n;
  insert into token_account (account_id, token_id, associated, balance, timestamp_range)
    select n, 3001, true, 1, '[1,)'::int8range from generate_series(1002, 1060) n
    union all select 1001, n, true, 1, '[1,)'::int8range from generate_series(3001, 3060) n;
  insert into nft (account_id, token_id, serial_number, created_timestamp, deleted, timestamp_range)
    select 1001, n, 1, 1, false, '[1,)'::int8range from generate_series(3001, 3060) n;
  insert into schedule (schedule_id, consensus_timestamp, creator_account_id, payer_account_id, transaction_body, wait_for_expiry)
    select n, n, 1001, 1001, '', false from generate_series(4001, 4060) n;
  insert into transaction_signature (entity_id, consensus_timestamp, public_key_prefix, signature, type)
    select n, n, '', '', 3 from generate_series(4001, 4060) n;
  insert into record_file (name, load_start, load_end, hash, prev_hash, consensus_start, consensus_end, count, digest_algorithm, version, file_hash, index)
    select 'block ' || n, 0, 0, lpad(n::text, 96, '0'), lpad((n - 1)::text, 96, '0'), n * 1000, n * 1000 + 999, 1, 0, 6, '', n
    from generate_series(1, 60) n;
  insert into transaction (consensus_timestamp, type, result, payer_account_id, valid_start_ns, nonce, transaction_hash)
    select n * 1000, 14, 22, 1001, n, 0, '' from generate_series(1, 60) n;
  insert into crypto_transfer (entity_id, consensus_timestamp, amount, payer_account_id)
    select account, n * 1000, amount, 1001 from generate_series(1, 60) n, (values (1001, -1), (1002, 1)) t (account, amount);
  insert into contract_result (function_parameters, contract_id, consensus_timestamp, gas_limit, payer_account_id, sender_id, transaction_hash, transaction_index, transaction_result, transaction_nonce)
    select '', 2000 + n, n * 1000, 100, 1001, 1001, '', 0, 22, 0 from generate_series(1, 60) n;
  insert into contract_log (bloom, contract_id, consensus_timestamp, data, index, payer_account_id, synthetic)
    select '', 2000 + n, n * 1000, '', 0, 1001, true from generate_series(1, 60) n;`;

/** Lists with the number of statements about distributed tables that a page needs, each to one shard or to all. */
const STATEMENTS: Readonly<Record<string, number>> = {
  'accounts?': 2,
  'accounts?balance=false&': 2,
  'accounts/1001?': 6,
  'balances?': 2,
  'contracts?': 2,
  'contracts/results?': 5,
  'contracts/results/logs?': 2,
  'tokens?': 2,
  'tokens/3001/balances?': 2,
  'accounts/1001/nfts?': 2,
  'accounts/1001/tokens?': 2,
  'schedules?': 3,
  'transactions?': 2,
  'transactions?transactiontype=CRYPTOTRANSFER&': 2,
  'transactions?account.id=1002&': 5,
  'transactions?account.id=gt:1001&': 9,
  'transactions?account.id=ne:1003&': 3,
  'transactions?account.id=1002&result=success&': 11,
  'blocks?': 0,
};
/** Tables of a list that a statement without a limit may read, because its condition is the key of one row. */
const ONE_ROW: Readonly<Record<string, readonly string[]>> = {
  'accounts/1001?': ['entity', 'entity_stake'],
};
/** Number of shards of each table. */
const SHARDS = 2;

const cluster = injectedCluster();

describe.skipIf(typeof cluster === 'string')(
  `queries of a page to shards${typeof cluster === 'string' ? ` (${cluster})` : ''}`,
  () => {
    let several: TestDatabase;
    let reading: Awaited<ReturnType<typeof startReading>>;
    let api: TestApi;
    let log: ShardLog;

    beforeAll(async () => {
      if (typeof cluster === 'string') return;
      several = await createDistributedDatabase(cluster);
      const client = new pg.Client(connectionConfig(several.target));
      await client.connect();
      await client.query(ROWS);
      await client.end();
      await several.database.end();
      log = await followShards(cluster, several.name);
      reading = await startReading((several.target as { url: string }).url);
      const { servers } = reading;
      api = await startTestApi({ servers });
    });
    afterAll(async () => {
      await api?.close();
      await reading?.close();
      await several?.drop();
    });

    it('hides rows of each table with a consensus time, and reads columns that the table has', async () => {
      const { rows } = await reading.servers.primary.database.pool.query<{
        name: string;
        hides: boolean;
        columns: string[];
      }>(
        `select c.relname as name, bool_or(c.relkind = 'v') as hides, array_agg(a.attname::text) as columns
         from pg_class c join pg_attribute a on a.attrelid = c.oid
         where c.relnamespace = 'tain_reading'::regnamespace and a.attnum > 0
         group by c.relname`,
      );
      const checked = rows.flatMap(({ name, hides, columns }) => {
        const table = shardTable(name) ?? shardTable(`tain_reading.${name}`);
        return table === undefined ? [] : [{ name, hides, columns, table }];
      });
      expect(checked.length).toBeGreaterThan(50);
      for (const { name, hides, columns, table } of checked) {
        expect([name, table.hasTime]).toEqual([name, hides]);
        expect(columns).toEqual(expect.arrayContaining(Object.keys(table.columns)));
      }
    });

    it.each(Object.entries(STATEMENTS))(
      '%s',
      async (list, statements) => {
        const request = async (limit: number): Promise<{ items: number; queried: QueriedShards }> => {
          const response = await fetch(`${api.url}/api/v1/${list}limit=${limit}`);
          expect(response.status).toBe(200);
          const items = Object.values((await response.json()) as object).find(Array.isArray);
          return { items: items?.length ?? 0, queried: await log.take() };
        };
        // Warms up, because a connection and a service read some values once.
        await request(50);
        expect((await request(2)).queried.tasks).toBeLessThanOrEqual(statements * SHARDS);
        const { items, queried } = await request(50);
        const { tasks, unlimited } = queried;
        expect(unlimited).toEqual(ONE_ROW[list] ?? []);
        expect(items).toBe(50);
        expect(tasks).toBeLessThanOrEqual(statements * SHARDS);
        expect(tasks).toBeGreaterThanOrEqual(statements);
      },
      60_000,
    );
  },
);
