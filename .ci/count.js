// Prints how many tests of all suites passed, failed and were skipped; the type check, the linter and the start of a fresh
// clone count as one each. What failed is named before that, as logs are cut to their end. Arguments: the exit codes of these
// three, then one report file for each suite. Files that were run again (`again.js`) count as they ended then.
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
  const again = new Map(existsSync(`${report}.again`) ? filesOf(`${report}.again`) : []);
  for (const [name, file] of filesOf(report)) {
    const counted = again.get(name) ?? file;
    // A file that cannot even be loaded has no tests to count.
    if (counted.status === 'failed' && counted.assertionResults.length === 0) {
      count.failed += 1;
      console.log(`failed: ${name}: ${firstLine(counted.message)}`);
    }
    for (const { status, fullName, failureMessages } of counted.assertionResults) {
      // Vitest has several words for a test that did not run.
      count[status in count ? status : 'skipped'] += 1;
      if (status === 'failed') console.log(`failed: ${name}: ${fullName}: ${firstLine(failureMessages?.[0])}`);
    }
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

/** Of a message as much as names the trouble. */
function firstLine(message = '') {
  return message.split('\n', 1)[0].slice(0, 300);
}
