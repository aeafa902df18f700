import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BlockOptions,
  type DemoBlock,
  DemoNetwork,
} from '../../../packages/network-simulator/src/network.ts';
import { type BlockStream, NetworkNode } from '../../../packages/network-simulator/src/node/network-node.ts';
import type { NetworkOptions } from '../../../packages/network-simulator/src/options.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';

/** A network in memory whose clock stands still until the test makes a block. */
export interface StillNetwork {
  readonly network: DemoNetwork;
  readonly node: NetworkNode;
  /** Blocks since the network accepts transactions. */
  readonly blocks: DemoBlock[];
  /** Internal errors of the network. */
  readonly faults: unknown[];
  /** Makes a block of the sent transactions, and of generated ones as in `blockOptions`; by default none. */
  block(blockOptions?: BlockOptions): Promise<unknown>;
  /** Advances the clocks of the network and of senders by seconds. */
  pass(seconds: number): void;
  /** Sets the network's clock ahead of the senders' by seconds. */
  setAhead(seconds: number): void;
  /** Sets the senders' clock back by seconds. */
  setBack(seconds: number): void;
  /** Stops the node, and starts it again from the folder. */
  restart(): Promise<void>;
  remove(): void;
}

const SMALL = { accounts: 20, tokens: 2, topics: 2, contracts: 2 };
/** Maximum number of transactions that wait for a block. */
export const MAX_WAITING = 50;
const SECOND = 1_000_000_000n;

/** Creates a small network and lets it accept transactions. */
export async function stillNetwork(options: Partial<NetworkOptions> = {}): Promise<StillNetwork> {
  const network = new DemoNetwork({
    runCode: demoEngine,
    seed: 7,
    tps: 1,
    population: SMALL,
    signInner: false,
    ...options,
  });
  while (network.progress.phase !== 'steady') await network.nextBlock();
  const blocks: DemoBlock[] = [];
  const stream: BlockStream = {
    network,
    async write(blockOptions) {
      blocks.push(await network.nextBlock(blockOptions));
    },
    commit: async () => {},
    position: 0,
    returnTo: () => Promise.reject(new Error('a network in memory does not return')),
  };
  const faults: unknown[] = [];
  const dir = mkdtempSync(join(tmpdir(), 'tain-still-'));
  const now = (): bigint => network.progress.nextStart + SECOND / 2n;
  let ahead = 0n;
  const node = new NetworkNode({
    runCode: demoEngine,
    now,
    sendersNow: () => now() - ahead,
    maxWaiting: MAX_WAITING,
    log: { warn: ({ err }: { err?: unknown }) => void faults.push(err) },
  });
  await node.attach(stream, dir);
  node.ready();
  return {
    network,
    node,
    blocks,
    faults,
    block: (blockOptions = {}) => node.makeBlock({ own: 0, span: SECOND, ...blockOptions }),
    pass(seconds) {
      network.progress.nextStart += BigInt(seconds) * SECOND;
    },
    setAhead(seconds) {
      ahead += BigInt(seconds) * SECOND;
      network.progress.nextStart += BigInt(seconds) * SECOND;
    },
    setBack(seconds) {
      ahead += BigInt(seconds) * SECOND;
    },
    async restart() {
      node.detach();
      await node.attach(stream, dir);
      node.ready();
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/**
 * Returns a hash of all rows of the ledger. The rows are hashed as JSON, because `serialize` of `node:v8` writes equal
 * numbers differently when the engine changes their representation.
 */
export function hashOf({ ledger }: DemoNetwork): string {
  const hash = createHash('sha256');
  for (const [name, table] of Object.entries(ledger.tables())) {
    hash.update(name).update(JSON.stringify([...table.entries()], plain));
  }
  return hash.digest('hex');
}

/** Replaces a value that JSON cannot express. */
function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (value instanceof Map || value instanceof Set) return [...value];
  return value;
}
