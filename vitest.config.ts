import { defineConfig } from 'vitest/config';

// .ci/run names a file that the counts of all tests go to.
const report = process.env.TAIN_TEST_REPORT;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    ...(report ? { reporters: ['default', ['json', { outputFile: report }]] } : {}),
  },
});
