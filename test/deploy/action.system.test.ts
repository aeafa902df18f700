import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { removeFolder } from '../remove-folder.ts';

// Runs the steps of the GitHub Action as GitHub's runner does: inputs and state as variables, outputs and state as files.

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

const ADDRESS = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, object>>;
  readonly runs: { readonly main: string; readonly post: string };
}

/** A job with the action: its steps share a folder and what they write. */
class Job {
  readonly #action: Action;
  readonly #folder: string;

  private constructor(action: Action, folder: string) {
    this.#action = action;
    this.#folder = folder;
  }

  static async begin(): Promise<Job> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tain-action-'));
    onTestFinished(() => removeFolder(folder));
    for (const name of ['output', 'state']) await writeFile(path.join(folder, name), '');
    return new Job(parse(await readFile(path.join(root, 'action.yml'), 'utf8')), folder);
  }

  /** Runs a step, and returns what it printed. Throws when it fails, with its output in `stdout`. */
  async step(name: 'main' | 'post', inputs: Readonly<Record<string, string>>): Promise<string> {
    const given = Object.entries(this.#action.inputs).map(([key, { default: value }]) => [
      `INPUT_${key.toUpperCase()}`,
      inputs[key] ?? value,
    ]);
    const state = Object.entries(await this.read('state')).map(([key, value]) => [`STATE_${key}`, value]);
    const { stdout } = await run(process.execPath, [path.join(root, this.#action.runs[name])], {
      cwd: this.#folder,
      env: {
        PATH: process.env.PATH,
        HOME: this.#folder,
        RUNNER_TEMP: this.#folder,
        GITHUB_OUTPUT: path.join(this.#folder, 'output'),
        GITHUB_STATE: path.join(this.#folder, 'state'),
        ...Object.fromEntries([...given, ...state]),
      },
    });
    return stdout;
  }

  /** Reads a file of lines `name=value`. */
  async read(name: 'output' | 'state'): Promise<Record<string, string>> {
    const lines = (await readFile(path.join(this.#folder, name), 'utf8')).trim().split('\n');
    return Object.fromEntries(lines.filter(Boolean).map((line) => line.split(/=(.*)/s).slice(0, 2)));
  }

  /** Writes a file of the checkout. */
  async write(name: string, text: string): Promise<void> {
    await writeFile(path.join(this.#folder, name), text);
  }

  get outputs(): readonly string[] {
    return Object.keys(this.#action.outputs);
  }
}

test('the action starts a network with its outputs, and stops it after the job', async () => {
  const job = await Job.begin();
  await job.write('accounts.json', JSON.stringify([{ evmAddress: ADDRESS, balance: 5 }]));
  const inputs = { settings: '\n  TAIN_PORT=0\nTAIN_DEMO_ACCOUNTS=accounts.json\n', 'log-lines': '3' };
  await job.step('main', inputs);
  let isStopped = false;
  onTestFinished(async () => {
    if (!isStopped) await job.step('post', inputs);
  });
  const output = await job.read('output');
  expect(Object.keys(output)).toEqual(job.outputs);
  expect(Object.entries(output).filter(([, value]) => value === '')).toEqual([]);
  const response = await fetch(`${output['rpc-url']}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' }),
  });
  const { result } = (await response.json()) as { result: string };
  expect(String(Number(result))).toBe(output['chain-id']);
  const { accounts } = JSON.parse(await readFile(`${output.file}`, 'utf8'));
  expect(accounts.at(-1)).toMatchObject({ evmAddress: ADDRESS });

  isStopped = true;
  const printed = (await job.step('post', inputs)).trim().split('\n');
  // Between the beginning of the group and its end, the runner reads no commands.
  expect(printed.slice(0, 2)).toEqual([
    `::group::${output.log}`,
    expect.stringMatching(/^::stop-commands::/),
  ]);
  expect(printed).toHaveLength(7);
  expect(printed.slice(2, 5).join('\n')).toContain('"Stopping"');
  const { pid } = await job.read('state');
  expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
});

test.each([
  [
    'a setting that the network refuses',
    'TAIN_PORT=99999',
    'TAIN_PORT',
    /::error::The network (ended|did not become ready)\.\n/,
  ],
  ['a line that is no setting', 'quiet', '', /::error::settings: no NAME=value: quiet\n/],
])('the step fails, with the reason, for %s', async (_, settings, said, reason) => {
  const job = await Job.begin();
  await expect(job.step('main', { settings })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(said),
    stdout: expect.stringMatching(reason),
  });
});
