import path from 'node:path';
import { DEFAULT_START } from '../../packages/network-simulator/src/options.ts';
import { KINDS } from '../../packages/network-simulator/src/transactions/kinds.ts';
import { writeDemo } from '../../packages/network-simulator/src/write-demo.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';
import { runFile } from '../run-files.ts';

const DAY = 86_400_000_000_000n;

/** Time (nanoseconds) from which the network creates a block per day, after its initial history. */
export const STEADY_FROM = DEFAULT_START + 3n * DAY - 30_000_000_000n;

/** Blocks of the stream, and the first one of the block stream. */
export const BLOCKS = 28;
const CUTOVER = 16;

/**
 * Writes the stream of the suite, of all kinds of transactions: record files, then blocks. Three midnights end staking
 * periods and begin snapshots; the last one is during normal traffic.
 */
export async function writeStream(): Promise<void> {
  await writeDemo({
    runCode: demoEngine,
    dir: streamFolder().folder,
    blocks: BLOCKS,
    cutover: CUTOVER,
    tps: 25,
    population: { accounts: 60, tokens: 8, topics: 5, contracts: 6 },
    seed: 31,
    signInner: false,
    steadyFrom: STEADY_FROM,
    mix: Object.fromEntries(KINDS.map((kind) => [kind.name, 5 + Math.min(kind.weight, 40)])),
  });
}

/** Returns the folder of the stream, which `global-setup.ts` has written and tests only read, and its address book. */
export function streamFolder(): { readonly folder: string; readonly addressBook: string } {
  const folder = runFile('citus-stream');
  return { folder, addressBook: path.join(folder, 'address_book.bin') };
}
