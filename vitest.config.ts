import { defineConfig } from 'vitest/config';

// .ci/run names a file that the counts of a suite go to.
const report = process.env.TAIN_TEST_REPORT;

// Suites that `npm test` leaves out, because they need more than a fresh clone has, or more time.
// A file `x.clients.test.ts` belongs to suite `clients`, which `npm run test:clients` runs. A new
// suite is a name here, a script in package.json and a word in .ci/run.
const SUITES = ['clients', 'plans', 'slow'];

const suite = (name: string, include: string, exclude: string[] = []) => ({
  extends: true as const,
  test: { name, include: [include], exclude },
});

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // They end what hangs. No test is about them: a machine with much else to do takes ten times as long as an idle one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      suite(
        'main',
        'test/**/*.test.ts',
        SUITES.map((name) => `test/**/*.${name}.test.ts`),
      ),
      ...SUITES.map((name) => suite(name, `test/**/*.${name}.test.ts`)),
    ],
    ...(report ? { reporters: ['default', ['json', { outputFile: report }]] } : {}),
  },
});
