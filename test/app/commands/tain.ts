import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  /** Standard error without lines of progress, which a command writes on a slow machine. */
  readonly stderr: string;
}

/** Returns what a command wrote to standard error except for lines of progress. */
export function withoutProgress(stderr: string): string {
  return stderr.replaceAll(/^\d+% {2}.*\n/gm, '');
}

/**
 * Environment variable with a data folder whose embedded database has the tables. The global setup of a suite creates
 * it.
 */
export const DATA_TEMPLATE = 'TAIN_TEST_DATA';

/**
 * Copies the run's data folder for a command that would initialize an embedded database, which takes five CPU
 * seconds.
 */
export function copyDataFolder(
  [command]: readonly string[],
  { DATABASE_URL, TAIN_DATA_DIR: dataDir }: Readonly<Record<string, string>>,
): void {
  if (command !== 'start' && command !== 'import') return;
  const template = process.env[DATA_TEMPLATE];
  if (template === undefined || DATABASE_URL !== undefined || dataDir === undefined) return;
  if (existsSync(dataDir) || !existsSync(path.dirname(dataDir))) return;
  execFileSync('cp', ['-a', '--reflink=auto', template, dataDir]);
}

/**
 * A `tain` process that gets only the given settings, not those of the environment, and keys from the run's pool. A
 * data folder that does not exist yet is a copy of the run's, if the suite has one.
 */
export class Tain {
  readonly child: ChildProcess;
  stdout = '';
  stderr = '';
  readonly exited: Promise<unknown>;

  /** Starts a process. `node`: the executable. `main`: its script. `user`: another user, who gets no copy of a data folder. */
  constructor(
    args: readonly string[],
    settings: Readonly<Record<string, string>> = {},
    node = process.execPath,
    main = MAIN,
    user: { readonly uid?: number; readonly gid?: number } = {},
  ) {
    if (user.uid === undefined) copyDataFolder(args, settings);
    const { PATH = '', HOME = '', NODE_OPTIONS = '', RSA_KEY_POOL = '' } = process.env;
    this.child = spawn(node, [main, ...args], {
      // Data folders of tests are below folders of mkdtemp, which other users cannot enter.
      env: { PATH, HOME, NODE_OPTIONS, RSA_KEY_POOL, TAIN_OPEN_PARENTS: 'on', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...user,
    });
    this.child.stdout?.on('data', (chunk: Buffer) => {
      this.stdout += chunk;
    });
    this.child.stderr?.on('data', (chunk: Buffer) => {
      this.stderr += chunk;
    });
    this.exited = once(this.child, 'close');
  }

  /** Waits until the log or output contains a text. Throws when the process exits before. */
  async waitFor(text: string | RegExp, milliseconds = 120_000): Promise<RegExpMatchArray> {
    const deadline = Date.now() + milliseconds;
    for (;;) {
      const match = (this.stdout + this.stderr).match(text);
      if (match) return match;
      if (this.child.exitCode !== null || Date.now() > deadline) {
        throw new Error(`tain did not print ${text}:\n${this.stdout}\n${this.stderr}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Returns the URL of the query service when it listens. */
  async url(): Promise<string> {
    return (await this.waitFor(/Query service at (http:\/\/[\d.:]+)/))[1] ?? '';
  }

  async end(): Promise<Finished> {
    await this.exited;
    return { code: this.child.exitCode, stdout: this.stdout, stderr: withoutProgress(this.stderr) };
  }

  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Finished> {
    this.child.kill(signal);
    return this.end();
  }
}

/** Runs a command to its end. */
export function tain(
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  return new Tain(args, settings).end();
}
