/**
 * Prints the files that one request passes through, and one block on its way to its rows: the files of the build, packages
 * included, of which a function ran, by V8's coverage, without those that run anyway.
 *
 *   npm run walk [-- --files]
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import WebSocket from 'ws';

const { values: options } = parseArgs({ options: { files: { type: 'boolean', default: false } } });
const MAIN = 'dist/main.js';
/** Number of further requests of each kind. */
const REPEATED = 7;
const SETTINGS = {
  ...process.env,
  DATABASE_URL: '',
  TAIN_NETWORK: 'other',
  TAIN_HOST: '127.0.0.1',
  TAIN_PORT: '0',
  TAIN_RPC_PORT: '0',
  TAIN_FURTHER_PORTS: '',
};

/** Functions with their counts, as the inspector and `NODE_V8_COVERAGE` report them. */
interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly count: number; readonly startOffset: number }[];
  }[];
}

/** Returns how often each function of each file of `dist` ran, by file. The code of a module itself does not count. */
function countsOf(scripts: readonly ScriptCoverage[]): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const counts = new Map<string, Map<string, number>>();
  for (const { url, functions } of scripts) {
    const [, ours, built] = /(?:\/packages\/([\w-]+))?\/dist\/(.*\.js)$/.exec(url) ?? [];
    if (built === undefined || url.includes('node_modules')) continue;
    const file = ours === undefined ? built : `@tain/${ours}/${built}`;
    const ofFile = counts.get(file) ?? new Map<string, number>();
    for (const { functionName, ranges } of functions) {
      const [range] = ranges;
      if (range === undefined || range.count === 0 || range.startOffset === 0) continue;
      const name = `${functionName}@${range.startOffset}`;
      ofFile.set(name, (ofFile.get(name) ?? 0) + range.count);
    }
    if (ofFile.size > 0) counts.set(file, ofFile);
  }
  return counts;
}

type Counts = ReturnType<typeof countsOf>;

/** Returns the files and functions of one coverage that another one lacks, or has less often. */
function beyond(all: Counts, anyway: Counts): Map<string, number> {
  const files = new Map<string, number>();
  for (const [file, functions] of all) {
    const own = [...functions].filter(([name, count]) => count > (anyway.get(file)?.get(name) ?? 0));
    if (own.length > 0) files.set(file, own.length);
  }
  return files;
}

function print(name: string, files: ReadonlyMap<string, number>): void {
  const functions = [...files.values()].reduce((sum, count) => sum + count, 0);
  process.stdout.write(`${name}: ${files.size} files, ${functions} functions\n`);
  if (!options.files) return;
  for (const [file, count] of [...files].sort()) process.stdout.write(`  ${file} ${count}\n`);
}

/** Methods of the inspector of a process. */
interface Inspector {
  call(method: string, params?: object): Promise<unknown>;
  close(): void;
}

async function inspect(url: string): Promise<Inspector> {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const waiting = new Map<number, (result: unknown) => void>();
  socket.on('message', (data) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown };
    if (id !== undefined) waiting.get(id)?.(result);
  });
  let last = 0;
  return {
    call(method, params = {}) {
      const id = ++last;
      socket.send(JSON.stringify({ id, method, params }));
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    close: () => socket.close(),
  };
}

/** Resolves when each pattern has matched a line of the process's log, to the first groups. */
function linesOf(child: ChildProcess, patterns: readonly RegExp[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const found: (string | undefined)[] = patterns.map(() => undefined);
    child.once('exit', () => reject(new Error('the service ended')));
    const input = child.stderr;
    if (input === null) throw new Error('no log');
    createInterface({ input }).on('line', (line) => {
      for (const [index, pattern] of patterns.entries()) found[index] ??= pattern.exec(line)?.[1];
      if (found.every((one) => one !== undefined)) resolve(found.map(String));
    });
  });
}

