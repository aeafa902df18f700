import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BUILT, builtModules } from './test/built-modules.ts';
import { LONGEST, LongestFirst, TOGETHER } from './test/longest-first.ts';
import { togetherFiles, unitFiles } from './test/unit-files.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

// .ci/run names a file that the counts of a suite go to.
const report = process.env.TAIN_TEST_REPORT;

// Whether tests are given what `npm run build` made: whoever says so has just run it. Else they are given the sources.
const built = process.env.TAIN_TEST_BUILT === 'on';

// Whether files that may share their processes do, in a project of their own. `npm test` says so.
const shares = process.env.TAIN_TEST_TOGETHER === 'on';

// Suites that `npm test` leaves out, because they need more than a fresh clone has, or more time.
// A file `x.clients.test.ts` belongs to suite `clients`, which `npm run test:clients` runs. A new
// suite is a name here, a script in package.json and a word in .ci/run.
const SUITES = ['citus', 'clients', 'plans', 'slow'];

const SERVERS = ['test/global-setup.ts'];
// What a suite needs besides.
const FURTHER: Readonly<Record<string, readonly string[]>> = { citus: ['test/citus/global-setup.ts'] };

// What all projects have. With `extends`, Vitest would load this file once more for each of them.
const COMMON = {
  plugins: built ? [builtModules(root)] : [],
  // Of the simulator its sources, unless all are given what was built.
  resolve: {
    alias: [
      {
        find: /^@tain\/network-simulator\/(.*)$/,
        replacement: `${root}packages/network-simulator/src/$1.ts`,
      },
    ],
  },
};

const project = (own: TestProjectInlineConfiguration['test']) => ({
  ...COMMON,
  test: {
    pool: 'forks' as const,
    server: { deps: { external: [BUILT] } },
    // They end what hangs. No test is about them: a machine with much else to do takes ten times as long as an idle one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
    ...own,
  },
});

const suite = (name: string, include: string, exclude: string[] = []) =>
  project({ name, include: [include], exclude, globalSetup: [...SERVERS, ...(FURTHER[name] ?? [])] });

const together = shares ? togetherFiles(root, SUITES, LONGEST) : [];

export default defineConfig({
  test: {
    // Many tests wait: for a timer that they are about, for a process, for PostgreSQL.
    maxWorkers: os.availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      suite('main', 'test/**/*.test.ts', [...SUITES.map((name) => `test/**/*.${name}.test.ts`), ...together]),
      ...SUITES.map((name) => suite(name, `test/**/*.${name}.test.ts`)),
      // A part of `main` that it leaves out then.
      project({
        name: TOGETHER,
        include: together,
        isolate: false,
        globalSetup: SERVERS,
        setupFiles: 'test/together.ts',
      }),
      // A part of `main`, in seconds.
      project({ name: 'unit', include: unitFiles(root, SUITES) }),
    ],
    ...(report ? { reporters: ['default', ['json', { outputFile: report }]] } : {}),
  },
});
