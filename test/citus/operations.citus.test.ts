import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROBED_PATHS } from '../../src/rest/http/probe.ts';
import { ArrivingStream } from '../app/arriving-stream.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { differences, dumpEverything } from '../ingest/dump-tables.ts';
import { ingestFolder } from '../ingest/ingest-folder.ts';
import { startTestApi, type TestApi } from '../rest/api-fixture.ts';
import { crashNode, type FurtherServer, NODES, restartNode, startServer } from './cluster.ts';
import { createDistributedDatabase, injectedCluster, onNode } from './distributed-database.ts';
import { FollowingIngest } from './following-ingest.ts';
import { Readers } from './readers.ts';
import { startReading } from './reading.ts';

// One ingest into three servers, with clients that read until its end, during operations and faults.

const cluster = injectedCluster();
const SEED = 47;
const BLOCKS = 22;

describe.skipIf(typeof cluster === 'string')(
  `during an ingest on three servers${typeof cluster === 'string' ? ` (${cluster})` : ''}`,
  () => {
    let dir = '';
    let stream: ArrivingStream;
    let several: TestDatabase;
    let reading: Awaited<ReturnType<typeof startReading>>;
    let api: TestApi;
    let readers: Readers;
    /** Messages of the log of the reading services about servers that cannot be reached. */
    const outages: string[] = [];
    let ingest: FollowingIngest;
    let added: FurtherServer | undefined;

    beforeAll(async () => {
      if (typeof cluster === 'string') return;
      dir = await mkdtemp(path.join(os.tmpdir(), 'tain-citus-operations-'));
      stream = await ArrivingStream.write(dir, { blocks: BLOCKS, tps: 12, seed: SEED, cutover: 14 });
      // Moves shards while rows are written.
      for (const node of NODES) {
        await onNode(cluster, node, 'postgres', 'alter system set wal_level = logical');
        await restartNode(cluster, node);
      }
      several = await createDistributedDatabase(cluster);
      const log = pino(
        { level: 'info' },
        { write: (line: string) => void outages.push(JSON.parse(line).msg) },
      );
      reading = await startReading((several.target as { url: string }).url, { endsWithBlock: true, log });
      const { servers } = reading;
      api = await startTestApi({
        settings: { maxConnections: 6 },
        servers,
      });
      ingest = new FollowingIngest(several, await stream.arrive(0, BLOCKS - 4));
      readers = new Readers(api);
    });
    afterAll(async () => {
      readers?.stop();
      await ingest?.end();
      await api?.close();
      await reading?.close();
      await several?.drop();
      await added?.end();
      await rm(dir, { recursive: true, force: true });
    });

    /** Lets blocks arrive one after another up to `count`. Resolves when they are stored. */
    async function storeUpTo(count: number): Promise<void> {
      for (let allowed = ingest.stored + 1; allowed <= count; allowed++) {
        ingest.allow(allowed);
        await ingest.hasStored(allowed);
      }
    }

    it('answers contain complete blocks, and lists are read without gaps', async () => {
      if (typeof cluster === 'string') return;
      await storeUpTo(6);
      readers.start();
      await storeUpTo(10);
      await readers.rounds(1);
      readers.expectNoFailures();
    });

    it('a lost worker stops the ingest and its shards; everything continues when it is back', async () => {
      if (typeof cluster === 'string') return;
      await readers.pause();
      const last = await lastBlock(api);
      const wanted = ingest.stored + 3;
      const { accounts } = (await api.json('/api/v1/accounts?limit=40')) as {
        accounts: { account: string }[];
      };
      const single = accounts.map(({ account }) => `/api/v1/accounts/${account}?transactions=false`);
      await crashNode(cluster, 2);
      try {
        ingest.allow(wanted);
        expect(await statusesOf(api, PROBED_PATHS)).toEqual({
          // A request that reads only a reference table on the coordinator.
          '/api/v1/blocks?limit=1': 200,
          '/api/v1/network/nodes?limit=1': 200,
          // Requests that query all shards, which are more than half of the requests that the status page checks.
          '/api/v1/transactions?limit=1': 503,
          '/api/v1/accounts?limit=1': 503,
          '/api/v1/tokens?limit=1': 503,
          '/api/v1/contracts?limit=1': 503,
        });
        expect(await statusesOf(api, ['/health/readiness'])).toEqual({ '/health/readiness': 200 });
        // Rows on a stopped worker are unavailable.
        const answers = new Set(Object.values(await statusesOf(api, single)));
        expect([...answers].sort()).toEqual([200, 503]);
        expect(await lastBlock(api)).toBe(last);
        const before = ingest.stored;
        await sleep(1_000);
        expect([ingest.stored, await lastBlock(api)]).toEqual([before, last]);
        // The coordinator responds all the time, so its responses do not end the outage of the worker.
        await statusesOf(api, PROBED_PATHS);
        expect(outages).toEqual(['The database cannot reach another server']);
      } finally {
        await restartNode(cluster, 2);
      }
      await ingest.hasStored(wanted);
      await expect
        .poll(async () => new Set(Object.values(await statusesOf(api, [...PROBED_PATHS, ...single]))))
        .toEqual(new Set([200]));
      readers.start();
    });

    it('a worker is added, and gets shards while their rows are written', async () => {
      if (typeof cluster === 'string') return;
      const { pool } = several.database;
      const { rows: others } = await pool.query<{ name: string }>(
        `select quote_ident(datname) as name from pg_database
         where not datistemplate and datname not in ('postgres', current_database())`,
      );
      added = await startServer(cluster, [several.name, ...others.map(({ name }) => name)]);
      await pool.query('select citus_add_node($1, $2)', ['127.0.0.1', added.port]);
      const before = ingest.stored;
      let isOver = false;
      // Steps of `citus_rebalance_start` for the shards of one group. partitions.citus.test.ts checks the replica identity of
      // all tables, which others need.
      const move = async () => {
        await pool.query('select replicate_reference_tables()');
        await pool.query(
          `select citus_move_shard_placement(shardid, nodename, nodeport, '127.0.0.1', $1)
           from citus_shards where table_name = 'transaction'::regclass order by shardid limit 1`,
          [added?.port],
        );
      };
      const store = async () => {
        for (let count = 1; count <= 4 && !isOver; count++) await storeUpTo(before + count);
      };
      const moved = move().finally(() => {
        isOver = true;
      });
      await Promise.all([moved, store()]);
      const { rows: placed } = await pool.query<{ name: string }>(
        'select table_name::text as name from citus_shards where nodeport = $1 and citus_table_type = $2',
        [added.port, 'distributed'],
      );
      expect(placed.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['transaction', 'transaction_signature']),
      );
      await storeUpTo(Math.max(ingest.stored, before + 1) + 1);
      await readers.rounds(1);
      readers.expectNoFailures();
    });

    it('all answers are those at the end, and the tables equal those of one server', async () => {
      if (typeof cluster === 'string') return;
      await storeUpTo(stream.blocks);
      await readers.rounds(1);
      await readers.pause();
      readers.expectNoFailures();
      await readers.compareWithEnd();
      await ingest.end();
      const one = await createTestDatabase();
      try {
        await ingestFolder({
          database: one.database,
          folder: stream.dir,
          addressBook: path.join(stream.dir, 'address_book.bin'),
        });
        const [whole, found] = [await dumpEverything(one.database), await dumpEverything(several.database)];
        // The signatures stored with a block depend on timing.
        for (const dump of [whole, found]) for (const table of OF_ARRIVAL) delete dump[table];
        expect(differences(found, whole)).toEqual([]);
      } finally {
        await one.drop();
      }
    });
  },
);

const OF_ARRIVAL = ['tain.signature_day', 'tain.signature_evidence'];

async function statusesOf(api: TestApi, paths: readonly string[]): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const at of paths) {
    const answer = await api.get(at);
    await answer.arrayBuffer();
    if (answer.status === 503) expect([at, answer.headers.get('retry-after')]).toEqual([at, '1']);
    statuses[at] = answer.status;
  }
  return statuses;
}

async function lastBlock(api: TestApi): Promise<unknown> {
  const { blocks } = (await api.json('/api/v1/blocks?limit=1')) as { blocks: { number: number }[] };
  return blocks[0]?.number;
}
