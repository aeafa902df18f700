import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database } from '../../../src/store/connections/database.ts';
import { selectOn } from '../../../src/store/connections/select.ts';
import { selectBlockNodeServices } from '../../../src/store/reads/block-node-services.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { insert } from '../../rest/rows.ts';

let created: TestDatabase;
let database: Database;
beforeAll(async () => {
  created = await createTestDatabase();
  database = new Database(created.target, { applicationName: 'test', maxConnections: 1 });
});
afterAll(async () => {
  await database.end();
  await created.drop();
});

const endpoint = (apis: readonly string[], where: object) => ({
  block_node: { endpoint_apis: apis },
  port: 40840,
  requires_tls: false,
  ...where,
});
const ALL = ['STATUS', 'PUBLISH', 'SUBSCRIBE_STREAM'];

test('block nodes with publish API are listed with their status and block endpoints', async () => {
  const rows = [
    [1, [1], [endpoint(ALL, { domain_name: 'a.example', requires_tls: true, port: 443 })], false],
    // The services of one node are at different endpoints.
    [
      2,
      [1],
      [
        endpoint(['PUBLISH'], { ip_address: '10.0.0.1' }),
        endpoint(['STATUS'], { ip_address: '10.0.0.2', port: 1 }),
        endpoint(['SUBSCRIBE_STREAM'], { ip_address: 'fe80:0:0:0:0:0:0:1', port: 2 }),
      ],
      false,
    ],
    // Excluded nodes: without publish API; without status API; deleted; not a block node; without a port.
    [3, [1], [endpoint(['STATUS', 'SUBSCRIBE_STREAM'], { ip_address: '10.0.0.3' })], false],
    [4, [1], [endpoint(['PUBLISH', 'SUBSCRIBE_STREAM'], { ip_address: '10.0.0.4' })], false],
    [5, [1], [endpoint(ALL, { ip_address: '10.0.0.5' })], true],
    [6, [3], [{ mirror_node: {}, ip_address: '10.0.0.6', port: 5551 }], false],
    [7, [1], [endpoint(ALL, { ip_address: '10.0.0.7', port: 0 })], false],
    [8, [1], null, false],
  ] as const;
  for (const [id, type, endpoints, deleted] of rows) {
    await insert(database, 'registered_node', [
      {
        registered_node_id: id,
        type: [...type],
        service_endpoints: endpoints === null ? null : JSON.stringify(endpoints),
        deleted,
        created_timestamp: id,
        description: '',
        timestamp_range: `[${id},)`,
      },
    ]);
  }
  expect(await selectBlockNodeServices(selectOn(database.pool))).toEqual([
    {
      id: 1n,
      status: { host: 'a.example', port: 443, tls: true },
      subscribe: { host: 'a.example', port: 443, tls: true },
    },
    {
      id: 2n,
      status: { host: '10.0.0.2', port: 1, tls: false },
      subscribe: { host: '[fe80:0:0:0:0:0:0:1]', port: 2, tls: false },
    },
  ]);
});
