import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fetchSuite } from './fetch-suite.ts';

let folder: string;
let commit: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tain-fetch-'));
  const origin = path.join(folder, 'origin');
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', origin, ...args], { encoding: 'utf8' }).trim();
  execFileSync('git', ['init', '--quiet', origin]);
  await writeFile(path.join(origin, 'suite.txt'), 'tests');
  git('add', '.');
  git('-c', 'user.name=test', '-c', 'user.email=test@example.org', 'commit', '--quiet', '-m', 'Add tests');
  commit = git('rev-parse', 'HEAD');
  git('clone', '--quiet', '--bare', '.', `${origin}.git`);
  // Git reads the copy instead of GitHub, and nothing else.
  vi.stubEnv('GIT_CONFIG_COUNT', '1');
  vi.stubEnv('GIT_CONFIG_KEY_0', `url.${folder}/.insteadOf`);
  vi.stubEnv('GIT_CONFIG_VALUE_0', 'https://github.com/tain-test/');
});
afterAll(() => {
  vi.unstubAllEnvs();
  return rm(folder, { recursive: true, force: true });
});

test('a commit is fetched and installed once', async () => {
  // Fails in a folder where it ran before.
  const install = [
    [process.execPath, '-e', "require('fs').writeFileSync('installed.txt', 'yes', { flag: 'wx' })"],
  ];
  const source = { repository: 'tain-test/origin', commit, install };
  const first = await fetchSuite(source, path.join(folder, 'cache'));
  expect(first).toEqual({
    folder: path.join(folder, 'cache', `tain-test+origin-${commit.slice(0, 8)}`),
    isInstalled: true,
  });
  expect(await readFile(path.join(first.folder, 'suite.txt'), 'utf8')).toBe('tests');
  expect(await readFile(path.join(first.folder, 'installed.txt'), 'utf8')).toBe('yes');
  expect(await fetchSuite(source, path.join(folder, 'cache'))).toEqual(first);
});

test('a failed installation is not found later', async () => {
  const source = {
    repository: 'tain-test/origin',
    commit,
    install: [[process.execPath, '-e', 'process.exit(3)']],
  };
  const root = path.join(folder, 'failing');
  await expect(fetchSuite(source, root)).rejects.toThrow(/Command failed/);
  const { isInstalled } = await fetchSuite({ repository: 'tain-test/origin', commit }, root);
  expect(isInstalled).toBe(false);
});

test('a repository that cannot be read', async () => {
  const source = { repository: 'tain-test/nothing', commit };
  await expect(fetchSuite(source, path.join(folder, 'missing'))).rejects.toThrow(/git fetch/);
});
