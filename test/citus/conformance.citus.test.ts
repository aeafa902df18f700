import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type RequestResult, runCases } from '../conformance/run-cases.ts';
import { sharedDir } from '../shared.ts';
import { createDistributedDatabase, injectedCluster } from './distributed-database.ts';
import { startReading } from './reading.ts';

const cluster = injectedCluster();
const lack =
  sharedDir === null ? 'the cases are not there' : typeof cluster === 'string' ? cluster : undefined;

/** The cases of conformance on three servers: what differs from their answers. */
describe.skipIf(lack !== undefined)(
  `conformance on three servers${lack === undefined ? '' : ` (${lack})`}`,
  async () => {
    const results: RequestResult[] =
      sharedDir === null || typeof cluster === 'string'
        ? []
        : await runCases({
            folder: path.join(sharedDir, 'conformance'),
            workers: 3,
            async open() {
              const several = await createDistributedDatabase(cluster);
              const reading = await startReading((several.target as { url: string }).url);
              return {
                database: several.database,
                servers: reading.servers,
                async drop() {
                  await reading.close();
                  await several.drop();
                },
              };
            },
          });

    test('all requests are there', () => expect(results.length).toBe(1584));

    for (const [index, { file, url, differences }] of results.entries()) {
      test(`${index} ${file} ${url.slice(0, 200)}`, () => expect(differences).toEqual([]));
    }
  },
);
