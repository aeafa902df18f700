import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { connectionConfig } from '../../../src/store/connections/database.ts';
import { logFile } from '../../../src/store/embedded/cluster.ts';
import { type EmbeddedServer, openEmbedded } from '../../../src/store/embedded/embedded.ts';
import { removeFolder } from '../../remove-folder.ts';

const settings = { fsync: 'off', shared_buffers: '32MB', synchronous_commit: 'on' };

/** Folder with a stopped server. Tests start with a copy, because `initdb` takes seconds. */
let prepared: string;
let dataDir: string;
beforeAll(async () => {
  // `mkdtemp` creates a folder that only its owner can enter, like a clone below /root.
  prepared = await mkdtemp(path.join(os.tmpdir(), 'tain-embedded-'));
  await (await openEmbedded({ dataDir: prepared, settings })).release();
});
afterAll(() => removeFolder(prepared));
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'tain-embedded-'));
  execFileSync('cp', ['-a', '--reflink=auto', `${prepared}/.`, dataDir]);
});
afterEach(() => removeFolder(dataDir));

/** Replaces the copy by an empty folder. */
async function empty(): Promise<void> {
  await removeFolder(dataDir);
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'tain-embedded-'));
}

async function query(target: Parameters<typeof connectionConfig>[0], sql: string): Promise<unknown[]> {
  const client = new pg.Client(connectionConfig(target));
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const postmasterPid = async (): Promise<number> =>
  Number((await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Waits until a number of processes use the server. */
async function present({ target }: EmbeddedServer, processes: number): Promise<void> {
  const locks = `select from pg_stat_activity join pg_locks using (pid)
    where application_name = 'tain presence' and locktype = 'advisory' and granted`;
  for (let found = -1; found !== processes; ) found = (await query(target, locks)).length;
}

async function waitUntil(condition: () => boolean): Promise<void> {
  for (let n = 0; n < 400 && !condition(); n += 1) await new Promise((resolve) => setTimeout(resolve, 25));
  expect(condition()).toBe(true);
}

test('the first process starts the server, later ones join it, and the last one stops it', async () => {
  const first = await openEmbedded({ dataDir, settings });
  const pid = await postmasterPid();
  const second = await openEmbedded({ dataDir, settings });
  await query(first.target, 'create table public.t as select 42 as n');
  await first.release();
  expect(alive(pid)).toBe(true);
  expect(await query(second.target, 'select n from t')).toEqual([{ n: 42 }]);
  await second.release();
  await waitUntil(() => !alive(pid));
  const third = await openEmbedded({ dataDir, settings });
  expect(await query(third.target, 'select n from t')).toEqual([{ n: 42 }]);
  await third.release();
});

test('two processes that start at the same moment share one server', async () => {
  await empty();
  const both = await Promise.all([openEmbedded({ dataDir, settings }), openEmbedded({ dataDir, settings })]);
  const times = await Promise.all(
    both.map((one) => query(one.target, 'select pg_postmaster_start_time()::text')),
  );
  expect(times[0]).toEqual(times[1]);
  await Promise.all(both.map((one) => one.release()));
});

test('the server recovers from a kill with its lock file and half-written pages', async () => {
  const first = await openEmbedded({ dataDir, settings });
  await query(first.target, 'create table public.t as select generate_series(1, 1000) as n');
  const pid = await postmasterPid();
  process.kill(pid, 'SIGKILL');
  await waitUntil(() => !alive(pid));
  // The process id of the dead server now belongs to another program (as happens in containers).
  const lock = path.join(dataDir, 'postgres/postmaster.pid');
  await writeFile(lock, (await readFile(lock, 'utf8')).replace(String(pid), String(process.pid)));
  const second = await openEmbedded({ dataDir, settings });
  expect(await query(second.target, 'select count(*)::int as n from t')).toEqual([{ n: 1000 }]);
  await first.release();
  await second.release();
});

test('the server replays its log after a crash for as long as that takes', async () => {
  const untimed = { ...settings, max_wal_size: '4GB', checkpoint_timeout: '1d' };
  const first = await openEmbedded({ dataDir, settings: untimed });
  await query(first.target, 'create table public.t (n int, text text)');
  await query(
    first.target,
    'insert into public.t select n, repeat(md5(n::text), 20) from generate_series(1, 300000) n',
  );
  const pid = await postmasterPid();
  process.kill(pid, 'SIGKILL');
  await waitUntil(() => !alive(pid));
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const second = await openEmbedded({ dataDir, settings: untimed, log, answerTimeoutMs: 300 });
  expect(await query(second.target, 'select count(*)::int as n from t')).toEqual([{ n: 300_000 }]);
  // The replay took longer than a server that is not starting may take to answer.
  const [, seconds = '0'] =
    /redo done at .* elapsed: ([\d.]+) s/.exec(await readFile(logFile(dataDir), 'utf8')) ?? [];
  expect(Number(seconds)).toBeGreaterThan(0.3);
  await first.release();
  await second.release();
});

test.each([
  ['the same user', null],
  ['another user', 65_534],
])('a stale lock with the process id of another PostgreSQL of %s is ignored', async (_, other) => {
  const isRoot = process.getuid?.() === 0;
  const first = await openEmbedded({ dataDir, settings });
  await query(first.target, 'create table public.t as select 42 as n');
  const pid = await postmasterPid();
  const files = ['postgres/postmaster.pid', 'run/.s.PGSQL.5432.lock'].map((name) => path.join(dataDir, name));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  await first.release();
  await waitUntil(() => !alive(pid));
  const { uid, gid } = await stat(path.join(dataDir, 'postgres'));
  const stranger = spawn('sleep', ['600'], {
    argv0: 'postgres',
    cwd: '/',
    stdio: 'ignore',
    // Only root can run processes as several users.
    ...(isRoot && { uid: other ?? uid, gid: other ?? gid }),
  });
  try {
    // Simulates a crash of the machine, after which process ids are reused.
    for (const [n, file] of files.entries()) {
      await writeFile(file, (texts[n] ?? '').replace(String(pid), String(stranger.pid)));
      if (isRoot) await chown(file, uid, gid);
    }
    const second = await openEmbedded({ dataDir, settings });
    expect(await query(second.target, 'select n from t')).toEqual([{ n: 42 }]);
    await second.release();
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  } finally {
    stranger.kill('SIGKILL');
  }
});

test('a clock that jumps ahead by an hour does not end a start', async () => {
  const log = (message: string): void => {
    if (message.startsWith('Starting')) vi.setSystemTime(Date.now() + 3_600_000);
  };
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    await (await openEmbedded({ dataDir, settings, log })).release();
  } finally {
    vi.useRealTimers();
  }
});

test('a server that is killed while in use is started again', async () => {
  const logged: string[] = [];
  const embedded = await openEmbedded({ dataDir, settings, log: (message) => logged.push(message) });
  await query(embedded.target, 'create table public.t as select 42 as n');
  const pid = await postmasterPid();
  process.kill(pid, 'SIGKILL');
  const starts = (): number => logged.filter((line) => line.startsWith('Starting')).length;
  await waitUntil(() => starts() >= 2);
  expect(logged).toContain('The embedded PostgreSQL ended unexpectedly');
  // A second process that starts now waits for the same server.
  const second = await openEmbedded({ dataDir, settings });
  expect(await query(embedded.target, 'select n from t')).toEqual([{ n: 42 }]);
  const next = await postmasterPid();
  expect(next).not.toBe(pid);
  // The second process exits only after the first has the presence lock again.
  await present(second, 2);
  await second.release();
  expect(alive(next)).toBe(true);
  await embedded.release();
  await waitUntil(() => !alive(next));
});

test('a server left behind by a killed process is joined and stopped by the next', async () => {
  const pid = await leaveServerRunning();
  expect(alive(pid)).toBe(true);
  const next = await openEmbedded({ dataDir, settings });
  // The server may not have noticed the end of the killed process yet.
  await present(next, 1);
  await next.release();
  await waitUntil(() => !alive(pid));
});

test('a data folder that cannot be created is reported', async () => {
  const file = path.join(dataDir, 'file');
  await writeFile(file, '');
  await chmod(file, 0o400);
  await expect(openEmbedded({ dataDir: path.join(file, 'data'), settings })).rejects.toThrow(file);
});

test('a server whose socket was removed is started again while it is in use', async () => {
  const logged: string[] = [];
  const embedded = await openEmbedded({ dataDir, settings, log: (message) => logged.push(message) });
  await query(embedded.target, 'create table public.t as select 42 as n');
  const pid = await postmasterPid();
  // The folder is removed, as by cleaners of temporary folders.
  await rm(path.join(dataDir, 'run'), { recursive: true });
  await waitUntil(() => !alive(pid));
  await waitUntil(() => logged.filter((line) => line.startsWith('Starting')).length === 2);
  expect(logged.join('\n')).toContain('The socket of the embedded PostgreSQL was removed');
  const second = await openEmbedded({ dataDir, settings });
  expect(await query(embedded.target, 'select n from t')).toEqual([{ n: 42 }]);
  await second.release();
  await embedded.release();
  const last = await postmasterPid().catch(() => 0);
  await waitUntil(() => last === 0 || !alive(last));
});

/** Leaves a server running without its parent, as a killed process does. */
async function leaveServerRunning(): Promise<number> {
  const script = `
    const { openEmbedded } = await import(${JSON.stringify(new URL('../../../dist/store/embedded/embedded.js', import.meta.url).href)});
    await openEmbedded({ dataDir: ${JSON.stringify(dataDir)}, settings: ${JSON.stringify(settings)} });
    console.log('up');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  return postmasterPid();
}

test('a left-over server without its socket is restarted by the next process', async () => {
  const pid = await leaveServerRunning();
  await rm(path.join(dataDir, 'run/.s.PGSQL.5432'));
  const next = await openEmbedded({ dataDir, settings });
  expect(alive(pid)).toBe(false);
  expect(await query(next.target, 'select 1 as n')).toEqual([{ n: 1 }]);
  await next.release();
});

test('a start reports its reason for waiting after two seconds, and can be cancelled', async () => {
  const pid = await leaveServerRunning();
  const logged: string[] = [];
  const giveUp = new AbortController();
  process.kill(pid, 'SIGSTOP');
  try {
    const opening = openEmbedded({
      dataDir,
      settings,
      signal: giveUp.signal,
      log: (message) => logged.push(message),
    });
    const outcome = opening.catch((error: Error) => error.name);
    await waitUntil(() => logged.length === 1);
    expect(logged[0]).toContain(
      `Waiting for the embedded PostgreSQL (process ${pid}), which does not answer`,
    );
    giveUp.abort();
    expect(await outcome).toBe('AbortError');
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  const next = await openEmbedded({ dataDir, settings });
  await next.release();
  await waitUntil(() => !alive(pid));
});

test('a cancelled start leaves no server behind', async () => {
  await empty();
  const giveUp = new AbortController();
  const log = (message: string): void => {
    if (message.startsWith('Starting')) setTimeout(() => giveUp.abort(), 10);
  };
  await expect(openEmbedded({ dataDir, settings, signal: giveUp.signal, log })).rejects.toThrow('aborted');
  expect(await postmasterPid().catch(() => 'none')).toBe('none');
});

test('a start removes a cluster whose creation was killed, and no other', async () => {
  const killed = path.join(dataDir, 'postgres.new-killed');
  await mkdir(path.join(killed, 'base'), { recursive: true });
  await utimes(killed, 1, 1);
  await mkdir(path.join(dataDir, 'postgres.new-running'));
  await (await openEmbedded({ dataDir, settings })).release();
  const left = (await readdir(dataDir)).filter((name) => name.startsWith('postgres.new-'));
  expect(left).toEqual(['postgres.new-running']);
});
