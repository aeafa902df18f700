import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const SEEDS = fileURLToPath(new URL('../seeds.ts', import.meta.url));
const LOADER = import.meta.resolve('tsx');

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-seeds-'));
  await mkdir(path.join(folder, 'test'));
  await cp(SEEDS, path.join(folder, 'test/seeds.ts'));
  await writeFile(
    path.join(folder, 'show.mts'),
    "import { SEED, fixedSeed, seedsOf } from './test/seeds.ts';\nconsole.log(JSON.stringify([SEED, fixedSeed(9), seedsOf([7, 8]), seedsOf([])]));",
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Environment without the settings of this test run. */
const { TAIN_SEEDS: _, TAIN_DRAWN_SEED: __, ...env } = process.env;

async function seeds(byHand?: string): Promise<unknown> {
  const { stdout } = await run(process.execPath, ['--import', LOADER, path.join(folder, 'show.mts')], {
    // Git must not find a repository above the folder.
    env: { ...env, GIT_CEILING_DIRECTORIES: path.dirname(folder), ...(byHand && { TAIN_SEEDS: byHand }) },
  });
  return JSON.parse(stdout);
}

const git = (...args: string[]) =>
  run('git', ['-c', 'user.name=t', '-c', 'user.email=t@t.example', '-c', 'commit.gpgsign=false', ...args], {
    cwd: folder,
    env,
  });

test('seeds are fixed, drawn from the tree, or set by hand', { timeout: 300_000 }, async () => {
  expect(await seeds()).toEqual([1, 9, [7, 8], [1]]);
  await git('init', '-q');
  await git('add', '-A');
  await git('commit', '-q', '-m', 'one');
  const [seed, ...rest] = (await seeds()) as [number, ...unknown[]];
  expect(rest).toEqual([9, [7, 8, seed], [seed]]);
  await git('commit', '-q', '--amend', '-m', 'another name');
  expect(await seeds()).toEqual([seed, ...rest]);
  await writeFile(path.join(folder, 'file'), 'contents');
  await git('add', '-A');
  await git('commit', '-q', '-m', 'other contents');
  expect(await seeds()).not.toEqual([seed, ...rest]);
  expect(await seeds('4,5')).toEqual([4, 4, [4, 5], [4, 5]]);
});
