import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DemoNetwork } from './network.ts';
import type { NetworkOptions } from './options.ts';
import { BlockWriter } from './stream/block-writer.ts';
import { addressBook, nodeDetails, openNodes } from './stream/nodes.ts';
import { recordFile } from './stream/record-file.ts';

export interface DemoOptions extends NetworkOptions {
  /** Folder to write into. */
  readonly dir: string;
  /** How many blocks the stream has in the end. */
  readonly blocks: number;
  /** Put data files into every node's folder (hard links), not into the first one's only. Default true. */
  readonly dataEverywhere?: boolean;
  readonly onProgress?: (progress: DemoSummary) => void;
  readonly signal?: AbortSignal;
}

export interface DemoSummary {
  readonly blocks: number;
  /** Stream items, children included. */
  readonly transactions: number;
  /** Consensus time of the last item, in nanoseconds. */
  readonly consensusEnd: bigint;
}

/** Blocks on their way to the disk while the next ones are being made. */
const IN_FLIGHT = 4;

/**
 * Writes the stream of a demo network: record files with sidecars and signatures of four nodes, and
 * the address book `address_book.bin`. The seed determines all data files; the nodes' RSA keys are
 * made once and kept in `dir/keys`.
 */
export async function writeDemo(options: DemoOptions): Promise<DemoSummary> {
  const { dir, signal } = options;
  if (!Number.isSafeInteger(options.blocks) || options.blocks < 1)
    throw new RangeError('blocks must be an integer of at least 1');
  const network = new DemoNetwork(options, { addressBook: new Uint8Array(), nodeDetails: nodeDetails() });
  const nodes = await openNodes(dir);
  await writeFile(join(dir, 'address_book.bin'), addressBook(nodes));
  const writer = new BlockWriter(dir, nodes, options.dataEverywhere ?? true);
  await writer.prepare();
  let running: Uint8Array = new Uint8Array(48);
  let transactions = 0;
  const inFlight: Promise<void>[] = [];
  for (let i = 0; i < options.blocks && !signal?.aborted; i++) {
    const block = network.nextBlock();
    const file = recordFile(block.number, running, block.items);
    running = file.endRunningHash;
    transactions += block.items.length;
    const written = writer.write(file).then((publish) => publish());
    // Looked at when its turn comes; until then a failure must not count as unhandled.
    written.catch(() => {});
    inFlight.push(written);
    if (inFlight.length >= IN_FLIGHT) await inFlight.shift();
    options.onProgress?.({ blocks: i + 1, transactions, consensusEnd: network.ledger.lastConsensus });
  }
  await Promise.all(inFlight);
  return {
    blocks: Number(network.progress.nextNumber),
    transactions,
    consensusEnd: network.ledger.lastConsensus,
  };
}
