import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LPT_ORDER } from '../longest-processing-time-first.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

/** File suffixes without a suite of their own; `vitest.config.ts` explains them. */
const KINDS: readonly string[] = ['', 'unit', 'process'];

/** Returns the kind that a test file's name states: `slow` of `x.slow.test.ts`, an empty text of `x.test.ts`. */
function kindOf(file: string): string {
  return /\.([\w-]+)\.test\.ts$/.exec(file)?.[1] ?? '';
}

/** Returns every test file of the checkout, as a path below its root. */
async function testFiles(): Promise<string[]> {
  const packages = (await readdir(path.join(root, 'packages'))).map((name) => `packages/${name}/test`);
  const found = ['test', ...packages].map(async (folder) => {
    const files = await readdir(path.join(root, folder), { recursive: true }).catch(() => []);
    return files.filter((file) => file.endsWith('.test.ts')).map((file) => `${folder}/${file}`);
  });
  return (await Promise.all(found)).flat();
}

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-count-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A report as Vitest writes it: files with their tests. A file whose tests were all skipped could not be prepared. */
async function report(name: string, ...files: readonly (readonly string[])[]): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(
    file,
    JSON.stringify({
      testResults: files.map((statuses, index) => ({
        name: `file ${index}`,
        status:
          statuses.every((one) => one === 'skipped') || statuses.includes('failed') ? 'failed' : 'passed',
        message: 'cannot be loaded\nat a line',
        assertionResults: statuses.map((status, at) => ({
          status,
          fullName: `test ${at}`,
          failureMessages: status === 'failed' ? ['expected 1 to be 2\nat a line'] : [],
        })),
      })),
    }),
  );
  return file;
}

async function count(...args: string[]): Promise<[line: string, code: unknown]> {
  return run(process.execPath, [path.join(root, '.ci/count.js'), ...args]).then(
    ({ stdout }) => [stdout.trim(), 0],
    ({ stdout, code }: { stdout: string; code: unknown }) => [stdout.trim(), code],
  );
}

test('counts the tests of all suites, and all three checks', async () => {
  const one = await report('one.json', ['passed', 'passed', 'skipped'], ['passed']);
  const two = await report('two.json', ['passed', 'todo']);
  expect(await count('0', '0', '0', one, two)).toEqual(['7 passed, 0 failed, 2 skipped', 0]);
  expect(await count('1', '0', '0', one, two)).toEqual([
    'failed: types, exit code 1\n6 passed, 1 failed, 2 skipped',
    1,
  ]);
  expect(await count('0', '0', '124', one, two)).toEqual([
    'failed: start, exit code 124\n6 passed, 1 failed, 2 skipped',
    1,
  ]);
});

test('counts failures, files that cannot be loaded, and suites without a report', async () => {
  const one = await report('three.json', ['passed', 'failed'], [], ['skipped']);
  expect(await count('0', '0', '0', one)).toEqual([
    [
      'failed: file 0: test 1: expected 1 to be 2',
      'failed: file 1: cannot be loaded',
      'failed: file 2: cannot be loaded',
      '4 passed, 3 failed, 1 skipped',
    ].join('\n'),
    1,
  ]);
  const none = path.join(folder, 'none.json');
  expect(await count('0', '0', '0', none)).toEqual([
    'failed: none, no report\n3 passed, 1 failed, 0 skipped',
    1,
  ]);
});

test('each suite has a script that .ci/run runs, and npm test installs little', async () => {
  const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const ci = await readFile(path.join(root, '.ci/run'), 'utf8');
  const ran = /^suites=\((.*)\)$/m.exec(ci)?.[1]?.split(' ');
  // Each suite is run by Vitest. `test:evm` runs whole folders of state tests, of which `npm test` runs a sample; `test:unit` is
  // part of `npm test`.
  const suites = Object.entries(scripts).filter(
    ([name, run]) => name.startsWith('test') && name !== 'test:unit' && run.includes('vitest run'),
  );
  expect(ran).toEqual(suites.map(([name]) => name));
  for (const file of await testFiles()) {
    const kind = kindOf(file);
    if (!KINDS.includes(kind)) expect(ran).toContain(`test:${kind}`);
    const source = await readFile(path.join(root, file), 'utf8');
    if (/^import .*(?:install-packages|node-programs|clients\/packages|'\.\/packages\.ts)/m.test(source))
      expect(['clients', 'slow']).toContain(kind);
  }
});

test('the list of long files names files that exist', async () => {
  expect(await testFiles()).toEqual(expect.arrayContaining([...LPT_ORDER]));
});

test('files that change or measure their process have one of their own, by their name', async () => {
  const changes =
    /\bvi\.(?!waitFor|fn\b)|process\.(?:env\[|env\.\w+ = |on\(|once\(|emit|exit|chdir|umask|setuid|cpuUsage|memoryUsage|getActive)|globalThis|\bgc\(|undici/;
  const starts = /^import [^;]* from 'node:child_process'/m;
  const wrong: string[] = [];
  for (const file of await testFiles()) {
    if (!['unit', 'extended', ''].includes(kindOf(file))) continue;
    const source = await readFile(path.join(root, file), 'utf8');
    if (changes.test(source) || starts.test(source)) wrong.push(file);
  }
  // Name such a file `x.process.test.ts`.
  expect(wrong).toEqual([]);
});
