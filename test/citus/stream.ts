import { DEFAULT_START } from '../../packages/network-simulator/src/options.ts';
import { KINDS } from '../../packages/network-simulator/src/transactions/kinds.ts';
import { writeDemo } from '../../packages/network-simulator/src/write-demo.ts';
import { demoEngine } from '../../src/app/demo-engine.ts';

const DAY = 86_400_000_000_000n;

/** Time (nanoseconds) from which the network creates a block per day, after its initial history. */
export const STEADY_FROM = DEFAULT_START + 3n * DAY - 30_000_000_000n;

/**
 * Writes a stream of all kinds of transactions: record files, then blocks. Three midnights end staking periods and
 * begin snapshots; the last one is during normal traffic.
 */
export async function writeStream(dir: string, { blocks = 36, cutover = 20, tps = 50 } = {}): Promise<void> {
  await writeDemo({
    runCode: demoEngine,
    dir,
    blocks,
    cutover,
    tps,
    population: { accounts: 60, tokens: 8, topics: 5, contracts: 6 },
    seed: 31,
    signInner: false,
    steadyFrom: STEADY_FROM,
    mix: Object.fromEntries(KINDS.map((kind) => [kind.name, 5 + Math.min(kind.weight, 40)])),
  });
}
