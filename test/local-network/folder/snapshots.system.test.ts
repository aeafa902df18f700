import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Progress } from '../../../src/kernel/progress.ts';
import { Databases } from '../../../src/local-network/folder/databases.ts';
import { tryFileLock } from '../../../src/local-network/folder/file-lock.ts';
import { controlFolder } from '../../../src/local-network/folder/folders.ts';
import {
  checkName,
  findSnapshot,
  listSnapshots,
  loadSnapshot,
  removeSnapshot,
  resetNetwork,
  saveSnapshot,
  sweep,
} from '../../../src/local-network/folder/snapshots.ts';
import { begunSwap, finishSwap, takeState } from '../../../src/local-network/folder/swap.ts';
import { type EmbeddedServer, openEmbedded } from '../../../src/store/embedded/embedded.ts';
import { tries } from '../../effort.ts';
import { removeFolder } from '../../remove-folder.ts';

const CHILD = fileURLToPath(new URL('./state-child.js', import.meta.url));
const KILLS = tries(4);

let folder: string;
let dataDir: string;
let server: EmbeddedServer;
let databases: Databases;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-snapshots-'));
  dataDir = path.join(folder, 'data');
  // Other sessions open and close while the server runs.
  server = await openEmbedded({ dataDir, openParents: true, settings: { fsync: 'off' } });
  databases = await Databases.open({ dataDir, openParents: true });
});
afterAll(async () => {
  await databases.close();
  await server.release();
  await removeFolder(folder);
});

const quiet = () => ({ dataDir, databases });

