import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectionConfig } from '../../../src/store/connections/database.ts';
import { findBinaries, placeBinaries } from '../../../src/store/embedded/binaries.ts';
import { openEmbedded } from '../../../src/store/embedded/embedded.ts';
import { giveFolder } from '../../../src/store/embedded/identity.ts';
import { removeFolder } from '../../remove-folder.ts';

const isRoot = process.getuid?.() === 0;
const settings = { fsync: 'off', shared_buffers: '32MB' };

/** Folder with a stopped server, which most tests start with a copy of, because `initdb` takes a second. */
let prepared: string;
beforeAll(async () => {
  prepared = await mkdtemp(path.join(os.tmpdir(), 'tain-identity-'));
  await (await openEmbedded({ dataDir: prepared, settings, openParents: true })).release();
});
afterAll(() => removeFolder(prepared));
/** Copies the prepared server into a folder, which may not exist yet. */
const copyServer = (folder: string): void => {
  execFileSync('mkdir', ['-p', folder]);
  execFileSync('cp', ['-a', '--reflink=auto', `${prepared}/.`, folder]);
};

let parent: string;
let dataDir: string;
beforeEach(async () => {
  // `mkdtemp` creates a folder that only its owner can enter, like a folder below /root.
  parent = await mkdtemp(path.join(os.tmpdir(), 'tain-identity-'));
  dataDir = path.join(parent, 'data');
});
afterEach(() => removeFolder(parent));

const modeOf = async (file: string): Promise<string> => ((await stat(file)).mode & 0o777).toString(8);

// Only root can change its user, so the tests are skipped for others.
describe.skipIf(!isRoot)('started by root', () => {
  test('a data folder below a closed one is refused without an alternative, with a remedy', async () => {
    await expect(openEmbedded({ dataDir, settings, parents: [] })).rejects.toThrow(
      new RegExp(`cannot enter ${parent}, .*: choose another TAIN_DATA_DIR, .*TAIN_OPEN_PARENTS=on`),
    );
    expect(await modeOf(parent)).toBe('700');
  });

  test('a closed parent folder is opened on request', async () => {
    const logged: string[] = [];
    copyServer(dataDir);
    const server = await openEmbedded({
      dataDir,
      settings,
      openParents: true,
      log: (message) => logged.push(message),
    });
    await server.release();
    expect(await modeOf(parent)).toBe('701');
    expect(logged.join('\n')).toContain(`Every user can enter ${parent} now`);
  });

  test('the server has its own user id, no capabilities, and private files', async () => {
    await chmod(parent, 0o711);
    const server = await openEmbedded({ dataDir, settings });
    try {
      const pid = (await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0];
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      const [, uid, gid] = /^Uid:\t(\d+)[\s\S]*^Gid:\t(\d+)/m.exec(status) ?? [];
      for (const file of ['/etc/passwd', '/etc/group']) {
        const ids = (await readFile(file, 'utf8')).split('\n').map((line) => line.split(':')[2]);
        expect(ids).not.toContain(uid);
      }
      expect(gid).toBe(uid);
      expect(status).toMatch(/^Groups:\s*$/m);
      for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapAmb'])
        expect(status).toMatch(new RegExp(`^${set}:\\t0+$`, 'm'));
      const found = await stat(dataDir);
      // The server's own group can enter the folder. Its only member is the server.
      expect([found.uid, found.gid, await modeOf(dataDir)]).toEqual([0, Number(gid), '710']);
      expect(await modeOf(path.join(dataDir, 'run'))).toBe('700');
      expect(await modeOf(path.join(dataDir, 'postgres'))).toBe('700');
      expect(await modeOf(path.join(dataDir, 'postgres.log'))).toBe('600');
      expect(await modeOf(path.join(dataDir, 'postgres-hba.conf'))).toBe('640');
    } finally {
      await server.release();
    }
  });

  test('the server cannot read files of root, even for its superuser', async () => {
    await chmod(parent, 0o711);
    const secret = path.join(parent, 'secret');
    await writeFile(secret, 'for root alone', { mode: 0o600 });
    copyServer(dataDir);
    const { target, release } = await openEmbedded({ dataDir, settings });
    const client = new pg.Client(connectionConfig(target));
    await client.connect();
    try {
      await expect(client.query('select pg_read_file($1)', [secret])).rejects.toThrow('Permission denied');
      await expect(client.query(`copy (select 1) to '${parent}/new'`)).rejects.toThrow('Permission denied');
    } finally {
      await client.end();
      await release();
    }
  });

  test('a cluster of another user, as older releases created it, is adopted', async () => {
    await chmod(parent, 0o711);
    copyServer(dataDir);
    const first = await openEmbedded({ dataDir, settings });
    const { uid } = await stat(path.join(dataDir, 'postgres'));
    await first.release();
    for (const folder of ['postgres', 'run'])
      await giveFolder(path.join(dataDir, folder), { uid: 65_534, gid: 65_534 });
    const second = await openEmbedded({ dataDir, settings });
    await second.release();
    for (const name of await readdir(path.join(dataDir, 'postgres')))
      expect((await stat(path.join(dataDir, 'postgres', name))).uid).toBe(uid);
  });
});

