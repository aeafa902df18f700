/** Runs a file of tests with AVA, and writes the report of `../reporter.cjs` to the file that `TAIN_REPORT` names. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

// The plugin remembers there what it deployed in a network, which returns to its state before each file.
const TMPDIR = mkdtempSync(path.join(tmpdir(), 'tain-upgrades-'));
const child = spawn(
  process.execPath,
  ['node_modules/ava/entrypoints/cli.mjs', '--tap', '--timeout=180s', ...process.argv.slice(2)],
  { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, TMPDIR } },
);
const report = { selected: [], passed: [], failures: [], isComplete: false };
/** Failure whose YAML lines follow. */
let failure;
for await (const line of createInterface({ input: child.stdout })) {
  const [, failed, title] = /^(not )?ok \d+ - (.*)$/.exec(line) ?? [];
  if (title === undefined) {
    if (failure !== undefined) failure.message += `${line.trim()}\n`;
    continue;
  }
  failure = undefined;
  if (/ # (SKIP|TODO)/.test(title)) continue;
  report.selected.push(title);
  if (failed === undefined) report.passed.push(title);
  else {
    failure = { title, message: '' };
    report.failures.push(failure);
  }
}
if (report.selected.length === 0) report.failures.push({ title: 'the file', message: 'It ran no test.' });
rmSync(TMPDIR, { recursive: true });
report.isComplete = true;
writeFileSync(process.env.TAIN_REPORT, JSON.stringify(report));
