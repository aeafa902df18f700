import { describe, expect, it } from 'vitest';
import { runCases } from '../conformance/run-cases.ts';
import type { TestServer } from '../database.ts';
import { sharedDir } from '../shared.ts';

/** Folders in which every case passes; a folder joins the list once it is complete. */
const COMPLETE = ['authentication', 'blocks', 'route', 'transactions'];

// The cases are shared reference material, which a clone of the repository alone does not have.
describe.skipIf(sharedDir === null)('conformance cases', () => {
  it.each(COMPLETE)(
    '%s',
    async (folder) => {
      const results = await runCases({
        folder: `${sharedDir}/conformance`,
        server: JSON.parse(process.env.TAIN_TEST_SERVER ?? '{}') as TestServer,
        chosen: (file) => file.startsWith(`${folder}/`),
      });
      expect(results.length).toBeGreaterThan(0);
      expect(results.filter(({ differences }) => differences.length > 0)).toEqual([]);
    },
    120_000,
  );
});
