import { fork } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runDemo } from '../../packages/network-simulator/src/run-demo.ts';
import { FRAME_HEAD, framed, framePayload } from '../../packages/network-simulator/src/state-frames.ts';
import { DemoStateError } from '../../packages/network-simulator/src/state-store.ts';
import { openNodes } from '../../packages/network-simulator/src/stream/nodes.ts';
import { writeDemo } from '../../packages/network-simulator/src/write-demo.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';
import { childProgram } from '../child-program.ts';
import { tries } from '../effort.ts';
import { SMALL_POPULATION } from './populations.ts';
import { checkSignatures, fileNames, nodeDir, readFile, runningHash } from './read-stream.ts';

const CHILD = fileURLToPath(new URL('./write-child.ts', import.meta.url));
const KILLS = tries(3);
/** Number of blocks by which each child extends the stream before it is killed. */
const BLOCKS_PER_CHILD = 6;
const BLOCKS = Math.max(34, KILLS * BLOCKS_PER_CHILD + 12);

/** Folder of the nodes' keys, which all streams share because generating keys takes longest. */
let keys = '';
let root = '';
beforeAll(async () => {
  keys = mkdtempSync(join(tmpdir(), 'tain-demo-keys-'));
  await openNodes(keys);
});
afterAll(() => rmSync(keys, { recursive: true, force: true }));
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tain-demo-resume-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Creates a folder for a stream, with the keys of its nodes. */
function streamFolder(name: string): string {
  const dir = join(root, name);
  cpSync(keys, dir, { recursive: true });
  return dir;
}

/** Returns the uncompressed data files of the stream by name; only the first ones if a number is given. */
function content(dir: string, blocks?: number): Map<string, string> {
  const names = fileNames(dir).slice(0, blocks);
  return new Map(names.map((name) => [name, readFile(dir, name).bytes.toString('base64')]));
}

/** Returns the entries of a journal. */
function framesOf(journal: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  for (let at = 0; at < journal.length; ) {
    const length = FRAME_HEAD + (framePayload(journal, at)?.length ?? journal.length);
    frames.push(journal.subarray(at, at + length));
    at += length;
  }
  return frames;
}

/** Checks the chain and all signatures, and that there are no partly written files. */
function checkStream(dir: string): number {
  let hash: Buffer = Buffer.alloc(48);
  const names = fileNames(dir);
  for (const [number, name] of names.entries()) {
    const read = readFile(dir, name);
    expect(read.file.blockNumber.toNumber()).toBe(number);
    expect(Buffer.from(read.file.startObjectRunningHash?.hash ?? [])).toEqual(hash);
    hash = runningHash(hash, read.bytes);
    expect(Buffer.from(read.file.endObjectRunningHash?.hash ?? [])).toEqual(hash);
    checkSignatures(dir, read);
  }
  for (const node of [3, 4, 5, 6]) {
    const rest = readdirSync(nodeDir(dir, node)).filter((name) => !/\.rcd(\.gz|_sig)$|^sidecar$/.test(name));
    expect(rest).toEqual([]);
    expect(fileNames(dir, node, '.rcd_sig')).toHaveLength(names.length);
  }
  return names.length;
}

