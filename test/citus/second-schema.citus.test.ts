import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExampleSource } from '../../src/rest/openapi/examples.ts';
import { ROUTES } from '../../src/rest/routes.ts';
import { connectionConfig, Database } from '../../src/store/connections/database.ts';
import { VISIBLE_SETTING } from '../../src/store/connections/distributed-reading.ts';
import { selectOn } from '../../src/store/connections/select.ts';
import { SessionClient } from '../../src/store/connections/session-client.ts';
import { Tain } from '../app/commands/tain.ts';
import { startTestApi, type TestApi } from '../rest/api-fixture.ts';
import { checkStatement, Exercised, FEW_PAGES, WORLD_SEED } from '../rest/lists/check.ts';
import { CLOCK } from '../rest/lists/extra-rows.ts';
import { LISTS_WITH_STATEMENTS } from '../rest/lists/statements.ts';
import { type ListWorld, makeListWorld } from '../rest/lists/world.ts';
import type { Cluster } from './cluster.ts';
import { injectedCluster } from './distributed-database.ts';
import { openDistributed, startReading } from './reading.ts';
import { makeSecondSchema, type SecondSchema } from './second-schema.ts';
import { followShards } from './shards.ts';

// A database of the public mirror's second schema. Its answers must equal those of a database of Tain with the same
// rows.

/** Random requests of each list. */
const EFFORT = { seeds: [WORLD_SEED], runs: Number(process.env.TAIN_CITUS_RUNS ?? 1), pages: FEW_PAGES };
const cluster = injectedCluster();

describe.skipIf(typeof cluster === 'string')(
  `the public mirror's second schema${typeof cluster === 'string' ? ` (${cluster})` : ''}`,
  () => {
    let second: SecondSchema;
    let reading: Awaited<ReturnType<typeof startReading>>;
    let world: ListWorld;
    /** Tables, columns, indexes and functions of schema `public` before the start of a service. */
    let before: unknown;

    beforeAll(async () => {
      if (typeof cluster !== 'string') world = await makeBoth(cluster);
    });
    afterAll(async () => {
      await world?.close();
      await reading?.close();
      await second?.drop();
    });

    /** Creates a database with Tain's schema, and one of the second schema with its rows. */
    function makeBoth(on: Cluster): Promise<ListWorld> {
      return makeListWorld(WORLD_SEED, async (from, settings) => {
        const database = new Database(from, { applicationName: 'tain test', maxConnections: 10 });
        const { rows } = await database.pool.query<{ at: string }>(
          `select unnest(percentile_disc(array[0.4, 0.8]) within group (order by consensus_timestamp))::text as at from transaction`,
        );
        second = await makeSecondSchema(
          on,
          from,
          rows.map(({ at }) => BigInt(at)),
        );
        before = await selectPublic();
        reading = await startReading(second.url);
        const { servers } = reading;
        const common = { settings, clock: () => CLOCK };
        return [
          { name: 'ours', api: await startTestApi({ ...common, database }) },
          {
            name: 'second schema',
            api: await startTestApi({ ...common, servers }),
          },
        ];
      });
    }

    async function onSecond<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
      const client = new pg.Client(connectionConfig({ url: second.url }));
      await client.connect();
      try {
        return (await client.query<Row>(text)).rows;
      } finally {
        await client.end();
      }
    }

    const selectPublic = () =>
      onSecond(
        `select 'column' as kind, c.oid::regclass::text || '.' || attname || ' ' || atttypid::regtype as name
           from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 where relnamespace = 'public'::regnamespace
         union all select 'function', oid::regprocedure::text from pg_proc p where pronamespace = 'public'::regnamespace
           and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
         order by 1, 2`,
      );

    it.each(LISTS_WITH_STATEMENTS)(
      '%s',
      (_, statement, route) => checkStatement(world, statement, route, EFFORT, new Exercised()),
      600_000,
    );

    it('every operation has the answer of our own', async () => {
      const [ours, theirs] = world.servers.map(({ api }) => api);
      if (ours === undefined || theirs === undefined) throw new Error('two servers');
      const urls = [...(await exampleRequests(ours)), ...(await requestsByHash(ours))];
      expect(urls.length).toBeGreaterThan(50);
      for (const url of urls) {
        const [expected, found] = await Promise.all(
          [ours, theirs].map(async (api) => {
            const answer = await api.get(url);
            return { url, status: answer.status, body: await answer.text() };
          }),
        );
        expect(found).toEqual(expected);
        expect(expected?.status).toBe(200);
      }
    });

    it('queries one server for a hash', async () => {
      if (typeof cluster === 'string') return;
      const log = await followShards(cluster, second.name);
      const reader = openDistributed(second.url);
      const api = await startTestApi({ database: reader, clock: () => CLOCK });
      try {
        const [ours] = world.servers;
        for (const url of ours === undefined ? [] : await requestsByHash(ours.api)) {
          await log.take();
          await api.json(url);
          const { whole, shards } = await log.take();
          expect([url, shards > 0, whole.filter((table) => table.includes('hash'))]).toEqual([url, true, []]);
        }
      } finally {
        await api.close();
        await reader.end();
      }
    });

    it('returns no block after the one that is visible everywhere, also from tables on one server', async () => {
      const [middle] = await onSecond<{ at: string }>(
        'select percentile_disc(0.5) within group (order by consensus_end)::text as at from record_file',
      );
      const client = new SessionClient(connectionConfig({ url: second.url, isDistributed: true }));
      await client.connect();
      try {
        await client.query('select set_config($1, $2, false)', [VISIBLE_SETTING, middle?.at]);
        const { rows } = await client.query<{ at: string }>(
          'select max(consensus_end)::text as at from record_file',
        );
        expect(rows).toEqual([middle]);
      } finally {
        await client.end();
      }
    });

    it('is served by `tain start --roles api`, and not changed', async () => {
      const settings = { DATABASE_URL: second.url, TAIN_PORT: '0', TAIN_API_PROCESSES: '1' };
      const tain = new Tain(['start', '--roles', 'api'], settings);
      try {
        const url = await tain.url();
        const [ours] = world.servers;
        const path = '/api/v1/transactions?limit=3';
        expect(await (await fetch(`${url}${path}`)).json()).toEqual(await ours?.api.json(path));
      } finally {
        await tain.stop('SIGTERM');
      }
      for (const args of [['migrate'], ['start', '--roles', 'ingest']]) {
        const { code, stderr, stdout } = await new Tain(args, settings).end();
        expect(code).not.toBe(0);
        expect(stderr + stdout).toContain(
          'This database was made by a public mirror node: it can be served (--roles api) but not migrated or written to.',
        );
      }
      expect(await selectPublic()).toEqual(before);
      const schemas = await onSecond("select nspname as name from pg_namespace where nspname ~ '^tain'");
      expect(schemas).toEqual([{ name: 'tain_reading' }]);
      // Objects that depend on a table would block the public mirror's migrations.
      const depending = await onSecond(
        `select distinct refobjid::regclass::text as name from pg_rewrite w join pg_class v on v.oid = ev_class
           join pg_depend d on classid = 'pg_rewrite'::regclass and objid = w.oid and refclassid = 'pg_class'::regclass
           join pg_class c on c.oid = refobjid
         where v.relnamespace = 'tain_reading'::regnamespace and c.relnamespace = 'public'::regnamespace`,
      );
      expect(depending).toEqual([]);
    });

    it('no request failed', () => {
      expect(world.servers.map(({ api }) => api.errors)).toEqual([[], []]);
    });
  },
);

