import type { Config } from '../../config/config.ts';
import { selectResumePoint } from '../../ingest/load/resume.ts';
import { openRecords } from '../../ingest/source/record-source.ts';
import type { Database } from '../../store/connections/database.ts';
import { openBlocks } from './block-source.ts';
import { openFeed } from './stream-feed.ts';
import type { StreamStores } from './stream-stores.ts';

/** Time limit of a poll, in milliseconds. */
const POLL_TIMEOUT_MS = 30_000;

const SILENT = { info: () => undefined, warn: () => undefined };

export interface SourcePollOptions {
  readonly config: Config;
  readonly database: Database;
  readonly openStores: () => Promise<StreamStores>;
  readonly signal: AbortSignal;
}

/**
 * Returns the number of the block after the last stored one if this process's own source has it now and it is proven;
 * null when the source does not have it or fails, and in a database without blocks. Stores nothing.
 */
export async function pollNextBlock(options: SourcePollOptions): Promise<bigint | null> {
  const { config, database, openStores } = options;
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(POLL_TIMEOUT_MS)]);
  const resume = await selectResumePoint(database.pool);
  const { lastBlock } = resume;
  if (lastBlock === null) return null;
  const stores = await openStores();
  try {
    const blocks = await openBlocks({ config, database, blockStore: stores.blocks, log: SILENT, signal });
    try {
      const source = openRecords(stores.records, stores.layout);
      const feed = await openFeed({ config, source, blocks, stores, follow: false, log: SILENT }, resume);
      try {
        for await (const { number } of feed.blocks(lastBlock, signal)) return number;
        return null;
      } finally {
        await feed.close();
      }
    } finally {
      await blocks.close();
    }
  } finally {
    await stores.close();
  }
}
