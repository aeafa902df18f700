import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ifMissing } from '../../kernel/missing.ts';
import { delay, poll } from '../../kernel/retry.ts';
import { parseRecord } from './json-record.ts';
import { isAlive, type ProcessIdentity, parseProcessIdentity, thisProcess } from './process-identity.ts';

/** Lock of this process until its release or the end of the process. */
export interface FileLock {
  release(): Promise<void>;
}

export type LockAttempt = { readonly lock: FileLock } | { readonly holder: ProcessIdentity };

/** The files that processes create to claim a lock. Each is written by one process only, which its name tells. */
const ATTEMPT = /\.(\d+)-[0-9a-f]+\.new$/;

/**
 * Takes a lock whose file names its holder; creates its folder. Meant for processes that share no database. A lock
 * whose holder has ended, even by a kill, is free.
 */
export async function tryFileLock(file: string): Promise<LockAttempt> {
  const me = JSON.stringify({ ...(await thisProcess()), nonce: randomBytes(8).toString('hex') });
  const own = `${file}.${process.pid}-${randomBytes(8).toString('hex')}.new`;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(own, me, { mode: 0o600, flag: 'wx' });
  try {
    for (;;) {
      // A hard link appears with its whole content or not at all, and never replaces another file.
      if (await isLinked(own, file)) {
        await removeAttempts(file);
        return { lock: { release: () => release(file, me) } };
      }
      const found = await readFile(file, 'utf8').catch(ifMissing(null));
      if (found === null) continue;
      const holder = parseProcessIdentity(parseRecord(found));
      if (holder !== null && (await isAlive(holder))) return { holder };
      await removeStale(file, found);
    }
  } finally {
    await rm(own, { force: true });
  }
}

const POLL_INTERVAL_MS = 50;

/**
 * Takes a lock, and waits while another process holds it. `onWait` is called once, after `after` milliseconds, with the
 * holder. Throws the signal's reason when that is aborted.
 */
export async function takeFileLock(
  file: string,
  { signal, onWait, after = 2_000 }: WaitOptions = {},
): Promise<FileLock> {
  const began = performance.now();
  let isReported = false;
  const check = async () => {
    const attempt = await tryFileLock(file);
    if ('lock' in attempt) return attempt.lock;
    if (!isReported && performance.now() - began > after) {
      isReported = true;
      onWait?.(attempt.holder);
    }
    return undefined;
  };
  return poll(check, { intervalMs: POLL_INTERVAL_MS, signal });
}

export interface WaitOptions {
  readonly signal?: AbortSignal;
  readonly onWait?: (holder: ProcessIdentity) => void;
  /** Milliseconds before `onWait` is called. */
  readonly after?: number;
}

/**
 * Removes the files of processes that were killed while they claimed a lock or removed a stale one. The file of a
 * process killed before it wrote is empty, and its name tells the process.
 */
async function removeAttempts(file: string): Promise<void> {
  const folder = path.dirname(file);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${path.basename(file)}.`)) continue;
    const attempt = path.join(folder, name);
    const by =
      parseProcessIdentity(parseRecord(await readFile(attempt, 'utf8').catch(ifMissing('')))) ??
      namedProcess(name);
    if (by !== null && !(await isAlive(by))) await rm(attempt, { force: true });
  }
}

function namedProcess(name: string): ProcessIdentity | null {
  const pid = name.match(ATTEMPT)?.[1];
  return pid === undefined ? null : parseProcessIdentity({ pid: Number(pid), began: '' });
}

async function isLinked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/**
 * Removes a lock whose content was read as `stale`. If several processes find it stale, only the holder of a second
 * lock, named after that content, removes it; no later holder writes the same content again.
 */
async function removeStale(file: string, stale: string): Promise<void> {
  const claim = await tryFileLock(`${file}.${createHash('sha256').update(stale).digest('hex').slice(0, 16)}`);
  if (!('lock' in claim)) {
    // Another process removes it. The loop of `tryFileLock` then reads the present entry, which may be a live holder.
    await delay(1);
    return;
  }
  await release(file, stale);
  await claim.lock.release();
}

async function release(file: string, content: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(ifMissing(null))) === content) await rm(file, { force: true });
}
