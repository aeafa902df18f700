/** Reporter of Jest: writes the report of `../reporter.cjs` to the file that `TAIN_REPORT` names. */
const { writeFileSync } = require('node:fs');

module.exports = class {
  onRunComplete(_contexts, { testResults: files }) {
    const report = { selected: [], passed: [], failures: [], isComplete: true };
    for (const { testFilePath, testResults, testExecError } of files) {
      if (testExecError) report.failures.push({ title: testFilePath, message: testExecError.message });
      for (const { fullName: title, status, failureMessages } of testResults) {
        if (status !== 'passed' && status !== 'failed') continue;
        report.selected.push(title);
        if (status === 'passed') report.passed.push(title);
        else report.failures.push({ title, message: failureMessages.join('\n').slice(0, 2_000) });
      }
    }
    writeFileSync(process.env.TAIN_REPORT, JSON.stringify(report));
  }
};
