import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { controlled } from '../../../src/app/commands/controlled-run.ts';
import { readConfig } from '../../../src/config/config.ts';
import { aborted } from '../../../src/kernel/abort-signal.ts';
import { Failure } from '../../../src/kernel/failure.ts';
import { connectProcesses } from '../../../src/local-network/folder/control-client.ts';
import { parseEntry, parseRequest, requestLine } from '../../../src/local-network/folder/control-messages.ts';
import { type ControlServer, openControl } from '../../../src/local-network/folder/control-server.ts';
import { tryFileLock } from '../../../src/local-network/folder/file-lock.ts';
import { controlFolder } from '../../../src/local-network/folder/folders.ts';

let folder: string;
let server: ControlServer;
let done: string[];
let onDone: (() => void) | undefined;
const note = (what: string): void => {
  done.push(what);
  onDone?.();
};
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-control-'));
  done = [];
  onDone = undefined;
  server = await openControl(folder, {
    pause: async () => {
      if (done.at(-1) === 'pause') throw new Failure('usage', 'Another command has paused it.');
      note('pause');
    },
    resume: async () => note('resume'),
    advance: async (nanos) => {
      if (nanos === 13n) throw new Failure('usage', 'Not by 13.');
      if (nanos === 14n) throw new Error('a secret');
      return nanos + 1n;
    },
  });
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Waits until `count` tasks are done. */
async function until(count: number): Promise<void> {
  while (done.length < count) await new Promise<void>((resolve) => (onDone = resolve));
}

async function entry() {
  const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const found = parseEntry(await readFile(path.join(folder, file), 'utf8'));
  if (found === null) throw new Error('there is no entry');
  return { ...found, file: path.join(folder, file) };
}

async function only() {
  const [process, ...others] = await connectProcesses(folder);
  if (process === undefined || others.length > 0) throw new Error('not exactly one process');
  return process;
}

test('executes commands, reports failures, and reveals nothing else', async () => {
  const process = await only();
  expect(await process.send({ command: 'advance', nanos: 5n })).toEqual({ ok: true, now: '6' });
  await expect(process.send({ command: 'advance', nanos: 13n })).rejects.toThrow('Not by 13.');
  await expect(process.send({ command: 'advance', nanos: 14n })).rejects.toThrow('It failed: see its log.');
  await process.send({ command: 'pause' });
  await process.send({ command: 'resume' });
  process.close();
  expect(done).toEqual(['pause', 'resume']);
});

test('resumes when the client that paused it disconnects', async () => {
  const process = await only();
  await process.send({ command: 'pause' });
  process.close();
  await until(2);
  expect(done).toEqual(['pause', 'resume']);
});

test('stays paused when a client whose pause failed disconnects', async () => {
  const [first, second] = [await only(), await only()];
  await first.send({ command: 'pause' });
  await expect(second.send({ command: 'pause' })).rejects.toThrow('Another command has paused it.');
  second.close();
  // The connection has closed, so that other clients are served.
  const third = await only();
  await third.send({ command: 'advance', nanos: 1n });
  expect(done).toEqual(['pause']);
  await first.send({ command: 'resume' });
  first.close();
  third.close();
});

test('a command ends when the network runs again, even if another one paused it meanwhile', async () => {
  const config = readConfig({
    TAIN_DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: 'postgres://localhost:1/x',
  });
  const stopping = new AbortController();
  const starts: (() => void)[] = [];
  const running = controlled(config, pino({ level: 'silent' }), stopping.signal, async (signal, hooks) => {
    starts.push(() => hooks.onStarted?.({ addresses: {}, isReady: () => true }));
    onDone?.();
    await aborted(signal);
  });
  const started = async (count: number): Promise<void> => {
    while (starts.length < count) await new Promise<void>((resolve) => (onDone = resolve));
  };
  await started(1);
  starts[0]?.();
  const [first] = await connectProcesses(controlFolder(config.dataDir));
  await first?.send({ command: 'pause' });
  const isResumed = first?.send({ command: 'resume' });
  await started(2);
  const [second] = await connectProcesses(controlFolder(config.dataDir));
  await second?.send({ command: 'pause' });
  const isResumedAgain = second?.send({ command: 'resume' });
  await started(3);
  starts[2]?.();
  await Promise.all([isResumed, isResumedAgain]);
  stopping.abort();
  await running;
});

test('is accessible to this user only: its secret is in a private file', async () => {
  const { file, token } = await entry();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(token).toMatch(/^[0-9a-f]{64}$/);
});

