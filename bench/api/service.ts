import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { MAIN, nodeOptions } from './database.ts';
import { processorTime } from './processor-time.ts';

/** The query service in its own process, as an operator runs it, but without cached responses. */
export interface Service {
  readonly url: string;
  readonly pid: number;
  /** Megabytes in memory, current and peak (Linux; elsewhere null). */
  memory(): Promise<{ readonly now: number; readonly peak: number } | null>;
  /** Milliseconds of processor time so far (Linux; elsewhere null). */
  cpu(): Promise<number | null>;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 120_000;

/**
 * Starts the service on the database of a data folder, optionally with further settings and flags of node. Throws
 * when it does not start.
 */
export async function startService(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
): Promise<Service> {
  const child = spawn(process.execPath, [...(await nodeOptions()), ...flags, MAIN, 'start'], {
    env: {
      ...process.env,
      // Removes a setting of the bench, because the program refuses unknown ones.
      TAIN_RELAY_SOURCE: undefined,
      DATABASE_URL: '',
      TAIN_DATA_DIR: dataDir,
      TAIN_NETWORK: 'other',
      TAIN_ROLES: 'api',
      TAIN_CACHE: 'off',
      TAIN_HOST: '127.0.0.1',
      TAIN_PORT: '0',
      TAIN_LOG_LEVEL: 'info',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await urlOf(child).catch((error: unknown) => {
    child.kill();
    throw error;
  });
  return {
    url,
    pid: child.pid ?? 0,
    async memory() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
      const megabytes = (name: string) =>
        Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) / 1024;
      const memory = { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
      return Number.isNaN(memory.now) ? null : memory;
    },
    cpu: () => processorTime(child.pid),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Returns the service's address, from its log. */
function urlOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the query service does not start')), START_TIMEOUT_MS);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the query service ended with code ${code}`)));
    if (child.stderr === null) throw new Error('no output of the query service');
    createInterface({ input: child.stderr }).on('line', (line) => {
      const url = /Query service at (http:[^"\s]+)/.exec(line)?.[1];
      if (url !== undefined) {
        clearTimeout(late);
        resolve(url);
      } else if (/"level":(?:50|60)/.test(line)) console.error(line);
    });
  });
}
