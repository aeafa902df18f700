import { spawn } from 'node:child_process';
import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeDemo } from '../../packages/network-simulator/src/write-demo.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';
import type { ConnectionTarget } from '../../src/store/connections/database.ts';
import { type EmbeddedServer, openEmbedded } from '../../src/store/embedded/embedded.ts';
import { migrate } from '../../src/store/migrate/migrate.ts';
import { withClient } from '../with-client.ts';

/** Built command line. The benches measure the code that runs in production. */
export const MAIN: string = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** Returns the options of Node.js with which the program runs as a command, from its first line. */
export async function nodeOptions(): Promise<string[]> {
  const [line = ''] = (await readFile(new URL('../../src/main.ts', import.meta.url), 'utf8')).split('\n', 1);
  const options = line.match(/--[\w-]+=\d+/g);
  if (options === null) throw new Error('no options of Node.js in the first line of src/main.ts');
  return options;
}

/** Options of a bench database. */
export interface BenchSize {
  readonly transactions: number;
  readonly seed: number;
}

const FULL_POPULATION = { accounts: 100_000, tokens: 3_000, topics: 5_000, contracts: 10_000 };
/** Minimum number of transactions for the network's full population. */
const FULL_FROM = 1_000_000;
const TPS = 2000;
const BLOCK_SECONDS = 2;
/** Share of the transactions that one account pays for. */
const HOT_SHARE = 0.5;

/** Folder of the bench database of a size. */
export function benchFolder({ transactions, seed }: BenchSize): string {
  return path.join(os.tmpdir(), `tain-bench-api-${transactions}-${seed}`);
}

/** Folder for `TAIN_DATA_DIR` of a bench database. */
export function dataFolder(size: BenchSize): string {
  return path.join(benchFolder(size), 'data');
}

/** Starts the database of a size. Creates it first from a demo stream if there is none. */
export async function openBenchDatabase(size: BenchSize): Promise<EmbeddedServer> {
  const ready = path.join(benchFolder(size), 'ready');
  if (!(await exists(ready))) {
    await makeDatabase(size);
    await writeFile(ready, '');
  }
  const server = await openEmbedded({ dataDir: dataFolder(size) });
  // Adds indexes that are newer than the stored database.
  const added = await migrate(server.target);
  if (added.length > 0) await vacuum(server);
  return server;
}

async function makeDatabase(size: BenchSize): Promise<void> {
  const folder = benchFolder(size);
  const dir = path.join(folder, 'stream');
  await rm(folder, { recursive: true, force: true });
  const begun = performance.now();
  const { transactions, blocks } = await writeStream(size, dir);
  console.log(`Stream of ${transactions} transactions in ${blocks} blocks: ${since(begun)}`);
  const imported = performance.now();
  await importStream(dir, { TAIN_DATA_DIR: dataFolder(size) });
  console.log(`Imported: ${since(imported)}`);
  await rm(dir, { recursive: true, force: true });
  const server = await openEmbedded({ dataDir: dataFolder(size) });
  await vacuum(server);
  await server.release();
}

/** Writes the stream from which a bench database is imported. */
export async function writeStream(
  size: BenchSize,
  dir: string,
): Promise<{ readonly transactions: number; readonly blocks: number }> {
  await mkdir(dir, { recursive: true });
  const share = Math.min(1, size.transactions / FULL_FROM);
  const population = Object.fromEntries(
    Object.entries(FULL_POPULATION).map(([name, count]) => [name, Math.ceil(count * share)]),
  );
  return writeDemo({
    runCode: demoEngine,
    dir,
    blocks: Math.ceil(size.transactions / (TPS * BLOCK_SECONDS)),
    tps: TPS,
    seed: size.seed,
    signInner: false,
    dataEverywhere: false,
    hotShare: HOT_SHARE,
    population,
  });
}

/** Imports a stream with the built program into the database of the settings. */
export async function importStream(dir: string, settings: Readonly<Record<string, string>>): Promise<void> {
  await run(['import', dir], {
    TAIN_NETWORK: 'other',
    TAIN_ADDRESS_BOOK: path.join(dir, 'address_book.bin'),
    TAIN_LOG_LEVEL: 'warn',
    ...settings,
  });
}

/** Vacuums a database, so that it is in the state of a database that has been running for long. */
export async function vacuum(server: { readonly target: ConnectionTarget }): Promise<void> {
  await withClient(server.target, async (client) => {
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  });
}

/** Creates the schema of the database of the settings. */
export function makeSchema(settings: Readonly<Record<string, string>>): Promise<void> {
  return run(['migrate'], { TAIN_NETWORK: 'other', TAIN_LOG_LEVEL: 'warn', ...settings });
}

/** Runs a command of the built program to its end. */
function run(args: readonly string[], settings: Readonly<Record<string, string>>): Promise<void> {
  const child = spawn(process.execPath, ['--max-semi-space-size=64', MAIN, ...args], {
    env: { ...process.env, ...settings },
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`tain ${args[0]} ended with code ${code}`));
    });
  });
}

function since(begun: number): string {
  return `${((performance.now() - begun) / 1000).toFixed(0)} s`;
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
