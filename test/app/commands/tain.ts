import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A `tain` process with nothing of the surrounding settings but the given ones, and with keys from the run's pool. */
export class Tain {
  readonly child: ChildProcess;
  stdout = '';
  stderr = '';
  readonly exited: Promise<unknown>;

  /** `node`: the program that runs it. `main`: its script. */
  constructor(
    args: readonly string[],
    settings: Readonly<Record<string, string>> = {},
    node = process.execPath,
    main = MAIN,
  ) {
    const { PATH = '', HOME = '', NODE_OPTIONS = '', RSA_KEY_POOL = '' } = process.env;
    this.child = spawn(node, [main, ...args], {
      // Data folders of tests lie below folders of mkdtemp, which are closed.
      env: { PATH, HOME, NODE_OPTIONS, RSA_KEY_POOL, TAIN_OPEN_PARENTS: 'on', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.on('data', (chunk: Buffer) => {
      this.stdout += chunk;
    });
    this.child.stderr?.on('data', (chunk: Buffer) => {
      this.stderr += chunk;
    });
    this.exited = once(this.child, 'close');
  }

  /** Waits until the log or output says something; fails when the process ends before. */
  async says(text: string | RegExp, milliseconds = 240_000): Promise<RegExpMatchArray> {
    const deadline = Date.now() + milliseconds;
    for (;;) {
      const match = (this.stdout + this.stderr).match(text);
      if (match) return match;
      if (this.child.exitCode !== null || Date.now() > deadline) {
        throw new Error(`tain never said ${text}:\n${this.stdout}\n${this.stderr}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** The address of the query service, once it listens. */
  async url(): Promise<string> {
    return (await this.says(/Query service at (http:\/\/[\d.:]+)/))[1] ?? '';
  }

  async end(): Promise<Finished> {
    await this.exited;
    return { code: this.child.exitCode, stdout: this.stdout, stderr: this.stderr };
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
