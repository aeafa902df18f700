// Prints the numbers of passed, failed and skipped tests of all suites. The type check, the linter and the start of a fresh
// clone count as one test each. Failures are printed first, because only the end of a log may be kept.
// Arguments: the exit codes of these three, then one report file for each suite.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const [types, lint, start, ...reports] = process.argv.slice(2);
const count = { passed: 0, failed: 0, skipped: 0 };
for (const [what, code] of Object.entries({ types, lint, start })) {
  count[code === '0' ? 'passed' : 'failed'] += 1;
  if (code !== '0') console.log(`failed: ${what}, exit code ${code}`);
}
for (const report of reports) {
  // A suite that ended before it could report is one failure.
  if (!existsSync(report)) {
    count.failed += 1;
    console.log(`failed: ${path.basename(report, '.json')}, no report`);
    continue;
  }
  for (const file of JSON.parse(readFileSync(report, 'utf8')).testResults) {
    // A file that cannot even be loaded, or prepared, has no failed test to count.
    if (file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed')) {
      count.failed += 1;
      console.log(`failed: ${file.name}: ${firstLine(file.message)}`);
    }
    for (const { status, fullName, failureMessages } of file.assertionResults) {
      // Vitest reports a test that did not run under one of several statuses; all count as skipped.
      count[status in count ? status : 'skipped'] += 1;
      if (status === 'failed')
        console.log(`failed: ${file.name}: ${fullName}: ${firstLine(failureMessages?.[0])}`);
    }
  }
}
console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
process.exitCode = count.failed > 0 ? 1 : 0;

/** Returns the first line of a message, at most 300 characters. */
function firstLine(message = '') {
  return message.split('\n', 1)[0].slice(0, 300);
}