/** Imports a stream, up to an instant if one is given, and returns the coverage of the program. */
async function importOf(folder: string, data: string, ...until: string[]): Promise<Counts> {
  const coverage = await mkdtemp(path.join(tmpdir(), 'tain-walk-'));
  execFileSync(process.execPath, [MAIN, 'import', folder, ...until], {
    env: { ...SETTINGS, TAIN_DATA_DIR: data, NODE_V8_COVERAGE: coverage },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const scripts: ScriptCoverage[] = [];
  for (const file of await readdir(coverage)) {
    const { result } = JSON.parse(await readFile(path.join(coverage, file), 'utf8')) as {
      result: ScriptCoverage[];
    };
    scripts.push(...result);
  }
  await rm(coverage, { recursive: true });
  return countsOf(scripts);
}

const work = await mkdtemp(path.join(tmpdir(), 'tain-walk-'));
// As root, PostgreSQL runs as another user, and its data would be left outside of a folder that this user cannot enter.
await chmod(work, 0o755);
try {
  const data = path.join(work, 'data');
  const folder = path.join(work, 'stream');
  execFileSync(process.execPath, [MAIN, 'demo', folder, '--blocks', '20']);
  const begin = ['--to', '2026-01-01T00:00:37Z'];
  await importOf(folder, data, ...begin);
  const nothing = await importOf(folder, data, ...begin);
  print('A record file to its rows', beyond(await importOf(folder, data), nothing));

  const flags = ['--inspect=127.0.0.1:0', MAIN, 'start'];
  const env = { ...SETTINGS, TAIN_DATA_DIR: data, TAIN_ROLES: 'api,evm,rpc', TAIN_CACHE: 'off' };
  const service = spawn(process.execPath, flags, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise((resolve) => service.once('exit', resolve));
  try {
    const [debug = '', api = '', rpc = ''] = await linesOf(service, [
      /Debugger listening on (ws:\S+)/,
      /[Qq]uery service at (http:[^\s"]+)/,
      /JSON-RPC service at (http:[^\s"]+)/,
    ]);
    const inspector = await inspect(debug);
    await inspector.call('Profiler.enable');
    await inspector.call('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    const taken = async (): Promise<Counts> => {
      const { result } = (await inspector.call('Profiler.takePreciseCoverage')) as {
        result: ScriptCoverage[];
      };
      return countsOf(result);
    };
    /** Returns the walk of one request, beyond what the service does in the same time without it. */
    const walkOnce = async (name: string, send: () => Promise<Response>): Promise<Map<string, number>> => {
      await taken();
      const begun = performance.now();
      const response = await send();
      if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
      await response.text();
      const milliseconds = performance.now() - begun;
      const all = await taken();
      await new Promise((resolve) => setTimeout(resolve, Math.max(milliseconds, 200)));
      return beyond(all, await taken());
    };
    /** Prints the files that each of several equal requests passed through, so that no timer's are among them. */
    const walk = async (name: string, send: () => Promise<Response>): Promise<void> => {
      let files = await walkOnce(name, send);
      for (let repeated = 0; repeated < REPEATED; repeated++) {
        const again = await walkOnce(name, send);
        files = new Map(
          [...again].flatMap(([file, count]) => {
            const before = files.get(file);
            return before === undefined ? [] : [[file, Math.min(before, count)] as const];
          }),
        );
      }
      print(name, files);
    };
    const list = (await (await fetch(`${api}/api/v1/transactions?limit=1`)).json()) as {
      transactions: { transaction_id: string }[];
    };
    const [{ transaction_id: id } = { transaction_id: '' }] = list.transactions;
    await walk('GET /transactions/{id}', () => fetch(`${api}/api/v1/transactions/${id}`));
    await walk('GET /accounts/{id}', () => fetch(`${api}/api/v1/accounts/0.0.1001`));
    const call = { to: `0x${'0'.repeat(37)}167`, data: '0x06fdde03' };
    await walk('eth_call, beside its thread', () =>
      fetch(rpc, {
        method: 'POST',
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [call, 'latest'] }),
      }),
    );
    inspector.close();
  } finally {
    service.kill('SIGTERM');
    await ended;
  }
} finally {
  await rm(work, { recursive: true, force: true });
}
