import path from 'node:path';
import { Failure } from '../../kernel/failure.ts';
import { poll } from '../../kernel/retry.ts';
import { type FileLock, tryFileLock } from './file-lock.ts';
import { controlFolder, demoFolder } from './folders.ts';
import type { ProcessIdentity } from './process-identity.ts';

/** Milliseconds to wait for another process that is about to release the network's folder. */
const RELEASE_TIMEOUT_MS = 3_000;
const INTERVAL_MS = 100;

/**
 * Takes the right to write the local network of a data folder. Throws `Failure` (alreadyRunning) while another process
 * holds it, and the signal's reason when that is aborted.
 */
export async function takeNetwork(dataDir: string, signal?: AbortSignal): Promise<FileLock> {
  const file = path.join(controlFolder(dataDir), 'network.lock');
  let holder: ProcessIdentity | undefined;
  const attempt = async () => {
    const result = await tryFileLock(file);
    if ('lock' in result) return result.lock;
    holder = result.holder;
    return undefined;
  };
  const lock = await poll(attempt, { intervalMs: INTERVAL_MS, limitMs: RELEASE_TIMEOUT_MS, signal });
  if (lock !== undefined) return lock;
  const folder = demoFolder({ dataDir });
  throw new Failure(
    'alreadyRunning',
    `The local network in ${folder} runs in process ${holder?.pid}: stop that first.`,
  );
}
