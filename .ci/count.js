// Prints how many tests passed, failed and were skipped; the type check and the linter count as one each.
import { readFileSync } from 'node:fs';

const [report, ...checks] = process.argv.slice(2);
const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
  readFileSync(report, 'utf8'),
);
// A file that cannot even be loaded has no tests to count.
const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
const failedChecks = checks.filter((code) => code !== '0').length;
const passed = numPassedTests + checks.length - failedChecks;
const failed = numFailedTests + broken + failedChecks;
console.log(`${passed} passed, ${failed} failed, ${numPendingTests + numTodoTests} skipped`);
process.exitCode = failed > 0 ? 1 : 0;