describe('a demo stream that is continued', () => {
  const options = {
    seed: 9,
    tps: 5,
    signInner: false,
    population: SMALL_POPULATION,
  };
  /** Folder of the stream that is written without interruption. The other streams must equal its beginning. */
  let whole = '';
  beforeAll(async () => {
    whole = mkdtempSync(join(tmpdir(), 'tain-demo-whole-'));
    cpSync(keys, whole, { recursive: true });
    await writeDemo({ runCode: demoEngine, dir: whole, ...options, blocks: BLOCKS });
  });
  afterAll(() => rmSync(whole, { recursive: true, force: true }));

  test('equals a stream written in one run', async () => {
    const parts = streamFolder('parts');
    for (const blocks of [1, 2, 11, 12, 24])
      await writeDemo({ runCode: demoEngine, dir: parts, ...options, blocks });
    expect(content(parts)).toEqual(content(whole, 24));
    expect(checkStream(parts)).toBe(24);
  });

  test('survives being killed at any moment', async () => {
    const killed = streamFolder('killed');
    const { file, execArgv } = await childProgram(CHILD);
    for (let i = 0; i < KILLS; i++) {
      const json = JSON.stringify({ dir: killed, ...options, blocks: BLOCKS });
      const child = fork(file, [json], { execArgv: [...execArgv] });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      let blocks = 0;
      child.on('message', () => {
        if (++blocks === 3 + i * BLOCKS_PER_CHILD) setTimeout(() => child.kill('SIGKILL'), i * 3);
      });
      await ended;
    }
    await writeDemo({ runCode: demoEngine, dir: killed, ...options, blocks: BLOCKS });
    expect(checkStream(killed)).toBe(BLOCKS);
    expect(content(killed)).toEqual(content(whole));
  });

  test('recovers from a torn journal and missing signatures', async () => {
    const dir = streamFolder('torn');
    await writeDemo({ runCode: demoEngine, dir, ...options, blocks: 10 });
    await writeDemo({ runCode: demoEngine, dir, ...options, blocks: 15 });
    const journal = join(dir, 'state', 'journal.bin');
    truncateSync(journal, readFileSync(journal).length - 5);
    for (const name of fileNames(dir, 5, '.rcd_sig').slice(-3)) rmSync(join(nodeDir(dir, 5), name));
    await writeDemo({ runCode: demoEngine, dir, ...options, blocks: 20 });
    expect(checkStream(dir)).toBe(20);
    expect(content(dir)).toEqual(content(whole, 20));
  });

  test('holds no block from which a killed network had returned, once it is open', async () => {
    const dir = streamFolder('returned');
    const journal = join(dir, 'state', 'journal.bin');
    await writeDemo({ runCode: demoEngine, dir, ...options, blocks: 6 });
    const position = readFileSync(journal).length;
    await writeDemo({ runCode: demoEngine, dir, ...options, blocks: 12 });
    // The decision is in the journal, and the process was killed before it removed the files.
    writeFileSync(journal, framed(serialize({ returnTo: position })), { flag: 'a' });
    const stop = new AbortController();
    let held: ReturnType<typeof content> | undefined;
    await runDemo({
      runCode: demoEngine,
      dir,
      seed: options.seed,
      tps: 5,
      clock: () => Date.UTC(2026, 4, 5),
      signal: stop.signal,
      onOpened: () => {
        held = content(dir);
        stop.abort();
      },
    });
    expect(held).toEqual(content(whole, 6));
    expect(fileNames(dir, 5, '.rcd_sig')).toHaveLength(6);
  });

  test('is refused in a folder of another seed, of other files, or with a damaged state', async () => {
    const dir = streamFolder('other');
    await writeDemo({ runCode: demoEngine, dir, ...options, blocks: 3 });
    await expect(writeDemo({ runCode: demoEngine, dir, ...options, seed: 10, blocks: 4 })).rejects.toThrow(
      'seed 9',
    );
    const foreign = streamFolder('foreign');
    mkdirSync(nodeDir(foreign, 3), { recursive: true });
    writeFileSync(join(nodeDir(foreign, 3), '2022-07-13T08_46_08.041986003Z.rcd.gz'), '');
    await expect(writeDemo({ runCode: demoEngine, dir: foreign, ...options, blocks: 4 })).rejects.toThrow(
      DemoStateError,
    );
    const journal = join(dir, 'state', 'journal.bin');
    const older = (frame: Buffer): Buffer => {
      const { state } = deserialize(framePayload(frame, 0) ?? Buffer.alloc(0)) as { state: object };
      return framed(serialize({ state: { ...state, format: 2 } }));
    };
    const last = framesOf(readFileSync(journal)).at(-1) ?? Buffer.alloc(0);
    writeFileSync(journal, older(last));
    await expect(writeDemo({ runCode: demoEngine, dir, ...options, blocks: 4 })).rejects.toThrow(
      `The demo network in ${join(dir, 'state')} was written by another release: start anew with \`tain demo reset\``,
    );
    writeFileSync(join(dir, 'state', 'base.bin'), Buffer.alloc(100));
    await expect(writeDemo({ runCode: demoEngine, dir, ...options, blocks: 4 })).rejects.toThrow('damaged');
  });

  test('stops cleanly on request', async () => {
    const dir = streamFolder('stopped');
    const stop = new AbortController();
    const summary = await writeDemo({
      runCode: demoEngine,
      dir,
      ...options,
      blocks: 1000,
      signal: stop.signal,
      onProgress: ({ blocks }) => {
        if (blocks === 13) stop.abort();
      },
    });
    expect(summary.blocks).toBe(13);
    expect(checkStream(dir)).toBe(13);
  });
});

