import { setTimeout as sleep } from 'node:timers/promises';
import { DemoStream } from '../../packages/network-simulator/src/stream/demo-stream.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';

/** Parameters of the network. */
export interface NetworkOrder {
  readonly dir: string;
  readonly tps: number;
  readonly seed: number;
}

const BLOCK_MS = 2_000;
/** Network time of the founding, and of the normal traffic that is written without pauses. */
const FOUNDING_SECONDS = 120;
const HISTORY_SECONDS = 20;
const NANOS = 1_000_000_000n;
const POPULATION = { accounts: 5_000, tokens: 100, topics: 100, contracts: 100 };

/**
 * Writes a network's past without pauses, reports the number of blocks to its parent, and after the parent's first
 * message continues with a block every two seconds until the second one. Runs in its own process, so that its cost is
 * not counted as the service's.
 */
export async function runNetwork({ dir, tps, seed }: NetworkOrder): Promise<void> {
  const steadyFrom = BigInt(Math.floor(Date.now() / 1000) - HISTORY_SECONDS) * NANOS;
  const stream = await DemoStream.open({
    runCode: demoEngine,
    dir,
    seed,
    tps,
    start: steadyFrom - BigInt(FOUNDING_SECONDS) * NANOS,
    steadyFrom,
    population: POPULATION,
    signInner: false,
  });
  const { progress } = stream.network;
  while (progress.nextStart < steadyFrom + BigInt(HISTORY_SECONDS) * NANOS) {
    await stream.write();
    await stream.commit();
  }
  let words = 0;
  const begun = new Promise<void>((resolve) => {
    process.on('message', () => {
      words++;
      resolve();
    });
  });
  process.send?.(stream.summary.blocks);
  await begun;
  for (let next = Date.now(); words < 2; next += BLOCK_MS) {
    await sleep(Math.max(0, next - Date.now()));
    await stream.write();
    await stream.commit();
  }
  await stream.close();
  process.disconnect?.();
}
