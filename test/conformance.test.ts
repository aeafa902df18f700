import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCases } from './conformance/run-cases.ts';
import { createTestDatabase } from './database.ts';
import { sharedDir } from './shared.ts';

// The cases are reference material beside the project; skipped in a clone without them.
describe.skipIf(sharedDir === null)('conformance', async () => {
  const results =
    sharedDir === null
      ? []
      : await runCases({ folder: path.join(sharedDir, 'conformance'), open: createTestDatabase, workers: 2 });

  test('all requests are present', () => expect(results.length).toBe(1584));

  for (const [index, { file, url, differences }] of results.entries()) {
    test(`${index} ${file} ${url.slice(0, 200)}`, () => expect(differences).toEqual([]));
  }
});
