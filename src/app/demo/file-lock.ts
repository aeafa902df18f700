import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { delay, poll } from '../../kernel/retry.ts';
import { isAlive, type ProcessIdentity, parseProcessIdentity, thisProcess } from './process-identity.ts';

/** A lock that this process holds until it releases it, or ends. */
export interface FileLock {
  release(): Promise<void>;
}

export type LockAttempt = { readonly lock: FileLock } | { readonly holder: ProcessIdentity };

/** How the files end that a process wants to be a lock. Nobody else writes to them. */
const ATTEMPT = '.new';

/**
 * Takes a lock of which a file tells who holds it; makes its folder. For processes that share no database. A lock whose
 * holder has ended, however hard, is free.
 */
export async function tryFileLock(file: string): Promise<LockAttempt> {
  const me = JSON.stringify({ ...(await thisProcess()), nonce: randomBytes(8).toString('hex') });
  const own = `${file}.${randomBytes(8).toString('hex')}${ATTEMPT}`;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(own, me, { mode: 0o600, flag: 'wx' });
  try {
    for (;;) {
      // A file with its content, or none: a link is made whole, and never over another file.
      if (await isLinked(own, file)) {
        await removeAttempts(file);
        return { lock: { release: () => release(file, me) } };
      }
      const found = await readFile(file, 'utf8').catch(() => null);
      if (found === null) continue;
      const holder = parseHolder(found);
      if (holder !== null && (await isAlive(holder))) return { holder };
      await removeStale(file, found);
    }
  } finally {
    await rm(own, { force: true });
  }
}

const LOOK_EVERY = 50;

/**
 * Takes a lock, and waits while another process has it. `onWait` is called once, after some seconds, with who has it.
 * Throws the signal's reason when that is aborted.
 */
export async function takeFileLock(
  file: string,
  { signal, onWait, after = 2_000 }: WaitOptions = {},
): Promise<FileLock> {
  const began = performance.now();
  let said = false;
  const look = async () => {
    const attempt = await tryFileLock(file);
    if ('lock' in attempt) return attempt.lock;
    if (!said && performance.now() - began > after) {
      said = true;
      onWait?.(attempt.holder);
    }
    return undefined;
  };
  return poll(look, { intervalMs: LOOK_EVERY, signal });
}

export interface WaitOptions {
  readonly signal?: AbortSignal;
  readonly onWait?: (holder: ProcessIdentity) => void;
  /** Milliseconds before that. */
  readonly after?: number;
}

/** Removes what processes left that were killed while they wanted a lock. */
async function removeAttempts(file: string): Promise<void> {
  const folder = path.dirname(file);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${path.basename(file)}.`) || !name.endsWith(ATTEMPT)) continue;
    const attempt = path.join(folder, name);
    const by = parseHolder(await readFile(attempt, 'utf8').catch(() => ''));
    if (by !== null && !(await isAlive(by))) await rm(attempt, { force: true });
  }
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
 * Removes a lock that was read as `stale`. Of several that would, one may: who has the lock that is called after what it holds,
 * which no later holder writes again.
 */
async function removeStale(file: string, stale: string): Promise<void> {
  const claim = await tryFileLock(`${file}.${createHash('sha256').update(stale).digest('hex').slice(0, 16)}`);
  if (!('lock' in claim)) {
    await delay(1);
    return;
  }
  await release(file, stale);
  await claim.lock.release();
}

async function release(file: string, content: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => null)) === content) await rm(file, { force: true });
}

function parseHolder(text: string): ProcessIdentity | null {
  try {
    return parseProcessIdentity(JSON.parse(text));
  } catch {
    return null;
  }
}
