/**
 * Blocks beside record files. One history of a demo network is written as record files and as blocks, and each is
 * imported into a new database by the built program, in turn: the ratio of their rates, and what reading and hashing
 * alone take. Then a live network is followed from its block node: the time from a block's last byte until it is
 * visible over REST. The demo network's proofs are mocks; `npm run bench:tss` has the cost of real ones.
 *
 *   npm run bench:blocks -- [--blocks 150] [--tps 500] [--runs 2] [--seconds 60] [--seed 7]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { demoEngine } from '../src/app/demo-engine.ts';
import { BlockFolder } from '../src/demo/stream/block-folder.ts';
import { writeDemo } from '../src/demo/write-demo.ts';
import { BlockNodes } from '../src/ingest/block-nodes/block-nodes.ts';
import { readBlock } from '../src/ingest/decode/block/block.ts';
import { possibleRoots, readBlockFile } from '../src/ingest/decode/block/block-file.ts';
import { MAIN } from './api/database.ts';

const { values } = parseArgs({
  options: {
    blocks: { type: 'string', default: '150' },
    tps: { type: 'string', default: '500' },
    runs: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '7' },
  },
});
const [blocks, tps, runs, seconds, seed] = [
  values.blocks,
  values.tps,
  values.runs,
  values.seconds,
  values.seed,
].map(Number) as [number, number, number, number, number];
const work = await mkdtemp(path.join(os.tmpdir(), 'tain-bench-blocks-'));
const running = new Set<ChildProcess>();

try {
  await compareImports();
  await measureLatency();
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
  const rates: Record<string, number[]> = { 'record files': [], blocks: [] };
  for (let run = 0; run < runs; run++) {
    for (const [name, dir] of Object.entries(folders)) rates[name]?.push(await importRate(dir));
  }
  for (const [name, each] of Object.entries(rates)) {
    console.log(`import of ${name}: ${each.map((rate) => `${rate}/s`).join(', ')}`);
  }
  const best = (name: string): number => Math.max(...(rates[name] ?? []));
  console.log(`blocks beside record files: ${((100 * best('blocks')) / best('record files')).toFixed(0)} %`);

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

/** Transactions a second that `tain import` tells of a folder. */
async function importRate(dir: string): Promise<number> {
  const data = await mkdtemp(path.join(work, 'data-'));
  const child = run(['import', dir], { TAIN_DATA_DIR: data });
  await once(child.process, 'close');
  await rm(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
  const rate = /\((\d+) a second\)/.exec(child.output())?.[1];
  if (rate === undefined) throw new Error(`tain import failed:\n${child.output()}`);
  return Number(rate);
}

async function measureLatency(): Promise<void> {
  const settings = {
    TAIN_DATA_DIR: path.join(work, 'live'),
    TAIN_PORT: '0',
    TAIN_ROLES: 'api,ingest',
    TAIN_DEMO_CUTOVER: '0',
    TAIN_DEMO_TPS: '500',
    TAIN_STREAM_KIND: 'block',
  };
  // The first start founds the network and says its port.
  const first = run(['start'], { ...settings, TAIN_DEMO_BLOCK_NODE_PORT: '0' });
  const port = await first.says(/"port":(\d+)[^\n]*block node of the demo network listens/);
  await first.stop();
  const tain = run(['start'], {
    ...settings,
    TAIN_DEMO_BLOCK_NODE_PORT: port,
    TAIN_BLOCK_NODES: `127.0.0.1:${port}`,
  });
  const url = await tain.says(/Query service at (http:\/\/[\d.:]+)/);
  await tain.says(/The ingest is live/);
  const nodes = new BlockNodes([{ target: `127.0.0.1:${port}`, tls: false, priority: 0 }]);
  const signal = AbortSignal.timeout(seconds * 1_000);
  const latencies: number[] = [];
  const range = await nodes.range(signal);
  try {
    for await (const { number } of nodes.blocks((range?.last ?? 0n) + 1n, signal)) {
      const arrived = performance.now();
      while ((await fetch(`${url}/api/v1/blocks/${number}`)).status !== 200) await sleep(2);
      latencies.push(performance.now() - arrived);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  nodes.close();
  await tain.stop();
  latencies.sort((a, b) => a - b);
  const at = (share: number): string =>
    `${(latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(0)} ms`;
  console.log(
    `last byte from the block node until visible over REST, ${latencies.length} blocks of 1,000 transactions: p50 ${at(0.5)}, max ${at(0.999)}`,
  );
}

interface Program {
  readonly process: ChildProcess;
  output(): string;
  /** The first group of what its log says. */
  says(text: RegExp): Promise<string>;
  stop(): Promise<void>;
}

function run(args: readonly string[], settings: Readonly<Record<string, string>>): Program {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH, HOME, TAIN_OPEN_PARENTS: 'on', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  }
  const closed = once(child, 'close').then(() => running.delete(child));
  return {
    process: child,
    output: () => output,
    async says(text) {
      for (
        const deadline = Date.now() + 300_000;
        Date.now() < deadline && child.exitCode === null;
        await sleep(20)
      ) {
        const match = text.exec(output);
        if (match) return match[1] ?? '';
      }
      throw new Error(`tain never said ${text}:\n${output}`);
    },
    async stop() {
      child.kill('SIGTERM');
      await closed;
    },
  };
}
