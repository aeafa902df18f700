import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type RequestResult, runCases } from '../conformance/run-cases.ts';
import { sharedDir } from '../shared.ts';
import { createDistributedDatabase, injectedCluster } from './distributed-database.ts';
import { startReading } from './reading.ts';

const cluster = injectedCluster();
const lack =
  sharedDir === null ? 'the cases are not there' : typeof cluster === 'string' ? cluster : undefined;

const kinds = new Set<string>();

/** Returns route and parameters of a request, without values. */
function kindOf(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const route = pathname.replace(/\/(?!v\d\/)[^/]*\d[^/]*/g, '/{}');
  return `${route} ${[...new Set(searchParams.keys())].sort().join(' ')}`;
}

/**
 * Returns whether a case has a kind of request that no previous case had. `test/conformance.test.ts` runs all cases.
 */
function isNew(_file: string, text: string): boolean {
  const { requests } = JSON.parse(text) as { requests: readonly { url: string | readonly string[] }[] };
  const found = requests.flatMap(({ url }) => url).map(kindOf);
  const hasOtherKind = found.some((kind) => !kinds.has(kind));
  for (const kind of found) kinds.add(kind);
  return hasOtherKind;
}

/** Runs conformance cases on three servers, at least one of each kind of request. */
describe.skipIf(lack !== undefined)(
  `conformance on three servers${lack === undefined ? '' : ` (${lack})`}`,
  async () => {
    const results: RequestResult[] =
      sharedDir === null || typeof cluster === 'string'
        ? []
        : await runCases({
            folder: path.join(sharedDir, 'conformance'),
            workers: 3,
            chosen: isNew,
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

    test('contains requests of each kind', () => {
      expect(kinds.size).toBeGreaterThan(300);
      expect(results.length).toBe(951);
    });

    for (const [index, { file, url, differences }] of results.entries()) {
      test(`${index} ${file} ${url.slice(0, 200)}`, () => expect(differences).toEqual([]));
    }
  },
);
