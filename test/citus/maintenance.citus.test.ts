import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storedStream } from '../../src/app/streams/stored-stream.ts';
import { openStreamFolder } from '../../src/app/streams/stream-stores.ts';
import { readConfig } from '../../src/config/config.ts';
import { selectRange } from '../../src/ingest/check/range.ts';
import { applyErrata } from '../../src/ingest/errata/apply-errata.ts';
import { rebuild } from '../../src/ingest/rebuild/rebuild.ts';
import { DEFAULT_RECORD_OPTIONS } from '../../src/ingest/records/context.ts';
import { reingest } from '../../src/ingest/reingest/reingest.ts';
import { selectGap } from '../../src/ingest/reingest/stored-gap.ts';
import { connectionConfig } from '../../src/store/connections/database.ts';
import { JOINING_SETTINGS } from '../../src/store/connections/distributed-reading.ts';
import { SessionClient } from '../../src/store/connections/session-client.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { differences, dumpEverything } from '../ingest/dump-tables.ts';
import { ingestFolder } from '../ingest/ingest-folder.ts';
import { amount, makeItem, token as tokenId } from '../ingest/records/synthetic.ts';
import { policyOf, removeAll } from '../ingest/retention/remove.ts';
import { createDistributedDatabase, injectedCluster } from './distributed-database.ts';
import { prepareReading } from './reading.ts';
import { BLOCKS, STEADY_FROM, streamFolder } from './stream.ts';

// Checks that maintenance of stored blocks leaves the same rows on three servers as on one. Each test begins with the rows
// of the previous one.

const cluster = injectedCluster();
const DAY = 86_400_000_000_000n;
/** Number of the last block. */
const LAST = BigInt(BLOCKS - 1);
const SILENT = { info: () => undefined, warn: () => undefined };

describe.skipIf(typeof cluster === 'string')(
  `maintenance on three servers${typeof cluster === 'string' ? ` (${cluster})` : ''}`,
  () => {
    let one: TestDatabase;
    let several: TestDatabase;
    /** Rows of the ingest. */
    let whole: Record<string, string[]>;

    beforeAll(async () => {
      if (typeof cluster === 'string') return;
      one = await createTestDatabase();
      several = await createDistributedDatabase(cluster);
      const clock = () => Number(STEADY_FROM / 1_000_000n) + 86_400_000;
      for (const { database } of [one, several]) await ingestFolder({ database, ...streamFolder(), clock });
      whole = await dumpEverything(one.database);
    });
    afterAll(async () => {
      await one?.drop();
      await several?.drop();
    });

    /** Throws unless three servers have the given rows. */
    async function expectRows(expected: Record<string, string[]>): Promise<void> {
      expect(differences(await dumpEverything(several.database), expected)).toEqual([]);
    }

    it('blocks are stored again', async () => {
      if (typeof cluster === 'string') return;
      const { pool } = several.database;
      // A block's own number and times, and rows added by errata, do not change.
      const { rows: blocks } = await pool.query<{ end: string }>(
        'select consensus_end::text as end from record_file where index = 2',
      );
      const end = blocks[0]?.end;
      await pool.query(
        `insert into transaction (consensus_timestamp, type, result, payer_account_id, valid_start_ns, errata)
         values ($1::bigint + 500, 14, 22, 2, 1, 'INSERT')`,
        [end],
      );
      await pool.query('update record_file set load_start = 7, load_end = 9 where index = 8');
      for (const table of ['crypto_transfer', 'topic_message', 'contract_log', 'transaction_hash']) {
        const { rowCount } = await pool.query(`delete from ${table} where consensus_timestamp > $1`, [end]);
        expect([table, rowCount]).not.toEqual([table, 0]);
      }
      expect(await storeAgain(several.target)).toMatchObject({ first: 3n, last: LAST });
      const { rowCount } = await pool.query("delete from transaction where errata = 'INSERT'");
      expect(rowCount).toBe(1);
      const { rows } = await pool.query('select load_start, load_end from record_file where index = 8');
      expect(rows).toMatchObject([{ load_start: '7', load_end: '9' }]);
      await expectRows(whole);
    });

    it.each([
      ['stored rows', OF_ROWS, false],
      ['the stream', [...OF_ROWS, ...OF_STREAM], true],
    ])('the state is rebuilt from %s', async (_, damages, isOfStream) => {
      if (typeof cluster === 'string') return;
      for (const sql of damages) {
        const { rowCount } = await several.database.pool.query(sql);
        expect([sql, rowCount ?? 0]).not.toEqual([sql, 0]);
      }
      await rebuildOn(several.target, isOfStream ? streamFolder().folder : null);
      await expectRows(whole);
    });

    it('errata are added', async () => {
      if (typeof cluster === 'string') return;
      for (const { database } of [one, several]) {
        const { rows } = await database.pool.query<{ at: string; token: string; account: string }>(
          `select consensus_timestamp::text as at, token_id::text as token, account_id::text as account
           from token_transfer where amount < 0 order by 1, 2, 3 limit 1`,
        );
        const [moved] = rows;
        if (moved === undefined) throw new Error('no transfers of tokens');
        await database.pool.query('delete from token_transfer where consensus_timestamp = $1', [moved.at]);
        const errata = { missing: missingItems(BigInt(moved.at), moved), earlyBalances: new Set<bigint>() };
        const options = { database, records: DEFAULT_RECORD_OPTIONS, from: null, to: null };
        expect(await applyErrata(errata, options)).toEqual({ transactions: 1, tokenTransfers: 2 });
        expect(await applyErrata(errata, options)).toEqual({ transactions: 0, tokenTransfers: 0 });
      }
      const expected = await dumpEverything(one.database);
      await expectRows(expected);
      const { transaction = [] } = expected;
      expect(transaction.filter((row) => row.includes('"errata": "INSERT"'))).toHaveLength(1);
    });

    it('old rows are removed', async () => {
      if (typeof cluster === 'string') return;
      for (const { target } of [one, several]) {
        const policy = policyOf({
          blocks: 2n * DAY,
          transactions: 2n * DAY,
          contracts: DAY,
          actions: DAY,
          topics: DAY / 2n,
          balances: DAY,
          history: DAY / 4n,
        });
        expect(await removeAll(target, policy)).toBeGreaterThan(0);
      }
      const left = await dumpEverything(one.database);
      await expectRows(left);
      for (const table of REMOVED_FROM) {
        const [had, has] = [whole[table]?.length ?? 0, left[table]?.length ?? 0];
        expect([table, has < had]).toEqual([table, true]);
      }
    });
  },
);

