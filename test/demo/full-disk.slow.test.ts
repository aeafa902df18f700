import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { runDemo } from '../../packages/network-simulator/src/run-demo.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';
import { Tain, tain } from '../app/commands/tain.ts';
import { fileNames } from './read-stream.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'tain-full-'));
const CANNOT_MOUNT = 'a file system cannot be mounted here (only root may)';
let disk: SmallDisk | null = null;
afterEach(() => {
  disk?.unmount();
  disk = null;
  rmSync(root, { recursive: true, force: true });
});

test('the demo network waits for a full disk, logs it, and continues with a complete stream', async ({
  skip,
}) => {
  disk = mountSmallDisk(path.join(root, 'disk'), 'size=48m');
  if (disk === null) return skip(CANNOT_MOUNT);
  const dir = path.join(disk.folder, 'demo');
  const logged: string[] = [];
  const waiting: boolean[] = [];
  const stop = new AbortController();
  let now = Date.UTC(2026, 4, 5, 12, 0, 0);
  let isFilled = false;
  const log = {
    info: (_fields: object, message: string) => void logged.push(message),
    warn: (_fields: object, message: string) => {
      logged.push(message);
      // Disk space is available again shortly after the failure.
      setTimeout(() => disk?.free(), 100);
    },
  };
  await runDemo({
    runCode: demoEngine,
    dir,
    seed: 4,
    tps: 2,
    clock: () => now,
    signal: stop.signal,
    backfillSeconds: 60,
    log,
    onWaiting: (isWaiting) => void waiting.push(isWaiting),
    onBlock: ({ blocks }) => {
      if (blocks >= 45) stop.abort();
      else if (blocks > 30) now += 2000;
      if (blocks === 36 && !isFilled && disk) {
        isFilled = true;
        disk.fill();
      }
    },
  });
  expect(logged.find((line) => line.includes(dir))).toContain('no space is left');
  expect(logged).toContain('The demo network continues');
  expect(waiting).toEqual([true, false]);
  expect(fileNames(dir).length).toBeGreaterThanOrEqual(45);
  const verified = await tain(['verify', dir]);
  expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining('all hold')]);
});

test('the network waits for a folder that is read-only at its start', async ({ skip }) => {
  disk = mountSmallDisk(path.join(root, 'disk'), 'size=48m');
  if (disk === null) return skip(CANNOT_MOUNT);
  disk.makeReadOnly(true);
  const stop = new AbortController();
  const logged: string[] = [];
  await runDemo({
    runCode: demoEngine,
    dir: path.join(disk.folder, 'demo'),
    seed: 4,
    tps: 2,
    clock: () => Date.UTC(2026, 4, 5, 12, 0, 0),
    signal: stop.signal,
    backfillSeconds: 10,
    log: {
      info: () => undefined,
      warn: (_fields, message) => {
        logged.push(message);
        disk?.makeReadOnly(false);
      },
    },
    onBlock: ({ blocks }) => {
      if (blocks >= 5) stop.abort();
    },
  });
  expect(logged).toEqual([expect.stringContaining('cannot be written to (the file system is read-only)')]);
});

test('a full disk in the demo network’s folder stops no role: stored rows are served, and the network continues', async ({
  skip,
}) => {
  const data = path.join(root, 'data');
  mkdirSync(data, { recursive: true });
  chmodSync(data, 0o700);
  disk = mountSmallDisk(path.join(data, 'demo'), 'size=96m');
  if (disk === null) return skip(CANNOT_MOUNT);
  const tain = new Tain(['start'], {
    TAIN_DATA_DIR: data,
    TAIN_PORT: '0',
    TAIN_STATUS_PORT: '0',
    TAIN_DEMO_TPS: '1',
  });
  try {
    const url = await tain.url();
    const last = async (): Promise<number> => {
      const answer = (await (await fetch(`${url}/api/v1/blocks?limit=1`)).json()) as {
        blocks: { number: number }[];
      };
      return answer.blocks[0]?.number ?? -1;
    };
    const waitForBlocks = async (more: number): Promise<void> => {
      for (const deadline = Date.now() + 150_000; (await last()) < more; ) {
        if (Date.now() > deadline) throw new Error(`block ${more} did not arrive in time:\n${tain.stderr}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    await waitForBlocks(20);
    disk.fill();
    await tain.waitFor(`The demo network waits: ${path.join(data, 'demo')} cannot be written to`);
    const before = await last();
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    expect(tain.child.exitCode).toBeNull();
    expect(await last()).toBeGreaterThanOrEqual(before);
    disk.free();
    await tain.waitFor('The demo network continues');
    await waitForBlocks((await last()) + 2);
    expect((await tain.stop()).code).toBe(0);
  } finally {
    tain.child.kill('SIGKILL');
  }
});
