import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PACKAGES } from './packages.ts';
import type { Ids } from './program.ts';

/** Timeout of a client, below that of a test, so that no client outlives its test. */
export const CLIENT_TIMEOUT_MS = 150_000;

/**
 * Runs `NAME-client.ts` in its own process, and returns what it reports. `url`: address of the service. `args`: further
 * arguments of the program.
 */
export async function runClient<T>(
  name: string,
  url: string,
  ids: Partial<Ids>,
  ...args: readonly string[]
): Promise<T> {
  const program = fileURLToPath(new URL(`${name}-client.ts`, import.meta.url));
  const task = JSON.stringify({ packages: PACKAGES, url, ids });
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', program, task, ...args],
    {
      maxBuffer: 1 << 26,
      timeout: CLIENT_TIMEOUT_MS,
    },
  );
  return JSON.parse(stdout) as T;
}