/** Tables derived from the rows of transactions. */
const OF_ROWS: readonly string[] = [
  'update entity set balance = balance + 7 where balance > 100',
  'update token_account set balance = balance + 3 where balance > 0',
  "update token set total_supply = total_supply / 2 + 1 where type = 'FUNGIBLE_COMMON'",
  "update contract_state set value = '\\x2a'",
  'delete from contract_state where contract_id % 2 = 0',
  "update hook_storage set value = '\\x2a', deleted = not deleted",
  "insert into contract_state values (9999999, 1, 1, '\\x01', '\\x02')",
  'update tain.current_balance set balance = balance + 1 where account_id % 2 = 0',
  'insert into tain.current_balance values (9999999, 1)',
  'delete from tain.current_token_balance where account_id % 3 = 0',
  'update account_balance set balance = balance + 1 where account_id > 1010 and account_id % 4 = 0',
];

/** Tables that only the stream can restore. */
const OF_STREAM: readonly string[] = [
  "update entity set memo = memo || '!', key = '\\x01', max_automatic_token_associations = 77 where id % 5 = 0",
  "update entity_history set memo = 'x', deleted = true where id % 5 = 1",
  "update token set name = 'false', treasury_account_id = 2",
  'delete from token_history',
  "update nft set account_id = 2, metadata = '\\x05' where serial_number % 8 = 0",
  'delete from nft where serial_number % 9 = 1',
  'delete from nft_history where serial_number % 3 = 1',
  'delete from token_allowance',
  "update schedule set transaction_body = '\\x01', executed_timestamp = null",
  "update custom_fee set fixed_fees = '[]'",
  "update node set admin_key = '\\x01'",
  "update token_airdrop set amount = 1, state = 'CANCELLED'",
];

/** Rebuilds the derived tables of a database like `tain rebuild`. */
async function rebuildOn(target: TestDatabase['target'], folder: string | null): Promise<void> {
  const url = 'url' in target ? target.url : null;
  if (url !== null) await prepareReading(url);
  const [client, reads] = [
    new SessionClient(connectionConfig(target)),
    url === null ? null : new SessionClient(connectionConfig({ url, isDistributed: true }, JOINING_SETTINGS)),
  ];
  await client.connect();
  await reads?.connect();
  const stores = folder === null ? null : await openStreamFolder(folder, false);
  try {
    const range = await selectRange(client, null, null);
    if (range === null) throw new Error('no blocks');
    const { signal } = new AbortController();
    const config = readConfig({ TAIN_NETWORK: 'demo' });
    await rebuild({
      client,
      reads,
      range,
      stream: stores && {
        records: DEFAULT_RECORD_OPTIONS,
        openFeed: (resume, begin) => storedStream({ config, stores, log: SILENT }, resume, begin, signal),
      },
      signal,
      onNote: (sentence) => {
        throw new Error(sentence);
      },
    });
  } finally {
    await stores?.close();
    await reads?.end();
    await client.end();
  }
}

/** Returns a transaction whose transfer the database lacks, and a transaction that it lacks completely. */
function missingItems(at: bigint, { token, account }: { token: string; account: string }) {
  const lists = [
    {
      token: tokenId(Number(token)),
      transfers: [amount(Number(account), -5), amount(2, 5)],
    },
  ];
  const item = makeItem({
    at: 0,
    body: { cryptoTransfer: {} },
    record: {
      transferList: { accountAmounts: [amount(2, -7), amount(1001, 7)] },
      tokenTransferLists: lists,
    },
  });
  return [at, at + 1n].map((consensusTimestamp) => ({ ...item, consensusTimestamp }));
}

/** Tables for each kind of removal: by hash, by time, replaced, by key, by partition, by validity. */
const REMOVED_FROM = [
  'transaction_hash',
  'transaction',
  'contract_log',
  'topic_message',
  'record_file',
  'entity_history',
  'nft_history',
];

async function storeAgain(target: TestDatabase['target']) {
  const client = new pg.Client(connectionConfig(target));
  await client.connect();
  const stores = await openStreamFolder(streamFolder().folder, false);
  try {
    const gap = await selectGap(client, { number: 3n }, { number: LAST });
    if (gap === null) throw new Error('no blocks');
    const { signal } = new AbortController();
    const config = readConfig({ TAIN_NETWORK: 'demo' });
    return await reingest({
      client,
      gap,
      stream: {
        records: DEFAULT_RECORD_OPTIONS,
        openFeed: (resume, begin) => storedStream({ config, stores, log: SILENT }, resume, begin, signal),
      },
      signal,
    });
  } finally {
    await stores.close();
    await client.end();
  }
}
