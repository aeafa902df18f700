/**
 * Measures the time from a block node's last byte until the block is visible over REST. A demo network's blocks are
 * written first. A block node in this process serves the last ones, each when the previous one is visible, to the
 * built program, which follows it like a block node of a public network. Runs once with the demo network's proofs
 * (mocks, which cost nothing), and once with a real threshold signature verified for each block. Ends in under two
 * minutes.
 *
 *   npm run bench:latency -- [--blocks 30] [--tps 500] [--seed 7]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { BlockNodeServer } from '../packages/network-simulator/src/block-node/block-node-server.ts';
import { BlockFolder } from '../packages/network-simulator/src/stream/block-folder.ts';
import { DemoStream } from '../packages/network-simulator/src/stream/demo-stream.ts';
import { demoEngine } from '../src/local-network/demo-engine.ts';
import { MAIN, nodeOptions } from './api/database.ts';
import { mainThreadTime } from './api/processor-time.ts';
import { ServedBlocks } from './latency/served-blocks.ts';

const { values } = parseArgs({
  options: {
    blocks: { type: 'string', default: '30' },
    tps: { type: 'string', default: '500' },
    seed: { type: 'string', default: '7' },
  },
});
const [count, tps, seed] = [values.blocks, values.tps, values.seed].map(Number) as [number, number, number];
/** Number of blocks that are not counted, because the code is being compiled. */
const WARM_UP_BLOCKS = 10;
const POLL_MS = 2;
const BETWEEN_MS = 100;
const LATEST_MS = 60_000;
const DAY = 86_400_000_000_000n;

const work = await mkdtemp(path.join(os.tmpdir(), 'tain-bench-latency-'));
const running = new Set<ChildProcess>();
try {
  const dir = path.join(work, 'network');
  const { first, last, transactions } = await writeNetwork(dir);
  const perBlock = Math.round(transactions / Number(last - first + 1n));
  console.log(`${count} blocks of about ${perBlock} transactions (with children), after ${first} blocks`);
  for (const [name, flags] of [
    ['mock proofs', []],
    ['a real threshold signature each', realProofs()],
  ] as const) {
    const { latencies, mainThread } = await follow(dir, first, last, flags);
    latencies.sort((a, b) => a - b);
    const at = (share: number) => `${latencies[Math.floor((latencies.length - 1) * share)]?.toFixed(0)} ms`;
    console.log(
      `${name}: p50 ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)}, least ${at(0)}; processor time of the main thread ${mainThread.toFixed(0)} ms a block, these requests included`,
    );
  }
} finally {
  for (const child of running) child.kill('SIGKILL');
  await rm(work, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
}

/** Writes the network up to the blocks that are served one by one. These have current times, so they are live. */
async function writeNetwork(dir: string) {
  const steadyFrom = (BigInt(Date.now()) / 1_000n) * 1_000_000_000n;
  const start = steadyFrom - 2n * DAY;
  const network = await DemoStream.open({
    dir,
    seed,
    tps,
    start,
    steadyFrom,
    runCode: demoEngine,
    signInner: false,
    publishAddressBook: true,
    cutover: 0,
  });
  while (network.network.progress.phase !== 'steady') await network.write();
  const first = BigInt(network.summary.blocks);
  const before = network.summary.transactions;
  for (let written = 0; written < WARM_UP_BLOCKS + count; written += 1) await network.write();
  await network.close();
  const { blocks, transactions } = network.summary;
  return { first, last: BigInt(blocks) - 1n, transactions: transactions - before };
}

function realProofs(): string[] {
  return ['--import', new URL('./latency/real-proofs.mjs', import.meta.url).href];
}

/**
 * Returns the milliseconds of each block from `first` to `last`, and of the program's main thread, except for the
 * warm-up.
 */
async function follow(dir: string, first: bigint, last: bigint, flags: readonly string[]) {
  const blocks = new ServedBlocks(new BlockFolder(dir), first - 1n);
  const server = await BlockNodeServer.start({ host: '127.0.0.1', port: 0, source: blocks });
  const streams = await mkdtemp(path.join(work, 'streams-'));
  const data = await mkdtemp(path.join(work, 'data-'));
  await mkdir(streams, { recursive: true });
  const tain = start([...(await nodeOptions()), ...flags], {
    TAIN_DATA_DIR: data,
    TAIN_NETWORK: 'demo',
    TAIN_STREAMS: streams,
    TAIN_STREAM_KIND: 'block',
    TAIN_BLOCK_NODES: `127.0.0.1:${server.port}`,
    TAIN_ADDRESS_BOOK: path.join(dir, 'address_book.bin'),
    TAIN_ROLES: 'api,ingest',
    TAIN_PORT: '0',
  });
  try {
    const url = await tain.waitForLine(/Query service at (http:\/\/[\d.:]+)/);
    await visible(url, first - 1n);
    const latencies: number[] = [];
    let mainThread = 0;
    for (let number = first; number <= last; number += 1n) {
      await sleep(BETWEEN_MS);
      const before = (await mainThreadTime(tain.pid)) ?? Number.NaN;
      const sent = await blocks.serve(number);
      const seen = await visible(url, number);
      if (number < first + BigInt(WARM_UP_BLOCKS)) continue;
      latencies.push(seen - sent);
      mainThread += ((await mainThreadTime(tain.pid)) ?? Number.NaN) - before;
    }
    return { latencies, mainThread: mainThread / latencies.length };
  } catch (error) {
    throw new Error(`Output of the program:\n${tain.output()}`, { cause: error });
  } finally {
    server.stop();
    await tain.stop();
  }
}

/** Waits until a block is visible. Returns that time in milliseconds of `performance.now()`. */
async function visible(url: string, number: bigint): Promise<number> {
  for (const late = performance.now() + LATEST_MS; performance.now() < late; await sleep(POLL_MS)) {
    // The connection fails while the program is starting.
    const answer = await fetch(`${url}/api/v1/blocks/${number}`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.status === 200) return performance.now();
  }
  throw new Error(`block ${number} did not become visible`);
}

function start(flags: readonly string[], settings: Readonly<Record<string, string>>) {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [...flags, MAIN, 'start'], {
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
    pid: child.pid,
    output: () => output,
    /** Resolves to the first group of a match in the program's log. */
    async waitForLine(text: RegExp): Promise<string> {
      for (
        const until = Date.now() + 120_000;
        Date.now() < until && child.exitCode === null;
        await sleep(20)
      ) {
        const match = text.exec(output);
        if (match) return match[1] ?? '';
      }
      throw new Error(`tain never logged ${text}:\n${output}`);
    },
    async stop(): Promise<void> {
      child.kill('SIGTERM');
      await closed;
    },
  };
}
