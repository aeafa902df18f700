import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionConfig } from '../../src/store/connections/database.ts';
import { API_ROLE, grantRights } from '../../src/store/migrate/rights.ts';
import type { TestDatabase } from '../database.ts';
import { startTestApi } from '../rest/api-fixture.ts';
import { block, insert } from '../rest/rows.ts';
import { createDistributedDatabase, injectedCluster, onNode } from './distributed-database.ts';
import { openDistributed, prepareReading, startReading } from './reading.ts';

// Privileges of the roles that read a database on three servers.

const cluster = injectedCluster();
const READER = `reader_${randomBytes(4).toString('hex')}`;

describe.skipIf(typeof cluster === 'string')(
  `rights on three servers${typeof cluster === 'string' ? ` (${cluster})` : ''}`,
  () => {
    let several: TestDatabase;
    let owner = '';

    beforeAll(async () => {
      if (typeof cluster === 'string') return;
      several = await createDistributedDatabase(cluster);
      owner = (several.target as { url: string }).url;
      for (const role of [API_ROLE, READER]) await run(owner, `create role ${role} login`);
      await asClient(owner, grantRights);
      await insert(several.database, 'record_file', [block(1, 10)]);
      await insert(several.database, 'entity', [
        { id: 7, num: 7, realm: 0, shard: 0, type: 'ACCOUNT', timestamp_range: '[5,)' },
      ]);
      await prepareReading(owner);
    });
    afterAll(async () => {
      if (typeof cluster === 'string') return;
      await several?.drop();
      // Roles belong to all databases of a server.
      for (const role of [API_ROLE, READER]) {
        for (const node of [0, 1, 2] as const)
          await onNode(cluster, node, 'postgres', `drop role if exists ${role}`);
      }
    });

    it('the role of the query service reads the ledger, and nothing else', async () => {
      if (typeof cluster === 'string') return;
      const url = as(API_ROLE);
      const { servers, close } = await startReading(url, { endsWithBlock: true });
      const api = await startTestApi({ servers });
      try {
        expect(await api.json('/api/v1/blocks')).toMatchObject({ blocks: [{ number: 1 }] });
        expect(await api.json('/api/v1/accounts/0.0.7')).toMatchObject({ account: '0.0.7' });
        expect(await api.json('/api/v1/transactions')).toMatchObject({ transactions: [] });
        expect(api.errors).toEqual([]);
      } finally {
        await api.close();
        await close();
      }
      for (const statement of [
        'delete from entity',
        'delete from tain_reading.entity',
        'select from tain.status_audit',
        'select from tain_reading.transaction__rows',
        "alter server tain_coordinator options (set port '1')",
      ]) {
        await expect(run(url, statement)).rejects.toThrow(/permission denied|must be owner/);
      }
    });

    it('no other role reaches the coordinator through the schema', async () => {
      if (typeof cluster === 'string') return;
      const text = "select has_server_privilege('tain_coordinator', 'usage') as may";
      for (const role of [API_ROLE, READER]) {
        const { rows } = await asClient(as(role), (client) => client.query(text));
        expect(rows).toEqual([{ may: false }]);
      }
    });

    it('a role that is granted a table later reads it once a superuser has started', async () => {
      if (typeof cluster === 'string') return;
      const reads = async (): Promise<unknown> => {
        const database = openDistributed(as(READER));
        try {
          return (await database.pool.query('select id from entity')).rows;
        } finally {
          await database.end();
        }
      };
      await expect(reads()).rejects.toThrow('permission denied');
      await run(owner, `grant select on all tables in schema public to ${READER}`);
      await expect(prepareReading(as(READER))).rejects.toThrow('as a superuser');
      // Further calls do not change the privileges of other roles.
      await prepareReading(as(API_ROLE));
      await prepareReading(owner);
      await prepareReading(as(READER));
      expect(await reads()).toHaveLength(1);
    });

    /** Returns the database's URL for a role. */
    function as(role: string): string {
      const url = new URL(owner);
      url.username = role;
      return url.href;
    }
  },
);

function run(url: string, text: string): Promise<unknown> {
  return asClient(url, (client) => client.query(text));
}

async function asClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connectionConfig({ url }));
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
