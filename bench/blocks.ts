/**
 * Compares blocks with record files. One history of a demo network is written as record files and as blocks, and each
 * is imported into a new database by the built program, alternately. Prints the ratio of their rates and of the
 * processor time of their main threads (which other load of the machine changes less), and the cost of reading and
 * hashing alone. The demo network's proofs are mocks. `npm run bench:tss` measures the cost of real proofs, `npm run
 * bench:latency` the time until a block is visible.
 *
 * npm run bench:blocks -- [--blocks 150] [--tps 500] [--runs 2] [--seed 7]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { BlockFolder } from '../packages/network-simulator/src/stream/block-folder.ts';
import { writeDemo } from '../packages/network-simulator/src/write-demo.ts';
import { readBlock } from '../src/ingest/decode/block/block.ts';
import { possibleRoots, readBlockFile } from '../src/ingest/decode/block/block-file.ts';
import { demoEngine } from '../src/local-network/demo-engine.ts';
import { MAIN, nodeOptions } from './api/database.ts';
import { mainThreadTime } from './api/processor-time.ts';

const { values } = parseArgs({
  options: {
    blocks: { type: 'string', default: '150' },
    tps: { type: 'string', default: '500' },
    runs: { type: 'string', default: '2' },
    seed: { type: 'string', default: '7' },
  },
});
const [blocks, tps, runs, seed] = [values.blocks, values.tps, values.runs, values.seed].map(Number) as [
  number,
  number,
  number,
  number,
];
const work = await mkdtemp(path.join(os.tmpdir(), 'tain-bench-blocks-'));
const running = new Set<ChildProcess>();

try {
  await compareImports();
} finally {
  for (const child of running) child.kill('SIGKILL');
  await rm(work, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
}

async function compareImports(): Promise<void> {
  const folders = { 'record files': path.join(work, 'records'), blocks: path.join(work, 'blocks') };
  const options = { seed, tps, blocks, signInner: false, runCode: demoEngine };
  const { transactions } = await writeDemo({ ...options, dir: folders['record files'] });
  await writeDemo({ ...options, dir: folders.blocks, cutover: 0 });
  console.log(`${blocks} blocks with ${transactions} transactions`);
  const all: Record<string, Import[]> = { 'record files': [], blocks: [] };
  for (let run = 0; run < runs; run++) {
    for (const [name, dir] of Object.entries(folders)) all[name]?.push(await importFolder(dir));
  }
  for (const [name, each] of Object.entries(all)) {
    const perTransaction = each.map(
      ({ mainThread }) => `${((1000 * mainThread) / transactions).toFixed(0)} µs`,
    );
    console.log(
      `import of ${name}: ${each.map(({ rate }) => `${rate}/s`).join(', ')}; main thread ${perTransaction.join(', ')} a transaction`,
    );
  }
  const best = (name: string) => Math.max(...(all[name] ?? []).map(({ rate }) => rate));
  const minTime = (name: string) => Math.min(...(all[name] ?? []).map(({ mainThread }) => mainThread));
  const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
  console.log(
    `blocks beside record files: ${percent(best('blocks') / best('record files'))}; by the main thread's time ${percent(minTime('record files') / minTime('blocks'))}`,
  );

  const folder = new BlockFolder(folders.blocks);
  let [hashing, translating] = [0, 0];
  for (let number = 0n; number < BigInt(blocks); number++) {
    const bytes = await folder.read(number);
    const begun = performance.now();
    const file = readBlockFile(`${number}.blk`, bytes);
    const [root] = possibleRoots(file);
    const hashed = performance.now();
    if (root) readBlock(file, root, bytes.length);
    hashing += hashed - begun;
    translating += performance.now() - hashed;
  }
  const rate = (time: number): string => `${Math.round(transactions / (time / 1000))} transactions/s`;
  console.log(`splitting and hashing alone: ${rate(hashing)}; translating to items: ${rate(translating)}`);
}

interface Import {
  /** Transactions a second, as reported by `tain import`. */
  readonly rate: number;
  /** Milliseconds of processor time. */
  readonly mainThread: number;
}

async function importFolder(dir: string): Promise<Import> {
  const data = await mkdtemp(path.join(work, 'data-'));
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [...(await nodeOptions()), MAIN, 'import', dir], {
    env: { PATH, HOME, TAIN_OPEN_PARENTS: 'on', TAIN_DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  }
  let mainThread = 0;
  const closed = once(child, 'close');
  for (let ended = false; !ended; ) {
    mainThread = (await mainThreadTime(child.pid)) ?? mainThread;
    ended = await Promise.race([closed.then(() => true), sleep(100).then(() => false)]);
  }
  running.delete(child);
  await rm(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
  const rate = /\((\d+) a second\)/.exec(output)?.[1];
  if (rate === undefined) throw new Error(`tain import failed:\n${output}`);
  return { rate: Number(rate), mainThread };
}
