import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BUILT, builtModules } from './test/built-modules.ts';
import { LongestProcessingTimeFirst, TOGETHER } from './test/longest-processing-time-first.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

// .ci/run names a file that the counts of a suite go to.
const report = process.env.TAIN_TEST_REPORT;

// Whether tests are given what `npm run build` made: a script that sets this has just run it. Otherwise they import the sources.
const built = process.env.TAIN_TEST_BUILT === 'on';

// Whether test files share their processes. `npm test` says so.
const shares = process.env.TAIN_TEST_TOGETHER === 'on';

// The name of a test file tells its kind:
//   x.unit.test.ts     no PostgreSQL, no other process, less than three seconds
//   x.process.test.ts  starts processes, or changes or measures what its process has once: a process of its own
//   x.system.test.ts   whole processes, kills, restarts, hostile clients: `npm run test:system`; so are the other names of SUITES
//   x.extended.test.ts like x.test.ts, but takes longer or tries rarer things (hostile input, retention, outages, the
//                      simulator): `npm run test:extended`, so that `npm test` takes minutes
//   x.test.ts          everything else: PostgreSQL, HTTP; shares its process with other files
// A suite needs more than a fresh clone has, or more time. `npm run test:clients` runs suite `clients`. A new suite is a
// name here, a script in package.json and a word in .ci/run.
const EXTENDED = 'extended';
const CITUS = 'citus';
const SUITES = [EXTENDED, 'system', CITUS, 'clients', 'plans', 'slow'];
const ALL = 'test/**/*.test.ts';
const OF_SUITES = SUITES.map((name) => `test/**/*.${name}.test.ts`);
const UNIT = 'test/**/*.unit.test.ts';
const OWN_PROCESS = 'test/**/*.process.test.ts';

const SERVERS = ['test/global-setup.ts'];
// What a suite needs besides.
const FURTHER: Readonly<Record<string, readonly string[]>> = {
  [CITUS]: ['test/citus/global-setup.ts'],
  slow: ['test/data-template.ts'],
  system: ['test/data-template.ts'],
};

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
    // No assertion depends on these limits. A test that needs more says so itself.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000, interval: 20 } },
    ...own,
  },
});

// The suites start whole processes, in each test up to six of them, or read long histories.
const LONG = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 90_000, interval: 20 } },
};

// Files of such a project share their processes.
const SHARED = { isolate: false, setupFiles: 'test/together.ts' };

const suite = (name: string) =>
  project({
    name,
    include: [`test/**/*.${name}.test.ts`],
    globalSetup: [...SERVERS, ...(FURTHER[name] ?? [])],
    ...LONG,
    ...(name === CITUS && SHARED),
  });

export default defineConfig({
  test: {
    // Many tests wait: for a timer that they are about, for a process, for PostgreSQL.
    maxWorkers: os.availableParallelism() + 2,
    sequence: { sequencer: LongestProcessingTimeFirst },
    projects: [
      // Everything but the suites; where files share their processes, those that need their own.
      project({
        name: 'main',
        include: [shares ? OWN_PROCESS : ALL],
        exclude: OF_SUITES,
        globalSetup: SERVERS,
      }),
      ...SUITES.filter((name) => name !== EXTENDED).map(suite),
      project({
        name: EXTENDED,
        include: [`test/**/*.${EXTENDED}.test.ts`],
        globalSetup: SERVERS,
        ...LONG,
        ...SHARED,
      }),
      project({
        name: TOGETHER,
        include: [ALL],
        exclude: [...OF_SUITES, OWN_PROCESS, UNIT],
        globalSetup: SERVERS,
        ...SHARED,
      }),
      // Without a test server, also beside projects that have one.
      project({
        name: 'unit',
        include: [UNIT],
        env: { TAIN_TEST_SERVER: '' },
        ...SHARED,
      }),
    ],
    ...(report ? { reporters: ['default', ['json', { outputFile: report }]] } : {}),
  },
});