test('programs that the server cannot reach are copied to a folder that it can', async () => {
  const binaries = await findBinaries();
  const placed = await placeBinaries(binaries, parent);
  expect(placed.postgres.startsWith(`${parent}/programs-`)).toBe(true);
  const again = await placeBinaries(binaries, parent);
  expect(again).toEqual(placed);
  expect(await readdir(parent)).toHaveLength(1);
  expect((await stat(placed.initdb)).size).toBe((await stat(binaries.initdb)).size);
  expect(await readdir(path.dirname(path.dirname(placed.postgres)))).toEqual(
    await readdir(path.resolve(binaries.postgres, '../..')),
  );
});

test('a data folder with access for others is closed, but not one with other files', async () => {
  copyServer(dataDir);
  await mkdir(path.join(dataDir, 'demo'));
  await chmod(dataDir, 0o755);
  await chmod(parent, 0o711);
  await (await openEmbedded({ dataDir, settings })).release();
  expect(await modeOf(dataDir)).toBe(isRoot ? '710' : '700');

  const shared = path.join(parent, 'shared');
  copyServer(shared);
  await writeFile(path.join(shared, 'letter'), '');
  await chmod(shared, 0o755);
  await (await openEmbedded({ dataDir: shared, settings })).release();
  expect(await modeOf(shared)).toBe('755');
  await chmod(shared, 0o777);
  await expect(openEmbedded({ dataDir: shared, settings })).rejects.toThrow(
    `Other users can write to ${shared} (TAIN_DATA_DIR)`,
  );
});

describe('the folder of the socket', () => {
  const elsewhere = 'x'.repeat(80);
  let long: string;
  beforeEach(async () => {
    await chmod(parent, 0o711);
    // The path is too long for a socket.
    long = path.join(parent, elsewhere);
    copyServer(long);
  });
  const socketFolder = async (): Promise<string> =>
    (await readFile(path.join(long, 'postgres/postmaster.pid'), 'utf8')).split('\n')[4] ?? '';

  test('is created if the path is too long, found by the next process, and removed at the end', async () => {
    const first = await openEmbedded({ dataDir: long, settings });
    const second = await openEmbedded({ dataDir: long, settings });
    const folder = await socketFolder();
    expect(path.dirname(folder)).toBe(os.tmpdir());
    expect(await modeOf(folder)).toBe('700');
    expect([first.target.host, second.target.host]).toEqual([folder, folder]);
    await first.release();
    await second.release();
    await expect(stat(folder)).rejects.toThrow('ENOENT');
    const third = await openEmbedded({ dataDir: long, settings });
    expect(third.target.host).not.toBe(folder);
    await third.release();
  });

  test('is refused when another user has put a link there', async () => {
    const first = await openEmbedded({ dataDir: long, settings });
    const folder = await socketFolder();
    const target = path.join(parent, 'target');
    await mkdir(target, { mode: 0o700 });
    const before = await stat(target);
    try {
      await rm(folder, { recursive: true });
      await symlink(target, folder);
      await expect(openEmbedded({ dataDir: long, settings })).rejects.toThrow(`${folder} for the socket`);
      expect((await stat(target)).uid).toBe(before.uid);
    } finally {
      await first.release();
      await rm(folder, { force: true });
    }
  });

  test.skipIf(!isRoot)('is refused if it belongs to another user, or is open to others', async () => {
    const first = await openEmbedded({ dataDir: long, settings });
    const folder = await socketFolder();
    try {
      await rm(folder, { recursive: true });
      await mkdir(folder, { mode: 0o700 });
      await giveFolder(folder, { uid: 65_534, gid: 65_534 });
      await expect(openEmbedded({ dataDir: long, settings })).rejects.toThrow('belongs to user id 65534');
      await giveFolder(folder, { uid: 0, gid: 0 });
      await chmod(folder, 0o777);
      await expect(openEmbedded({ dataDir: long, settings })).rejects.toThrow('is open to others');
    } finally {
      await removeFolder(folder);
      await first.release();
      await removeFolder(folder);
    }
  });

  test('does not follow a link in the data folder', async () => {
    const target = path.join(parent, 'target');
    await mkdir(target, { mode: 0o700 });
    await mkdir(dataDir, { mode: 0o700 });
    await symlink(target, path.join(dataDir, 'run'));
    const before = await stat(target);
    await expect(openEmbedded({ dataDir, settings })).rejects.toThrow('run for the socket of the embedded');
    expect((await stat(target)).uid).toBe(before.uid);
  });
});
