import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DemoStream } from '../../packages/network-simulator/src/stream/demo-stream.ts';
import type { WritableStore } from '../../src/ingest/store/object-store.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';

const NODES = ['record0.0.3', 'record0.0.4', 'record0.0.5', 'record0.0.6'];

/** A demo network that publishes its record files into a bucket, block by block, as nodes do. */
export class SimulatedNetwork {
  readonly #stream: DemoStream;
  readonly #dir: string;
  readonly #bucket: WritableStore;
  /** Files of the first node that were published. */
  readonly #published = new Set<string>();

  private constructor(stream: DemoStream, dir: string, bucket: WritableStore) {
    this.#stream = stream;
    this.#dir = dir;
    this.#bucket = bucket;
  }

  /** Creates a network and publishes its first files. `seed` determines all its transactions. */
  static async create(dir: string, seed: number, bucket: WritableStore): Promise<SimulatedNetwork> {
    const stream = await DemoStream.open({
      runCode: demoEngine,
      dir,
      seed,
      tps: 0.4,
      signInner: false,
      publishAddressBook: true,
      population: { accounts: 30, tokens: 4, topics: 3, contracts: 2 },
    });
    const network = new SimulatedNetwork(stream, dir, bucket);
    while (stream.network.progress.phase !== 'steady') await stream.write();
    await network.#publish();
    return network;
  }

  /** Blocks that are published. */
  get blocks(): number {
    return this.#stream.summary.blocks;
  }

  /** Consensus time (nanoseconds) at which the next block begins. */
  get nextStart(): bigint {
    return this.#stream.network.progress.nextStart;
  }

  /** Makes a block of `span` nanoseconds of consensus time and publishes it. */
  async next(span: bigint): Promise<void> {
    await this.#stream.write({ span });
    await this.#publish();
  }

  close(): Promise<void> {
    return this.#stream.close();
  }

  async #publish(): Promise<void> {
    await this.#stream.commit();
    const first = path.join(this.#dir, 'recordstreams', NODES[0] ?? '');
    for (;;) {
      const names = [
        ...(await readdir(path.join(first, 'sidecar'))).map((name) => `sidecar/${name}`),
        ...(await readdir(first)).filter((name) => name.includes('.rcd')),
      ].filter((name) => !name.endsWith('.tmp') && !this.#published.has(name));
      const data = names.filter((name) => !name.endsWith('_sig'));
      const signatures = names.filter((name) => name.endsWith('_sig'));
      // Signatures are uploaded last.
      await Promise.all(data.map((name) => this.#upload(name)));
      await Promise.all(signatures.map((name) => this.#upload(name)));
      const isWhole = [...this.#published].filter((name) => name.endsWith('_sig')).length === this.blocks;
      if (isWhole) return;
      // A commit publishes in the background.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async #upload(name: string): Promise<void> {
    await Promise.all(
      NODES.map(async (node) => {
        const key = `recordstreams/${node}/${name}`;
        for (;;) {
          const bytes = await readFile(path.join(this.#dir, key)).catch(() => null);
          if (bytes) return this.#bucket.put(key, bytes, new AbortController().signal);
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
      }),
    );
    this.#published.add(name);
  }
}
