/** Reporter of `node --test`: writes the report of `reporter.cjs` to the file that `TAIN_REPORT` names. */
import { writeFileSync } from 'node:fs';

export default async function* report(events) {
  const names = [];
  const selected = [];
  const passed = [];
  const failures = [];
  const write = (isComplete) =>
    writeFileSync(process.env.TAIN_REPORT, JSON.stringify({ selected, passed, failures, isComplete }));
  for await (const { type, data } of events) {
    if (type === 'test:start') names.splice(data.nesting, Number.POSITIVE_INFINITY, data.name);
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    names.splice(data.nesting, Number.POSITIVE_INFINITY, data.name);
    const title = names.join(' ');
    const isSuite = data.details?.type === 'suite';
    const isOwn = data.details?.error?.failureType !== 'subtestsFailed';
    if (data.skip !== undefined || data.todo !== undefined) continue;
    if (!isSuite) selected.push(title);
    if (type === 'test:pass' && !isSuite) passed.push(title);
    if (type === 'test:fail' && isOwn) {
      const error = data.details.error?.cause ?? data.details.error;
      failures.push({ title, message: String(error?.message ?? error) });
    }
    write(false);
    yield '';
  }
  write(true);
}
