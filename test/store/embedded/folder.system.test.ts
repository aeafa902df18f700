import {
  chmod,
  chown,
  cp,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectionConfig } from '../../../src/store/connections/database.ts';
import { type Binaries, canRun, findBinaries, placeBinaries } from '../../../src/store/embedded/binaries.ts';
import { type EmbeddedOptions, openEmbedded } from '../../../src/store/embedded/embedded.ts';
import { serverFolder } from '../../../src/store/embedded/folder.ts';
import { removeFolder } from '../../remove-folder.ts';

const isRoot = process.getuid?.() === 0;
const settings = { fsync: 'off', shared_buffers: '32MB' };
const identity = { uid: 60_600, gid: 60_600 };

/** Folder that others can enter, like /. */
let base: string;
/** Folder without access for others, like /root. */
let home: string;
let dataDir: string;
/** World-writable parent of the server's own folder, like /var/tmp. */
let parent: string;
let logged: string[];
beforeEach(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'tain-folder-'));
  await chmod(base, 0o711);
  [home, parent] = [path.join(base, 'home'), path.join(base, 'place')];
  await mkdir(home, { mode: 0o700 });
  await mkdir(parent);
  await chmod(parent, 0o1777);
  dataDir = path.join(home, 'data');
  logged = [];
});
afterEach(() => removeFolder(base));

const open = (options: Partial<EmbeddedOptions> = {}) =>
  openEmbedded({ dataDir, settings, parents: [parent], log: (message) => logged.push(message), ...options });
const modeOf = async (file: string): Promise<string> => ((await stat(file)).mode & 0o777).toString(8);
const madeFolder = async (): Promise<string> => path.join(parent, (await readdir(parent))[0] ?? 'none');

async function query(target: Parameters<typeof connectionConfig>[0], sql: string): Promise<unknown[]> {
  const client = new pg.Client(connectionConfig(target));
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Decides the location of the server's files, without starting the server. */
const decide = async (parents: readonly string[] = [parent], folder = dataDir): Promise<string> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const log = (message: string): void => void logged.push(message);
  return serverFolder(folder, identity, { openParents: false, parents, log });
};

describe.skipIf(!isRoot)('started by root in a folder that others cannot enter', () => {
  test('the server runs in a folder of its own, one line reports it, and the next start finds it', async () => {
    const first = await open();
    const folder = await madeFolder();
    const second = await openEmbedded({ dataDir, settings, parents: [] });
    expect(second.target.host).toBe(first.target.host);
    await query(first.target, 'create table public.t as select 42 as n');
    const { uid, gid } = await stat(path.join(folder, 'postgres'));
    expect([uid, gid].every((id) => id >= 60_578 && id <= 61_183)).toBe(true);
    // The server's own group can enter the folder. Its only member is the server.
    const found = await stat(folder);
    expect([found.uid, found.gid, await modeOf(folder)]).toEqual([0, gid, '710']);
    for (const name of ['postgres', 'run']) expect(await modeOf(path.join(folder, name))).toBe('700');
    expect(await modeOf(path.join(folder, 'postgres-hba.conf'))).toBe('640');
    expect(await modeOf(home)).toBe('700');
    expect((await readdir(dataDir)).sort()).toEqual(['elsewhere', 'postgres.log']);
    await first.release();
    await second.release();

    const sentence = `PostgreSQL cannot run as root, and its own user (id ${uid}) cannot enter ${home}: its programs and the database are in ${folder}`;
    expect(logged.filter((line) => line.startsWith(sentence))).toHaveLength(1);
    const third = await openEmbedded({
      dataDir,
      settings,
      openParents: true,
      log: (line) => logged.push(line),
    });
    expect(await query(third.target, 'select n from t')).toEqual([{ n: 42 }]);
    await third.release();
    // A slow start is logged.
    const steps = logged.filter((line) => !line.startsWith('Waiting for '));
    expect(steps.at(-1)).toBe(`Starting the embedded PostgreSQL in ${folder}/postgres`);
    expect(await modeOf(home)).toBe('700');
    expect(await readdir(parent)).toHaveLength(1);
  });

  test('the first usable parent folder is used', async () => {
    const [closed, writable, strange] = ['closed', 'writable', 'strange'].map((name) =>
      path.join(base, name),
    ) as [string, string, string];
    await mkdir(closed, { mode: 0o700 });
    await mkdir(writable);
    await chmod(writable, 0o777);
    await mkdir(strange);
    await chown(strange, 65_534, 65_534);
    const folder = await decide([path.join(base, 'absent'), closed, writable, strange, parent]);
    expect(path.dirname(folder)).toBe(parent);
    expect(await readlink(path.join(dataDir, 'elsewhere'))).toBe(folder);

    await rm(path.join(dataDir, 'elsewhere'));
    await expect(decide([path.join(base, 'absent'), closed, writable, strange])).rejects.toThrow(
      `there is no other folder for the database (${base}/absent is not there, ${closed} cannot be entered (${closed}), ${writable} can be changed by others, ${strange} can be changed by others): choose another TAIN_DATA_DIR`,
    );
  });

  test('two processes that start at the same moment use one folder', async () => {
    const [first, second] = await Promise.all([decide(), decide()]);
    expect(second).toBe(first);
    expect(await readdir(parent)).toEqual([path.basename(first)]);
  });

  test('a changed folder is refused', async () => {
    const folder = await decide();
    const target = path.join(base, 'target');
    await mkdir(target, { mode: 0o700 });
    const wrong: [string, () => Promise<void>][] = [
      ['is no folder', () => symlink(target, folder)],
      ['is no folder', () => writeFile(folder, '')],
      ['belongs to user id 65534', () => mkdir(folder).then(() => chown(folder, 65_534, 65_534))],
      ['is open to others', () => mkdir(folder).then(() => chmod(folder, 0o755))],
      ['was not made by tain', () => mkdir(folder, { mode: 0o700 })],
    ];
    for (const [sentence, put] of wrong) {
      await rm(folder, { recursive: true });
      await put();
      await expect(decide()).rejects.toThrow(`${folder}, which ${dataDir}/elsewhere names, ${sentence}`);
    }
    const { gid } = await stat(target);
    expect([gid, await modeOf(target)]).toEqual([0, '700']);
  });

  test('a link that another user has put into the data folder is not followed', async () => {
    const secret = path.join(base, 'secret');
    await mkdir(secret, { mode: 0o700 });
    await mkdir(dataDir, { mode: 0o700 });
    await symlink(secret, path.join(dataDir, 'elsewhere'));
    await expect(decide()).rejects.toThrow('was not made by tain');
    await lchown(path.join(dataDir, 'elsewhere'), 65_534, 65_534);
    await expect(decide()).rejects.toThrow('EEXIST');
    expect(await modeOf(secret)).toBe('700');
  });

  test('a removed folder is created again, also while another user has its name', async () => {
    const folder = await decide();
    await rm(folder, { recursive: true });
    expect(await decide()).toBe(folder);
    expect(logged.at(-1)).toContain(`${folder}, which ${dataDir}/elsewhere names, was removed`);
    expect(await readdir(parent)).toEqual([path.basename(folder)]);
  });

  test('a moved data folder keeps its database folder, and a copy is refused', async () => {
    const folder = await decide();
    const moved = path.join(home, 'moved');
    await rename(dataDir, moved);
    expect(await decide([parent], moved)).toBe(folder);
    expect(await readlink(path.join(folder, 'data-folder'))).toBe(moved);
    const copied = path.join(home, 'copied');
    await cp(moved, copied, { recursive: true, verbatimSymlinks: true });
    await expect(decide([parent], copied)).rejects.toThrow(
      `${copied} is a copy of ${moved}, whose database is in ${folder}: remove ${copied}/elsewhere to start with an empty database here.`,
    );
  });

  test('a removed data folder is created empty, and the old database folder is named once', async () => {
    const old = await decide();
    await rm(dataDir, { recursive: true });
    const fresh = await decide();
    expect(fresh).not.toBe(old);
    const sentence = `${old}, made for this data folder before, is no longer used: remove it (rm -r ${old})`;
    expect(logged.filter((line) => line === sentence)).toHaveLength(1);
    await decide();
    expect(logged.filter((line) => line === sentence)).toHaveLength(1);
    expect((await lstat(old)).isDirectory()).toBe(true);
  });

  test('a cluster created while the data folder was traversable is moved there', async () => {
    await chmod(home, 0o711);
    const first = await open();
    await query(first.target, 'create table public.t as select 42 as n');
    await first.release();
    await chmod(home, 0o700);
    const second = await open();
    expect(await query(second.target, 'select n from t')).toEqual([{ n: 42 }]);
    await second.release();
    expect(await readdir(dataDir)).not.toContain('postgres');
  });
});

