import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BUILT, builtModules } from './test/built-modules.ts';
import { EFFORT } from './test/effort.ts';
import { LongestProcessingTimeFirst, TOGETHER } from './test/longest-processing-time-first.ts';
import { SEED } from './test/seeds.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

// File for the report of a suite, set by .ci/run.
const report = process.env.TAIN_TEST_REPORT;

// Whether tests import the output of `npm run build`. Scripts that set this have just run the build. Otherwise tests import
// the sources.
const built = process.env.TAIN_TEST_BUILT === 'on';

// Repeats this run's random tests.
console.log(`TAIN_SEEDS=${SEED}`);

// Whether test files share processes, as in `npm test`.
const shares = process.env.TAIN_TEST_TOGETHER === 'on';

// The name of a test file tells its kind:
//   x.unit.test.ts     no PostgreSQL, no other process, less than three seconds
//   x.process.test.ts  starts processes, or changes or measures state of its process: has a process of its own
//   x.system.test.ts   whole processes, kills, restarts, hostile clients: suite `system`
//   x.extended.test.ts like x.test.ts, but slower or rarer (hostile input, retention, outages, the simulator): suite
//                      `extended`, so that `npm test` takes minutes
//   x.test.ts          all other tests: PostgreSQL, HTTP; shares its process with other files
// A suite needs more time, or packages that a fresh clone lacks. `npm run test:NAME` runs it. A new suite needs a name here,
// a script in package.json and a word in .ci/run.
const EXTENDED = 'extended';
const CITUS = 'citus';
const SUITES = [EXTENDED, 'system', CITUS, 'clients', 'plans', 'slow'];
const ALL = 'test/**/*.test.ts';
// Tests of our packages, which lie with them: no PostgreSQL and no other process. `npm test` includes them; `npm test -w
// packages/evm` runs those of one package.
const OF_PACKAGES = 'packages/*/test/**/*.test.ts';
const ofSuite = (name: string) => [`test/**/*.${name}.test.ts`, `packages/*/test/**/*.${name}.test.ts`];
const OF_SUITES = SUITES.flatMap(ofSuite);
const UNIT = 'test/**/*.unit.test.ts';
const OWN_PROCESS = 'test/**/*.process.test.ts';

const SERVERS = ['test/global-setup.ts'];
// Further global setups of single suites.
const FURTHER: Readonly<Record<string, readonly string[]>> = {
  [CITUS]: ['test/citus/global-setup.ts'],
  slow: ['test/data-template.ts'],
  system: ['test/data-template.ts'],
};

// Options of all projects. With `extends`, Vitest would load this file once more for each project.
const COMMON = {
  plugins: built ? [builtModules(root)] : [],
  // Sources of our packages (those of @tain/protos are generated); with `built`, the plugin replaces them.
  resolve: {
    alias: [{ find: /^@tain\/(?!protos\/)([\w-]+)\/(.*)$/, replacement: `${root}packages/$1/src/$2.ts` }],
  },
};

const project = (own: TestProjectInlineConfiguration['test']) => ({
  ...COMMON,
  test: {
    pool: 'forks' as const,
    server: { deps: { external: [BUILT] } },
    // No assertion depends on these limits.
    testTimeout: 180_000 * EFFORT,
    hookTimeout: 120_000,
    setupFiles: ['test/fast-check-seed.ts'],
    expect: { poll: { timeout: 60_000, interval: 20 } },
    ...own,
  },
});

// The suites start up to six processes in a test, or read long histories.
const LONG = {
  testTimeout: 600_000 * EFFORT,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 240_000, interval: 20 } },
};

// Files of these projects share processes.
const SHARED = { isolate: false, setupFiles: ['test/fast-check-seed.ts', 'test/together.ts'] };

const suite = (name: string) =>
  project({
    name,
    include: ofSuite(name),
    globalSetup: [...SERVERS, ...(FURTHER[name] ?? [])],
    ...LONG,
    ...(name === CITUS && SHARED),
  });

export default defineConfig({
  test: {
    // More workers than processors, because many tests wait for a timer, a process or PostgreSQL.
    maxWorkers: os.availableParallelism() + 2,
    sequence: { sequencer: LongestProcessingTimeFirst },
    projects: [
      // All tests outside of the suites or, if files share processes, those that need a process of their own.
      project({
        name: 'main',
        include: [shares ? OWN_PROCESS : ALL],
        exclude: OF_SUITES,
        globalSetup: SERVERS,
      }),
      ...SUITES.filter((name) => name !== EXTENDED).map(suite),
      project({
        name: EXTENDED,
        include: ofSuite(EXTENDED),
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
      // Has no test server, even when projects with one run, too.
      project({
        name: 'unit',
        include: [UNIT],
        env: { TAIN_TEST_SERVER: '' },
        ...SHARED,
      }),
      project({ name: 'packages', include: [OF_PACKAGES], exclude: OF_SUITES, ...SHARED }),
    ],
    ...(report ? { reporters: ['default', ['json', { outputFile: report }]] } : {}),
  },
});
