// Prints how many tests of all suites passed, failed and were skipped; the type check, the linter and the start of a fresh
// clone count as one each. Arguments: the exit codes of these three, then one report file for each suite.
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
  const suite = JSON.parse(readFileSync(report, 'utf8'));
  count.passed += suite.numPassedTests;
  count.skipped += suite.numPendingTests + suite.numTodoTests;
  // A file that cannot even be loaded has no tests to count.
  const broken = suite.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  count.failed += suite.numFailedTests + broken.length;
}
console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
process.exitCode = count.failed > 0 ? 1 : 0;
