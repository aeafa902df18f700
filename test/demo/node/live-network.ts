import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConsensusNode } from '../../../packages/network-simulator/src/node/consensus-node.ts';
import { type LiveOptions, runDemo } from '../../../packages/network-simulator/src/run-demo.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';

/** A network with its own folder that accepts transactions. */
export interface LiveNetwork {
  readonly dir: string;
  readonly node: ConsensusNode;
  /** Ends the network, and leaves its folder. */
  stop(): Promise<void>;
}

/** Starts a network, by default in a new folder. Resolves when it accepts transactions. */
export async function startNetwork(
  options: Partial<LiveOptions> = {},
  dir = mkdtempSync(join(tmpdir(), 'tain-node-')),
): Promise<LiveNetwork> {
  const controller = new AbortController();
  const node = await new Promise<{ node: ConsensusNode; ended: Promise<void> }>((resolve, reject) => {
    const ended: Promise<void> = runDemo({
      dir,
      seed: 7,
      tps: 2,
      clock: Date.now,
      runCode: demoEngine,
      backfillSeconds: 4,
      quiet: true,
      ...options,
      signal: controller.signal,
      onNode: (started) => queueMicrotask(() => resolve({ node: started, ended })),
    });
    ended.catch(reject);
  });
  await Promise.race([node.node.read(() => undefined), node.ended]);
  return {
    dir,
    node: node.node,
    async stop() {
      controller.abort();
      await node.ended;
    },
  };
}

/** Removes the folder of a network. */
export function removeFolder(dir: string): void {
  rmSync(dir, { recursive: true, force: true });
}
