import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { verifyTransaction } from '@tain/verify/verify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveBlocks } from '../../../packages/network-simulator/src/block-node/serve-blocks.ts';
import { delimited } from '../../../packages/network-simulator/src/ledger/wire.ts';
import { BlockFolder } from '../../../packages/network-simulator/src/stream/block-folder.ts';
import { DemoStream } from '../../../packages/network-simulator/src/stream/demo-stream.ts';
import { KINDS } from '../../../packages/network-simulator/src/transactions/kinds.ts';
import { BlockNodes } from '../../../src/ingest/block-nodes/block-nodes.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { removeFolder } from '../../remove-folder.ts';
import { Tain } from './tain.ts';

/**
 * A block of the maximum size at which consensus nodes close a block by default (50 MiB). Each file change contains the
 * whole content, up to 1 MiB. The content is random, so that the block's file is as large as the block.
 */
const MIB = 1024 * 1024;
const FILE_BYTES = MIB - 4096;
/** Peak resident memory of each process. It contains the block up to three times: compressed, inflated, and as rows. */
const MAX_PEAK_BYTES = 500 * MIB;
const MAX_TIME_MS = 120_000;

let folder = '';
let stream = '';
let test: TestDatabase;
let settings: Record<string, string>;
let large = 0n;
let ledgerId = '';
let size = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-large-block-'));
  stream = path.join(folder, 'stream');
  const mix = { ...Object.fromEntries(KINDS.map(({ name }) => [name, 0])), FILECREATE: 1, FILEAPPEND: 1_000 };
  const written = await DemoStream.open({
    dir: stream,
    seed: 5,
    tps: 1,
    cutover: 0,
    signs: true,
    dataEverywhere: false,
    failures: 0,
    mix,
    runCode: demoEngine,
    population: { accounts: 20, tokens: 2, topics: 2, contracts: 4 },
  });
  const { network } = written;
  while (network.progress.phase !== 'steady') await written.write();
  await written.commit();
  for (const [num] of network.ledger.files.entries()) {
    if (num > 1_000) network.ledger.files.edit(num).contents = randomBytes(FILE_BYTES);
  }
  large = network.progress.nextNumber;
  await written.write({ own: 51 });
  await written.write();
  await written.commit();
  [ledgerId = ''] = network.ledger.ledgerIds.entries().next().value ?? [];
  await written.close();
  size = (await new BlockFolder(stream).read(large)).length;
  test = await createTestDatabase();
  const { host, port, user, database } = test.target as {
    host: string;
    port: number;
    user: string;
    database: string;
  };
  settings = {
    TAIN_DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    TAIN_ADDRESS_BOOK: path.join(stream, 'address_book.bin'),
  };
});

afterAll(async () => {
  await test?.drop();
  await removeFolder(folder);
});

/** Returns the peak resident memory of a process so far, in bytes; 0 after it has exited. */
function peakOf({ child }: Tain): number {
  try {
    return (
      Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
    );
  } catch {
    return 0;
  }
}

/** Runs a command to its end and returns its outcome and its cost. */
async function measured(args: readonly string[]) {
  const began = performance.now();
  const process = new Tain(args, settings);
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, peakOf(process));
  }, 20);
  const ended = await process.end();
  clearInterval(watch);
  return { ...ended, peak, milliseconds: performance.now() - began };
}

function expectBounded(what: string, { peak, milliseconds }: { peak: number; milliseconds: number }): void {
  process.stdout.write(
    `${what} of a block of ${(size / MIB).toFixed(1)} MiB: ${Math.round(peak / MIB)} MiB, ${(milliseconds / 1000).toFixed(1)} s\n`,
  );
  expect(milliseconds).toBeLessThan(MAX_TIME_MS);
  if (os.platform() !== 'linux') return;
  expect(peak).toBeGreaterThan(0);
  expect(peak).toBeLessThan(MAX_PEAK_BYTES);
}

it('a block of 50 MiB is verified, stored and proven in bounded memory and time', async () => {
  expect(size).toBeGreaterThan(47 * MIB);
  expect(size).toBeLessThan(51 * MIB);
  const verified = await measured(['verify', stream, '--network', 'demo']);
  expect([verified.code, verified.stdout]).toEqual([0, expect.any(String)]);
  expectBounded('verify', verified);
  const imported = await measured(['import', stream]);
  expect([imported.code, imported.stderr]).toEqual([0, expect.any(String)]);
  expectBounded('import', imported);
  const { rows } = await test.database.pool.query<{ size: number; count: string; first: string }>(
    `select size, count::text, (select consensus_timestamp::text from transaction
       where consensus_timestamp >= consensus_start order by consensus_timestamp limit 1) as first
     from record_file where index = $1`,
    [String(large)],
  );
  const [row] = rows;
  expect(row?.size).toBeGreaterThan(40 * MIB);
  const began = performance.now();
  const api = new Tain(['start'], {
    ...settings,
    TAIN_ROLES: 'api',
    TAIN_NETWORK: 'other',
    TAIN_STREAMS: stream,
    TAIN_PORT: '0',
  });
  try {
    const url = await api.url();
    const at = `${row?.first.slice(0, -9)}.${row?.first.slice(-9)}`;
    const listed = await fetch(`${url}/api/v1/transactions?timestamp=${at}`);
    const { transactions } = (await listed.json()) as { transactions: readonly { transaction_id: string }[] };
    const transactionId = transactions[0]?.transaction_id ?? '';
    const answer = await fetch(`${url}/api/v1/transactions/${transactionId}/proof`);
    const proof: unknown = await answer.json();
    expect([answer.status, proof]).toEqual([200, expect.anything()]);
    const proven = await verifyTransaction(proof, {
      addressBooks: [],
      ledgerId,
      transaction: { transactionId },
    });
    expect(proven.block.number).toBe(String(large));
    expectBounded('proof', { peak: peakOf(api), milliseconds: performance.now() - began });
  } finally {
    await api.stop();
  }
});

it('a block of 50 MiB is read from a block node', async () => {
  const node = await serveBlocks(stream, '127.0.0.1', 0);
  const nodes = new BlockNodes([{ target: `127.0.0.1:${node.port}`, tls: false, priority: 0 }], {
    pauseMs: 20,
  });
  try {
    for await (const { number, items } of nodes.blocks(large, new AbortController().signal)) {
      expect(number).toBe(large);
      const bytes = Buffer.concat(items.map((item) => delimited(1, item)));
      expect(bytes.equals(await new BlockFolder(stream).read(large))).toBe(true);
      break;
    }
  } finally {
    nodes.close();
    node.stop();
  }
});