test.each([
  ['an HTTP request', 'GET / HTTP/1.1\r\n\r\n'],
  ['a wrong secret', requestLine('0'.repeat(64), { command: 'pause' })],
  ['an empty secret', requestLine('', { command: 'pause' })],
  ['no JSON', '{"token":\n'],
  ['an endless line', 'x'.repeat(10_000)],
])('a client that sends %s is disconnected', async (_, text) => {
  const { port } = await entry();
  const socket = net.connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => undefined);
  socket.write(text);
  await new Promise((resolve) => socket.once('close', resolve));
  expect([answer, done]).toEqual(['', []]);
});

test.each([
  '{}',
  '[]',
  'null',
  '{"token":"x","command":"stop"}',
  '{"token":"x","command":"advance"}',
  '{"token":"x","command":"advance","nanos":"-1"}',
  '{"token":"x","command":"advance","nanos":"1e9"}',
])('%s is not a request', (line) => {
  expect(parseRequest(line)).toBeNull();
});

test('files of exited processes are removed, and no other files', async () => {
  const staleFile = path.join(folder, '1-00000000.json');
  const strange = path.join(folder, 'notes.txt');
  await writeFile(staleFile, JSON.stringify({ pid: 2 ** 22 + 1, began: '', port: 1, token: 'x' }));
  await writeFile(strange, 'x');
  (await only()).close();
  const left = await readdir(folder);
  expect([left.includes('1-00000000.json'), left.includes('notes.txt')]).toEqual([false, true]);
});

test('a lock has one holder, and is free when that has exited or released it', async () => {
  const file = path.join(folder, 'a.lock');
  // Files left by a process that has exited, or truncated.
  for (const stale of [JSON.stringify({ pid: 2 ** 22 + 1, began: '' }), '', '{"pid":']) {
    await writeFile(file, stale);
    const attempt = await tryFileLock(file);
    if (!('lock' in attempt)) throw new Error('the lock is held');
    expect(await tryFileLock(file)).toMatchObject({ holder: { pid: process.pid } });
    await attempt.lock.release();
  }
  // A file of a later process with the same process id.
  await writeFile(file, JSON.stringify({ pid: process.pid, began: 'another boot 1' }));
  expect(await tryFileLock(file)).toHaveProperty(process.platform === 'linux' ? 'lock' : 'holder');
  expect((await readdir(folder)).filter((name) => name.startsWith('a.lock'))).toHaveLength(1);
});

test('one of many concurrent attempts gets the lock', async () => {
  const file = path.join(folder, 'b.lock');
  await writeFile(file, JSON.stringify({ pid: 2 ** 22 + 1, began: '' }));
  const attempts = await Promise.all(Array.from({ length: 20 }, () => tryFileLock(file)));
  expect(attempts.filter((attempt) => 'lock' in attempt)).toHaveLength(1);
});

test('a process that gets a lock removes the files of a killed process that waited for it', async () => {
  const file = path.join(folder, 'a.lock');
  const { status, pid } = spawnSync(process.execPath, ['-e', '']);
  expect(status).toBe(0);
  const alive = JSON.stringify({ pid: process.pid, began: '' });
  const [dead, own] = [`a.lock.${pid}-`, `a.lock.${process.pid}-`];
  await writeFile(path.join(folder, `${dead}01.new`), JSON.stringify({ pid, began: 'before' }));
  // Killed before it wrote.
  await writeFile(path.join(folder, `${dead}02.new`), '');
  // Killed while it removed a stale lock.
  await writeFile(`${file}.0123456789abcdef`, JSON.stringify({ pid, began: 'before' }));
  await writeFile(path.join(folder, `${own}03.new`), alive);
  await writeFile(path.join(folder, `${own}04.new`), '');
  const attempt = await tryFileLock(file);
  const left = (await readdir(folder)).filter((name) => name.startsWith('a.lock')).sort();
  expect(left).toEqual(['a.lock', `${own}03.new`, `${own}04.new`]);
  if ('lock' in attempt) await attempt.lock.release();
});

test('connections without the secret are displaced by those with it', async () => {
  const { port, token } = await entry();
  const idle = Array.from({ length: 160 }, () => {
    const socket = net.connect(port, '127.0.0.1').resume();
    socket.on('error', () => undefined);
    return socket;
  });
  try {
    for (let round = 0; round < 10; round += 1) {
      const socket = net.connect(port, '127.0.0.1');
      socket.write(requestLine(token, { command: 'advance', nanos: 1n }));
      const [answer] = await once(socket, 'data');
      expect(JSON.parse(String(answer))).toEqual({ ok: true, now: '2' });
      socket.destroy();
    }
  } finally {
    for (const socket of idle) socket.destroy();
  }
});
