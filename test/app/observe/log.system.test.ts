import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../free-ports.ts';
import { copyDataFolder } from '../commands/tain.ts';

const MAIN = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));
const LOG = new URL('../../../dist/app/observe/log.js', import.meta.url).href;

let folder: string;
let ours: number;
let theirs: number;
let child: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tain-stalled-'));
  const fifo = path.join(folder, 'log');
  execFileSync('mkfifo', [fifo]);
  ours = openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK);
  theirs = openSync(fifo, 'w');
});
afterEach(() => {
  child?.kill('SIGKILL');
  closeSync(ours);
  closeSync(theirs);
  rmSync(folder, { recursive: true, force: true });
});

/** Fills the pipe, so that the next line blocks. */
function fill(): void {
  for (;;) {
    try {
      writeSync(ours, 'x'.repeat(4095).concat('\n'));
    } catch {
      return;
    }
  }
}

/** Drains the pipe until `text` arrives. */
async function readUntil(text: string): Promise<string> {
  let read = '';
  const buffer = Buffer.alloc(65_536);
  for (const deadline = Date.now() + 20_000; Date.now() < deadline && !read.includes(text); ) {
    try {
      const size = readSync(ours, buffer);
      read += buffer.toString('latin1', 0, size);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  return read;
}

/** Resolves to true when the program serves; false if it exited. */
async function serves(child: ChildProcess, port: number): Promise<boolean> {
  for (const deadline = Date.now() + 150_000; Date.now() < deadline; ) {
    if (child.exitCode !== null) return false;
    const answer = await fetch(`http://127.0.0.1:${port}/health/liveness`).catch(() => null);
    if (answer?.ok) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('it did not serve in time');
}

/** Starts Tain with its log on the descriptor `stderr`, and waits until it serves. */
async function startTain(stderr: number): Promise<ChildProcess> {
  const { PATH = '', HOME = '' } = process.env;
  copyDataFolder(['start'], { TAIN_DATA_DIR: path.join(folder, 'data') });
  const env = { PATH, HOME, TAIN_OPEN_PARENTS: 'on', TAIN_DATA_DIR: path.join(folder, 'data') };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const port = await freePort();
    child = spawn(process.execPath, [MAIN, 'start', '--roles', 'api'], {
      env: { ...env, TAIN_PORT: String(port), TAIN_FURTHER_PORTS: 'off' },
      stdio: ['ignore', 'ignore', stderr],
    });
    if (await serves(child, port)) return child;
    // Another process may have taken the port meanwhile.
    expect(child.exitCode).toBe(2);
  }
  throw new Error('it exited in each of three attempts');
}

test('a process whose log is not read keeps serving, and exits at the first signal', async () => {
  fill();
  const child = await startTain(theirs);
  const began = Date.now();
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  expect(Date.now() - began).toBeLessThan(5_500);
});

test('a log on a full disk stops nothing', async () => {
  const full = openSync('/dev/full', 'w');
  try {
    const child = await startTain(full);
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(0);
  } finally {
    closeSync(full);
  }
});

test('unread lines above a limit are dropped, and counted once the log is read again', async () => {
  const script = `
    const { makeLog } = await import(${JSON.stringify(LOG)});
    const log = makeLog('info');
    const before = process.memoryUsage().rss;
    for (let n = 0; n < 120_000; n += 1) {
      log.info({ n, filler: 'x'.repeat(1000) }, 'line');
      if (n % 1000 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    globalThis.gc();
    process.send((process.memoryUsage().rss - before) / 1024 / 1024);
    process.on('message', () => log.info('the last line'));`;
  child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', theirs, 'ipc'],
  });
  const [grown] = await once(child, 'message');
  expect(grown).toBeLessThan(100);
  const read = await readUntil('were dropped');
  const lines = read.split('\n').filter((line) => line.includes('"filler"')).length;
  const dropped = Number(/(\d+) lines of this log were dropped: the output is not read/.exec(read)?.[1]);
  expect(lines + dropped).toBe(120_000);
  expect(lines).toBeGreaterThan(500);
  expect(lines).toBeLessThan(5_000);
  child.send('go on');
  expect(await readUntil('the last line')).toContain('the last line');
});

test('a command waits until its output has been read, however slowly', async () => {
  fill();
  child = spawn(process.execPath, [MAIN, '--help'], { stdio: ['ignore', theirs, 'inherit'] });
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(await readUntil('docs/configuration.md')).toContain('tain config lists every setting');
  expect((await once(child, 'exit'))[0]).toBe(0);
});