/** Returns one request with a non-empty answer for each operation, and one for each operation without values. */
async function exampleRequests(api: TestApi): Promise<string[]> {
  const source = new ExampleSource({
    // Capabilities depend on Tain's own tables, which the other database lacks.
    routes: ROUTES.filter(({ method, path }) => method === 'GET' && path !== '/api/v1/network/capabilities'),
    select: selectOn(api.database.pool),
    async answer(_, url) {
      const answer = await api.get(url);
      return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
    },
    clock: () => 0,
  });
  let found = await source.current();
  while (Object.keys(found).length === 0) {
    await sleep(20);
    found = await source.current();
  }
  return Object.values(found).map(({ url }) => url);
}

/** Returns requests with the hash of a transaction, both complete and its first part. */
async function requestsByHash(api: TestApi): Promise<string[]> {
  const { rows } = await api.database.pool.query<{ url: string }>(`
    with hashes as (
      select t.transaction_hash as hash, t.consensus_timestamp from transaction t
      join transaction_hash h on h.consensus_timestamp = t.consensus_timestamp and h.hash || h.hash_suffix = t.transaction_hash
    )
    (select '/api/v1/transactions/0x' || encode(hash, 'hex') as url from hashes order by consensus_timestamp desc limit 1)
    union all (select '/api/v1/contracts/results/logs?transaction.hash=0x' || encode(part, 'hex')
      from hashes join contract_log using (consensus_timestamp), lateral (values (hash), (substring(hash from 1 for 32))) p (part)
      order by consensus_timestamp limit 2)`);
  expect(rows.length).toBe(3);
  return rows.map(({ url }) => url);
}