describe('the live demo network', () => {
  test('neither fills a jump of the clock with blocks nor stops after it is set back', async () => {
    const dir = streamFolder('jumps');
    const HOUR = 3_600_000;
    let offset = Date.UTC(2026, 4, 5, 12, 0, 0) - performance.now();
    const clock = () => offset + performance.now();
    let blocks = 0;
    /** Runs until `more` blocks were made after the network had caught up. Returns their milliseconds. */
    const run = async (more: number, onBlock: () => void = () => undefined): Promise<number> => {
      const stop = new AbortController();
      let begun: number | null = null;
      let left = more;
      await runDemo({
        runCode: demoEngine,
        dir,
        seed: 4,
        tps: 5,
        clock,
        signal: AbortSignal.any([stop.signal, AbortSignal.timeout(40_000)]),
        backfillSeconds: 20,
        onBlock: (summary) => {
          blocks = summary.blocks;
          if (clock() - Number(summary.consensusEnd / 1_000_000n) > 5000) return;
          if (begun === null) begun = performance.now();
          else if (--left <= 0) stop.abort();
          onBlock();
        },
      });
      expect(left).toBe(0);
      return performance.now() - (begun ?? 0);
    };
    const times = () => fileNames(dir).map((name) => readFile(dir, name).items[0]?.at ?? 0n);
    await run(1);
    const before = blocks;
    // The clock jumps one hour ahead while it runs: the following blocks have the new time.
    let jumped = false;
    const took = await run(3, () => {
      if (!jumped) offset += HOUR;
      jumped = true;
    });
    expect(took).toBeLessThan(20_000);
    expect(blocks - before).toBeLessThan(15);
    expect(BigInt(Math.round(clock())) * 1_000_000n - (times().at(-1) ?? 0n)).toBeLessThan(10_000_000_000n);
    // The clock is set back, and a process is started: it makes a block every two seconds, each of little consensus
    // time.
    offset -= HOUR;
    const slow = await run(3);
    expect(slow).toBeGreaterThan(5_900);
    expect(slow).toBeLessThan(20_000);
    const all = times();
    for (const [index, time] of all.entries()) {
      if (index > 0) expect(time).toBeGreaterThan(all[index - 1] ?? 0n);
    }
    expect((all.at(-1) ?? 0n) - (all.at(-3) ?? 0n)).toBeLessThan(500_000_000n);
    // The clock is set ahead and back again while the process runs.
    offset += HOUR;
    jumped = false;
    await run(2, () => {
      if (!jumped) offset -= HOUR;
      jumped = true;
    });
    expect(checkStream(dir)).toBe(blocks);
  });

  test('begins with history, follows the clock, and continues after a pause', async () => {
    const dir = streamFolder('live');
    let now = Date.UTC(2026, 4, 5, 12, 0, 0);
    const run = async (untilBlocks: number): Promise<void> => {
      const stop = new AbortController();
      await runDemo({
        runCode: demoEngine,
        dir,
        seed: 4,
        tps: 5,
        clock: () => now,
        signal: stop.signal,
        backfillSeconds: 60,
        onBlock: ({ blocks }) => {
          if (blocks >= untilBlocks) stop.abort();
          // The clock advances only when the network has caught up with it.
          else if (blocks > 30) now += 2000;
        },
      });
    };
    await run(34);
    const first = fileNames(dir);
    expect(first.length).toBe(34);
    const beforeAbsence = now;
    now += 3 * 3600 * 1000;
    await run(38);
    expect(checkStream(dir)).toBeGreaterThanOrEqual(38);
    const times = fileNames(dir).map((name) => readFile(dir, name).items[0]?.at ?? 0n);
    const steady = times.filter((time) => time > BigInt(beforeAbsence - 60_000) * 1_000_000n);
    expect(steady.length).toBeGreaterThan(5);
    expect(times.at(-1)).toBeLessThanOrEqual(BigInt(now) * 1_000_000n);
    // Genesis is two days before, and every midnight has a block.
    expect(times[0]).toBe(BigInt(Date.UTC(2026, 4, 3)) * 1_000_000n);
    const midnights = times.filter(
      (time) => (time / 1_000_000_000n) % 86_400n === 0n || ((time + 1n) / 1_000_000_000n) % 86_400n === 0n,
    );
    expect(midnights.length).toBeGreaterThanOrEqual(3);
  });
});