async function query<R extends pg.QueryResultRow>(sql: string): Promise<R[]> {
  const client = new pg.Client(server.target);
  await client.connect();
  try {
    return (await client.query<R>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Writes the same word to the network's files and to the database. */
async function write(word: string): Promise<void> {
  for (const [name, content] of [
    ['state/journal.bin', word],
    ['recordstreams/record0.0.3/file', word],
    ['keys/node.pem', 'key'],
  ] as const) {
    const file = path.join(dataDir, 'demo', name);
    mkdirSync(path.dirname(file), { recursive: true });
    // Changed in place, as a journal is appended to. No snapshot may change with it.
    if (name.startsWith('recordstreams')) await rm(file, { force: true });
    writeFileSync(file, content);
  }
  await query(
    `create table if not exists word (word text); truncate word; insert into word values ('${word}')`,
  );
}

/** Returns the words of the files and of the database. */
async function read(): Promise<readonly (string | null)[]> {
  const inFolder = (name: string): string | null => {
    try {
      return readFileSync(path.join(dataDir, 'demo', name), 'utf8');
    } catch {
      return null;
    }
  };
  const [table] = await query<{ name: string | null }>(`select to_regclass('word')::text as name`);
  const rows = table?.name ? await query<{ word: string }>('select word from word') : [];
  return [inFolder('state/journal.bin'), inFolder('recordstreams/record0.0.3/file'), rows[0]?.word ?? null];
}

/** Returns the databases and folders of snapshots and temporary copies. */
async function storedCopies(): Promise<readonly string[]> {
  const names = (await databases.names()).filter((name) => /^tain_/.test(name));
  const folders = readdirSync(dataDir).filter((name) => /^demo-(new|old)-/.test(name));
  const parts = readdirSync(path.join(dataDir, 'demo-snapshots')).filter((name) => !name.endsWith('.json'));
  return [...names.map((name) => name.replace('tain_snapshot_', '')), ...folders].sort().concat(parts.sort());
}

const loaded = async (name: string): Promise<readonly (string | null)[]> => {
  const snapshot = await findSnapshot(dataDir, name);
  if (snapshot === undefined) throw new Error(`there is no ${name}`);
  await loadSnapshot(quiet(), snapshot);
  return read();
};

test('a saved snapshot can be loaded any number of times', async () => {
  await write('one');
  await saveSnapshot(quiet(), 'one');
  await write('two');
  expect(await read()).toEqual(['two', 'two', 'two']);
  await saveSnapshot(quiet(), 'two');
  for (const word of ['one', 'two', 'one']) {
    expect(await loaded(word)).toEqual([word, word, word]);
    await write('three');
  }
  expect((await listSnapshots(dataDir)).map(({ name }) => name)).toEqual(['one', 'two']);
});

test('a copy reports its bytes while it is made', async () => {
  const frequent = await Databases.open({ dataDir, openParents: true }, 1);
  try {
    const total = await frequent.size('tain');
    const reports: Progress[] = [];
    const copies = async (): Promise<number> => {
      await frequent.copy('tain', 'tain_copied', (progress) => reports.push(progress));
      await frequent.drop('tain_copied');
      return reports.filter(({ done }) => done > 0).length;
    };
    // A copy may end before its first report.
    await expect.poll(copies).toBeGreaterThan(0);
    for (const progress of reports) {
      expect(progress).toEqual({ step: 'database', done: expect.any(Number), total, unit: 'bytes' });
    }
  } finally {
    await frequent.close();
  }
});

test('a name refers to the last snapshot saved under it, in any case', async () => {
  await write('four');
  expect((await saveSnapshot(quiet(), 'ONE')).name).toBe('one');
  await write('five');
  expect(await loaded('One')).toEqual(['four', 'four', 'four']);
  const ids = (await listSnapshots(dataDir)).map(({ id }) => id).sort();
  expect(await storedCopies()).toEqual([...ids, ...ids]);
});

test('a removed snapshot leaves no files', async () => {
  for (const snapshot of await listSnapshots(dataDir)) await removeSnapshot(quiet(), snapshot);
  expect(await listSnapshots(dataDir)).toEqual([]);
  expect(await storedCopies()).toEqual([]);
});

test('a reset retains the keys of the nodes and leaves an empty database', async () => {
  await write('six');
  await saveSnapshot(quiet(), 'six');
  await resetNetwork(quiet());
  expect(await read()).toEqual([null, null, null]);
  expect(readdirSync(path.join(dataDir, 'demo'))).toEqual(['keys']);
  expect(await loaded('six')).toEqual(['six', 'six', 'six']);
});

test('nothing is removed while a file that names parts cannot be read', async () => {
  const folderOfSnapshots = path.join(dataDir, 'demo-snapshots');
  const file = path.join(folderOfSnapshots, 'six.json');
  const text = readFileSync(file, 'utf8');
  const copies = await storedCopies();
  writeFileSync(file, text.slice(0, 10));
  await expect(sweep(quiet())).rejects.toThrow(
    `The file ${file} is damaged: remove it to lose that snapshot.`,
  );
  // A link to itself cannot be read, even by root.
  rmSync(file);
  symlinkSync(file, file);
  await expect(sweep(quiet())).rejects.toThrow('ELOOP');
  rmSync(file);
  renameSync(folderOfSnapshots, `${folderOfSnapshots}.kept`);
  symlinkSync(folderOfSnapshots, folderOfSnapshots);
  await expect(sweep(quiet())).rejects.toThrow('ELOOP');
  rmSync(folderOfSnapshots);
  renameSync(`${folderOfSnapshots}.kept`, folderOfSnapshots);
  writeFileSync(file, text);
  expect(await storedCopies()).toEqual(copies);
  expect(await loaded('six')).toEqual(['six', 'six', 'six']);
});

test('an unfinished swap whose file cannot be read is no finished one', async () => {
  const file = path.join(controlFolder(dataDir), 'swap.json');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '{"id":');
  await expect(begunSwap(dataDir)).rejects.toThrow('is damaged');
  rmSync(file);
  symlinkSync(file, file);
  await expect(begunSwap(dataDir)).rejects.toThrow('ELOOP');
  rmSync(file);
  expect(await begunSwap(dataDir)).toBeNull();
});

test('a lock that cannot be read is not waited for', async () => {
  const lock = path.join(folder, 'unreadable.lock');
  symlinkSync(lock, lock);
  await expect(tryFileLock(lock)).rejects.toThrow('ELOOP');
  expect(readdirSync(folder).filter((name) => name.startsWith('unreadable'))).toEqual(['unreadable.lock']);
});

test.each(['../x', '', '.hidden', 'a/b', 'a b', 'x'.repeat(64), 'ü', 'a.json', '-x'])(
  '%j is not a name of a snapshot',
  (name) => {
    expect(() => checkName(name)).toThrow('The name of a snapshot is made of');
  },
);

test('a process that is killed at any moment leaves a consistent network', async () => {
  await write('a');
  await saveSnapshot(quiet(), 'a');
  await write('b');
  await saveSnapshot(quiet(), 'b');
  for (let i = 0; i < KILLS; i++) {
    const child = fork(CHILD, [dataDir, String(i)]);
    const ended = once(child, 'exit');
    await once(child, 'message');
    // Kills the child during its first steps, whose duration depends on the machine.
    await sleep(i * i * 40);
    child.kill('SIGKILL');
    await ended;
    // The child's lock is released, and its operation is either complete or undone.
    const lock = await takeState({ dataDir });
    // A separate session, as commands use, because this test's session would be ended as an orphan.
    const next = await Databases.open({ dataDir, openParents: true });
    await databases.close();
    databases = next;
    await databases.endOrphans();
    await finishSwap(dataDir, databases);
    await sweep(quiet());
    await lock.release();
    const [word] = await read();
    expect(await read()).toEqual([word, word, word]);
    expect(['a', 'b']).toContain(word);
    const ids = (await listSnapshots(dataDir)).map(({ id }) => id).sort();
    expect(await storedCopies()).toEqual([...ids, ...ids]);
    // The child's snapshot is consistent: each name has one of the two words everywhere.
    for (const name of ['a', 'b']) {
      const [first, ...rest] = await loaded(name);
      expect([name, rest]).toEqual([name, [first, first]]);
    }
    await write('a');
    await saveSnapshot(quiet(), 'a');
    await write('b');
    await saveSnapshot(quiet(), 'b');
  }
});

test('an interrupted swap is finished once, by the next process', async () => {
  await write('a');
  const snapshot = await saveSnapshot(quiet(), 'a');
  await write('b');
  // Stops right after the word is written.
  const stopping = Object.assign(Object.create(databases) as Databases, {
    copy: (from: string, to: string) => databases.copy(from, to),
    replaceMirror: () => Promise.reject(new Error('killed')),
  });
  await expect(loadSnapshot({ dataDir, databases: stopping }, snapshot)).rejects.toThrow('killed');
  expect(await begunSwap(dataDir)).toMatch(/^[0-9a-f]{16}$/);
  expect(await read()).toEqual(['b', 'b', 'b']);
  await finishSwap(dataDir, databases);
  expect(await begunSwap(dataDir)).toBeNull();
  expect(await read()).toEqual(['a', 'a', 'a']);
  await finishSwap(dataDir, databases);
  expect(await read()).toEqual(['a', 'a', 'a']);
});
