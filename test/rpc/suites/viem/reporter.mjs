/** Reporter of Vitest: writes the report of `../reporter.cjs` to the file that `TAIN_REPORT` names. */
import { writeFileSync } from 'node:fs';

export default class {
  onTestRunEnd(modules) {
    const report = { selected: [], passed: [], failures: [], isComplete: true };
    for (const module of modules) {
      for (const { message } of module.errors())
        report.failures.push({ title: module.relativeModuleId, message });
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result();
        if (state === 'skipped' || state === 'pending') continue;
        report.selected.push(test.fullName);
        if (state === 'passed') report.passed.push(test.fullName);
        else
          report.failures.push({
            title: test.fullName,
            message: errors.map(({ message }) => message).join('\n'),
          });
      }
    }
    writeFileSync(process.env.TAIN_REPORT, JSON.stringify(report));
  }
}
