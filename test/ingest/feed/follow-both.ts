import type { HapiVersion } from '@tain/ledger/hapi-version';
import { decodeBlock } from '../../../src/ingest/decode/block/block.ts';
import { blockStreams } from '../../../src/ingest/feed/block-stream.ts';
import { recordStreams } from '../../../src/ingest/feed/record-stream.ts';
import { switchingFeed } from '../../../src/ingest/feed/switching-feed.ts';
import { openRecords } from '../../../src/ingest/source/record-source.ts';
import { openStoredBlocks } from '../../../src/ingest/source/stored-blocks.ts';
import type { ObjectStore } from '../../../src/ingest/store/object-store.ts';
import { bootstrapAddressBooks } from '../../../src/ingest/verify/address-books.ts';
import { NetworkTrust } from '../../../src/ingest/verify/network-trust.ts';
import { NodeStakes } from '../../../src/ingest/verify/node-stakes.ts';
import { Problems, type StreamProblem } from '../../../src/ingest/verify/problems.ts';
import type { ProvenBlock } from '../../../src/ingest/verify/proven-block.ts';
import { LedgerHistory } from '../../../src/ingest/verify/tss/ledger-history.ts';
import { ThresholdPool } from '../../../src/ingest/verify/tss/threshold-pool.ts';
import { SILENT_LOG } from '../stream-writer.ts';

export interface FollowedNetwork {
  readonly records: ObjectStore;
  readonly blocks: ObjectStore;
  readonly addressBook: Uint8Array;
  /** Name of the network's folder of blocks. Default: any. */
  readonly network?: string;
  readonly since?: HapiVersion;
  readonly switchAfterMs: number;
}

/** Follows both streams of a network with mock proofs. Appends blocks to `seen`. `close` stops it. */
export function followBoth({ records, blocks, addressBook, ...options }: FollowedNetwork): {
  readonly seen: readonly ProvenBlock[];
  readonly problems: readonly StreamProblem[];
  close(): Promise<void>;
} {
  const pool = new ThresholdPool({ threads: 1, maxWaiting: 8, profiles: new Map() });
  const history = new LedgerHistory({ pinned: null, given: null, allowsFirstUse: true }, [], false);
  const ledgers = new NetworkTrust(history, pool, SILENT_LOG);
  const problems: StreamProblem[] = [];
  const onProblem = (problem: StreamProblem | null) => problem && problems.push(problem);
  const common = {
    addressBooks: bootstrapAddressBooks(addressBook),
    stakes: new NodeStakes([]),
    follow: true,
    log: SILENT_LOG,
    problems: new Problems({ log: SILENT_LOG, graceMs: 0, onProblem }),
  };
  const feed = switchingFeed({
    ...common,
    record: recordStreams({ ...common, source: openRecords(records), ledgers }),
    block: blockStreams({
      ...common,
      source: openStoredBlocks(blocks, options.network ?? null),
      decode: decodeBlock,
      threshold: ledgers,
      trust: 'proof',
      acceptsMocks: true,
    }),
    since: options.since ?? null,
    switchAfterMs: options.switchAfterMs,
  });
  const controller = new AbortController();
  const seen: ProvenBlock[] = [];
  const reading = (async () => {
    for await (const block of feed.blocks(null, controller.signal)) seen.push(block);
  })();
  return {
    seen,
    problems,
    async close() {
      controller.abort();
      try {
        await reading;
      } finally {
        await records.close();
        await blocks.close();
        await pool.close();
      }
    },
  };
}
