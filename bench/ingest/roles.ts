/**
 * Roles of the ingest benches that run in separate processes, so that memory and processor time are measured for
 * each: writing a demo stream, and importing one with the built program.
 */
import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeDemo } from '../../packages/network-simulator/src/write-demo.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';
import type { ConnectionTarget } from '../../src/store/connections/database.ts';
import { nodeOptions } from '../api/database.ts';

export interface Imported {
  readonly transactions: number;
  readonly milliseconds: number;
  /** Transactions and milliseconds since the start after each batch. */
  readonly progress: readonly (readonly [transactions: number, milliseconds: number])[];
  readonly cpuMilliseconds: number;
  readonly peakMegabytes: number;
}

/** Transactions a second between two counts of transactions. */
export function rateOf({ progress }: Imported, from: number, to: number): number {
  const at = (count: number): readonly [number, number] =>
    count === 0 ? [0, 0] : (progress.find(([done]) => done >= count) ?? progress.at(-1) ?? [0, 0]);
  const [first, start] = at(from);
  const [last, end] = at(to);
  return ((last - first) * 1000) / Math.max(1, end - start);
}

export interface WriteOrder {
  readonly dir: string;
  readonly transactions: number;
  readonly tps: number;
  readonly seed: number;
  readonly accounts: number;
}

/**
 * Writes a stream of at least this many transactions, in its own process so that its memory is not counted. It
 * begins with the founding of the network.
 */
async function writeRole({ dir, transactions, tps, seed, accounts }: WriteOrder): Promise<void> {
  const enough = new AbortController();
  const few = Math.ceil(accounts / 20);
  const written = await writeDemo({
    runCode: demoEngine,
    dir,
    tps,
    seed,
    blocks: Number.MAX_SAFE_INTEGER,
    signInner: false,
    dataEverywhere: false,
    population: { accounts, tokens: few, topics: few, contracts: few },
    signal: enough.signal,
    onProgress: (progress) => {
      if (progress.transactions >= transactions) enough.abort();
    },
  });
  process.send?.(written.transactions);
  process.disconnect?.();
}

export interface ImportOrder {
  readonly dir: string;
  readonly target: ConnectionTarget;
}

/** Loads a module of the built program, so that production code is measured instead of a transpiled copy. */
async function built<T>(module: string): Promise<T> {
  return (await import(new URL(`../../dist/${module}.js`, import.meta.url).href)) as T;
}

/** Imports the stream, as `tain import` does. */
async function importRole({ dir, target }: ImportOrder): Promise<void> {
  const { Database } = await built<typeof import('../../src/store/connections/database.ts')>(
    'store/connections/database',
  );
  const { DEFAULT_RECORD_OPTIONS } =
    await built<typeof import('../../src/ingest/records/context.ts')>('ingest/records/context');
  const { runIngest } = await built<typeof import('../../src/ingest/run.ts')>('ingest/run');
  const { openFolderStore } =
    await built<typeof import('../../src/ingest/store/folder-store.ts')>('ingest/store/folder-store');
  const { openRecords } = await built<typeof import('../../src/ingest/source/record-source.ts')>(
    'ingest/source/record-source',
  );
  const { bootstrapAddressBooks, restoreAddressBooks } = await built<
    typeof import('../../src/ingest/verify/address-books.ts')
  >('ingest/verify/address-books');
  const { NodeStakes } =
    await built<typeof import('../../src/ingest/verify/node-stakes.ts')>('ingest/verify/node-stakes');
  const { recordFeed } =
    await built<typeof import('../../src/ingest/feed/record-stream.ts')>('ingest/feed/record-stream');
  const database = new Database(target, { applicationName: 'tain bench', maxConnections: 4 });
  const store = await openFolderStore(dir);
  const { signal } = new AbortController();
  const log = { info: () => undefined, warn: console.warn };
  const initialBook = await readFile(path.join(dir, 'address_book.bin'));
  const progress: [number, number][] = [];
  const started = performance.now();
  const summary = await runIngest({
    database,
    records: DEFAULT_RECORD_OPTIONS,
    log,
    clock: Date.now,
    signal,
    onProgress: ({ transactions }) => progress.push([transactions, performance.now() - started]),
    openFeed: (resume) =>
      recordFeed({
        source: openRecords(store),
        addressBooks: resume.lastBlock
          ? restoreAddressBooks(resume.addressBooks, resume.pendingAddressBooks)
          : bootstrapAddressBooks(initialBook),
        stakes: new NodeStakes(resume.stakes),
        follow: false,
        log,
      }).blocks(resume.lastBlock, signal),
  });
  const milliseconds = performance.now() - started;
  const { user, system } = process.cpuUsage();
  await store.close();
  await database.end();
  const result: Imported = {
    transactions: summary.transactions,
    milliseconds,
    progress,
    cpuMilliseconds: (user + system) / 1000,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  };
  process.send?.(result);
  process.disconnect?.();
}

/** Runs a role of this module in its own process. Resolves with its message. */
export async function run<T>(name: string, order: unknown, profile = false): Promise<T> {
  const flags = name === 'import-role' ? await nodeOptions() : [];
  if (profile) flags.push('--cpu-prof', '--cpu-prof-dir=/tmp');
  const execArgv = [...process.execArgv, ...flags];
  const child = fork(fileURLToPath(import.meta.url), [name, JSON.stringify(order)], { execArgv });
  return new Promise((resolve, reject) => {
    let result: { readonly value: T } | null = null;
    child.on('message', (value) => {
      result = { value: value as T };
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (result) resolve(result.value);
      else reject(new Error(`${name} ended with code ${code}`));
    });
  });
}

const [role, order] = process.argv[1] === fileURLToPath(import.meta.url) ? process.argv.slice(2) : [];
if (role === 'write-role') await writeRole(JSON.parse(order ?? '{}') as WriteOrder);
else if (role === 'import-role') await importRole(JSON.parse(order ?? '{}') as ImportOrder);
