/**
 * Mocha reporter: writes the titles of the selected tests that do not skip themselves, of those that passed, and the errors of tests and
 * hooks. Writes after each test, because a suite that hangs is killed.
 */
const { writeFileSync } = require('node:fs');

module.exports = class {
  constructor(runner, { reporterOptions: { output = process.env.TAIN_REPORT } = {} }) {
    const report = { selected: [], passed: [], failures: [], isComplete: false };
    const write = () => writeFileSync(output, JSON.stringify(report));
    const select = (suite) => {
      for (const test of suite.tests) {
        if (!test.isPending() && runner._grep.test(test.fullTitle())) report.selected.push(test.fullTitle());
      }
      for (const inner of suite.suites) select(inner);
    };
    // The runner knows the pattern only after the reporter was made.
    runner.once('start', () => {
      select(runner.suite);
      write();
    });
    runner.on('pass', (test) => {
      report.passed.push(test.fullTitle());
      write();
    });
    runner.on('fail', (test, { message }) => {
      report.failures.push({ title: test.fullTitle(), message: String(message) });
      write();
    });
    runner.once('end', () => {
      report.isComplete = true;
      write();
    });
  }
};