describe('programs', () => {
  /** Returns the package as npm packs it: without links. */
  async function packed(): Promise<Binaries> {
    const found = await findBinaries();
    const root = path.join(base, 'package');
    await cp(path.resolve(found.postgres, '../../..'), root, { recursive: true, verbatimSymlinks: true });
    const list = JSON.parse(await readFile(path.join(root, 'native/pg-symlinks.json'), 'utf8')) as {
      target: string;
    }[];
    for (const { target } of list) await rm(path.join(root, target));
    return {
      postgres: path.join(root, 'native/bin/postgres'),
      initdb: path.join(root, 'native/bin/initdb'),
      isWhole: false,
    };
  }

  test('are copied with their links from a read-only package', async () => {
    const binaries = await packed();
    expect(await canRun(binaries, {})).toBe(false);
    const placed = await placeBinaries(binaries, home);
    expect(placed.isWhole).toBe(true);
    const library = path.join(path.dirname(placed.postgres), '../lib/libpq.so.5');
    expect(await readlink(library)).toMatch(/^libpq\.so\.5\.\d+$/);
    expect(await canRun(placed, {})).toBe(true);
  });

  test.skipIf(!isRoot)(
    'are copied with access for all users if npm installed them for root only',
    async () => {
      const binaries = { ...(await packed()), isWhole: true };
      await chmod(base, 0o711);
      expect(await canRun(binaries, identity)).toBe(true);
      await chmod(binaries.postgres, 0o700);
      expect(await canRun(binaries, identity)).toBe(false);
      const umask = process.umask(0o077);
      try {
        const placed = await placeBinaries(binaries, parent);
        expect(await modeOf(placed.postgres)).toBe('755');
        expect(await canRun(placed, identity)).toBe(true);
      } finally {
        process.umask(umask);
      }
      // The mode of the original is unchanged.
      expect(await modeOf(binaries.postgres)).toBe('700');
    },
  );

  test('are removed with their release once no process uses them', async () => {
    const binaries = await findBinaries();
    const [old, recent] = ['programs-1.0.0', 'programs-2.0.0'].map((name) => path.join(home, name));
    await mkdir(old ?? '');
    await mkdir(recent ?? '');
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    await utimes(old ?? '', longAgo, longAgo);
    await placeBinaries(binaries, home);
    expect(await readdir(home)).toEqual([expect.stringMatching(/^programs-1[89]/), 'programs-2.0.0']);
  });
});
