// Prints how many tests of all suites passed, failed and were skipped; the type check, the linter and the start of a fresh
// clone count as one each. Arguments: the exit codes of these three, then one report file for each suite. Files that were
// run again (`again.js`) count as they ended then.
import { existsSync, readFileSync } from 'node:fs';

const [types, lint, start, ...reports] = process.argv.slice(2);
const count = { passed: 0, failed: 0, skipped: 0 };
for (const code of [types, lint, start]) count[code === '0' ? 'passed' : 'failed'] += 1;
for (const report of reports) {
  // A suite that ended before it could report is one failure.
  if (!existsSync(report)) {
    count.failed += 1;
    continue;
  }
  const again = new Map(existsSync(`${report}.again`) ? filesOf(`${report}.again`) : []);
  for (const [name, file] of filesOf(report)) {
    const counted = again.get(name) ?? file;
    // A file that cannot even be loaded has no tests to count.
    if (counted.status === 'failed' && counted.assertionResults.length === 0) count.failed += 1;
    // Vitest has several words for a test that did not run.
    for (const { status } of counted.assertionResults) count[status in count ? status : 'skipped'] += 1;
    if (counted === file || counted.status === 'failed') continue;
    const tests = file.assertionResults.filter(({ status }) => status === 'failed');
    for (const { fullName } of tests) console.log(`failed at first, passed alone: ${name}: ${fullName}`);
  }
}
console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
process.exitCode = count.failed > 0 ? 1 : 0;

/** The files of a report by name. */
function filesOf(report) {
  return JSON.parse(readFileSync(report, 'utf8')).testResults.map((file) => [file.name, file]);
}
