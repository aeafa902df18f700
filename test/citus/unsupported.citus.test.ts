import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../database.ts';
import { startTestApi, type TestApi } from '../rest/api-fixture.ts';
import { block, insert } from '../rest/rows.ts';
import { createDistributedDatabase, injectedCluster } from './distributed-database.ts';
import { openDistributed, prepareReading } from './reading.ts';

// Responses to requests that need a statement which Citus refuses. No list needs one, so the test replaces tables with
// views that do.

const cluster = injectedCluster();
/** Unsupported requests: route, request, the table that it reads, and the table's kind with Citus's error. */
const REFUSED = [
  {
    route: '/api/v1/topics/{topicId}/messages',
    path: '/api/v1/topics/0.0.7/messages',
    table: 'topic_message',
    view: 'select m.* from topic_message_stored m join transaction t on t.payer_account_id = m.payer_account_id',
    code: 'XX000',
  },
  {
    route: '/api/v1/contracts',
    path: '/api/v1/contracts',
    table: 'entity',
    view: `with recursive r as (select * from entity_stored union all select e.* from entity_stored e join r on e.num = r.num + 1)
      select * from r`,
    code: '0A000',
  },
];

describe.skipIf(typeof cluster === 'string')(
  `unsupported queries of Citus${typeof cluster === 'string' ? ` (${cluster})` : ''}`,
  () => {
    let several: TestDatabase;
    let api: TestApi;

    beforeAll(async () => {
      if (typeof cluster === 'string') return;
      several = await createDistributedDatabase(cluster);
      const { url } = several.target as { url: string };
      const { pool } = several.database;
      await insert(several.database, 'record_file', [block(1, 10)]);
      await prepareReading(url);
      for (const { table, view } of REFUSED) {
        await pool.query(`alter table ${table} rename to ${table}_stored`);
        await pool.query(`create view ${table} as ${view}`);
      }
      api = await startTestApi({ database: openDistributed(url) });
    });
    afterAll(async () => {
      await api?.close();
      await api?.database.end();
      await several?.drop();
    });

    it('is 501 with a sentence, logged once and counted', async () => {
      if (typeof cluster === 'string') return;
      const message = {
        message: 'Not Implemented',
        detail: 'The engine of this database does not support this request',
      };
      for (const { path } of [...REFUSED, ...REFUSED]) {
        const answer = await api.get(path);
        expect([path, answer.status, await answer.json()]).toEqual([
          path,
          501,
          { _status: { messages: [message] } },
        ]);
      }
      expect(api.errors.map((line) => JSON.parse(line) as unknown)).toMatchObject(
        REFUSED.map(({ route, code }) => ({
          kind: route,
          msg: 'The database cannot run a statement',
          err: { code },
        })),
      );
      const counted = await api.registry.getSingleMetricAsString('tain_api_statements_unsupported_total');
      for (const { route } of REFUSED) {
        expect(counted).toContain(`tain_api_statements_unsupported_total{route="${route}"} 2`);
      }
      expect((await api.get('/api/v1/blocks')).status).toBe(200);
    });
  },
);
