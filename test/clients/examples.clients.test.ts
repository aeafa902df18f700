import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFolder } from '../remove-folder.ts';
import { PACKAGES } from './packages.ts';
import { CLIENT_TIMEOUT_MS } from './run-client.ts';

// Runs the projects in `examples`, each of which starts a network from code, as `npm test` there does after an installation.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** Each project's program, and what its output says about the tests that have passed. */
const PROJECTS: readonly (readonly [string, string, readonly string[], RegExp])[] = [
  ['vitest', 'vitest/vitest.mjs', ['run'], /Tests +5 passed \(5\)/],
  ['jest', 'jest/bin/jest.js', [], /Tests: +1 passed, 1 total/],
  ['mocha', 'mocha/bin/mocha.js', [], /2 passing/],
  ['hardhat', 'hardhat/internal/cli/bootstrap.js', ['test', '--no-compile'], /3 passing/],
];

describe.skipIf(PACKAGES === undefined)('examples', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'tain-examples-'));
    await cp(path.join(ROOT, 'examples'), folder, { recursive: true });
    await mkdir(path.join(folder, 'tmp'));
    const modules = path.join(folder, 'node_modules');
    await mkdir(modules);
    const installed = path.join(PACKAGES ?? '', 'node_modules');
    for (const name of await readdir(installed)) {
      if (!name.startsWith('.')) await symlink(path.join(installed, name), path.join(modules, name));
    }
    await symlink(path.join(ROOT, 'node_modules', 'vitest'), path.join(modules, 'vitest'));
    await symlink(ROOT, path.join(modules, 'tain'));
  });
  afterAll(() => removeFolder(folder));

  test('each folder is run', async () => {
    const entries = await readdir(path.join(ROOT, 'examples'), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(folders.sort()).toEqual(PROJECTS.map(([name]) => name).sort());
  });

  test.each(PROJECTS)('%s', async (name, program, args, passed) => {
    const { PATH = '', HOME = '', RSA_KEY_POOL = '' } = process.env;
    const env = { PATH, HOME, RSA_KEY_POOL, TMPDIR: path.join(folder, 'tmp'), CI: 'true', NO_COLOR: '1' };
    const { stdout, stderr } = await run(
      process.execPath,
      [path.join(folder, 'node_modules', program), ...args],
      {
        cwd: path.join(folder, name),
        env: { ...env, HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true' },
        timeout: CLIENT_TIMEOUT_MS,
      },
    ).catch((error: { readonly stdout: string; readonly stderr: string }) => error);
    expect(stdout + stderr).toMatch(passed);
    // The network has ended with the tests, and its folder is removed.
    const left = await readdir(path.join(folder, 'tmp'));
    expect(left.filter((entry) => entry.startsWith('tain-network-'))).toEqual([]);
  });
});
