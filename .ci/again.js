// Runs the test files of a report that failed once more, one after the other: what fails beside much other work and passes
// alone asked more of the machine than it had. `count.js` then counts the second report's answers and names the tests.
//
//   node .ci/again.js <script of package.json> <report>       writes <report>.again; exits with what the run exits with
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** More than these are not a matter of load. */
const MOST_FILES = 4;

const [script, report] = process.argv.slice(2);
if (!existsSync(report)) process.exit(1);
const failed = JSON.parse(readFileSync(report, 'utf8'))
  .testResults.filter((file) => file.status === 'failed')
  .map((file) => file.name);
if (failed.length === 0 || failed.length > MOST_FILES) process.exit(1);
console.log(`Once more, alone: ${failed.join(' ')}`);
const { status } = spawnSync('npm', ['run', script, '--', ...failed], {
  stdio: 'inherit',
  // Not by an option: most suites have it already, and Vitest takes it once.
  env: { ...process.env, TAIN_TEST_REPORT: `${report}.again`, VITEST_MAX_WORKERS: '1' },
});
process.exit(status ?? 1);
