import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replaceFile } from '../../../src/store/embedded/replace-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-replace-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a file is replaced atomically, with its mode, without left-overs', async () => {
  const file = path.join(folder, 'status.json');
  await replaceFile(file, 'old and long');
  await replaceFile(file, 'new', { mode: 0o640 });
  expect(await readFile(file, 'utf8')).toBe('new');
  expect(((await stat(file)).mode & 0o777).toString(8)).toBe('640');
  expect(await readdir(folder)).toEqual(['status.json']);
});

test('links instead of the file, or of its temporary file, are not followed', async () => {
  const precious = path.join(folder, 'precious');
  await writeFile(precious, 'precious');
  const file = path.join(folder, 'status.json');
  for (const link of [file, `${file}.new`]) await symlink(precious, link);
  await replaceFile(file, 'text');
  expect(await readFile(precious, 'utf8')).toBe('precious');
  expect(await readFile(file, 'utf8')).toBe('text');
});

test('a failed replacement is an error, without left-overs', async () => {
  const file = path.join(folder, 'taken');
  await mkdir(path.join(file, 'inner'), { recursive: true });
  await expect(replaceFile(file, 'text')).rejects.toThrow('EISDIR');
  expect(await readdir(folder)).toEqual(['taken']);
});
