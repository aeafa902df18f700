import type { Config } from '../../config/config.ts';
import type { ResumePoint } from '../../ingest/feed/feed.ts';
import { openRecords } from '../../ingest/source/record-source.ts';
import { openStoredBlocks } from '../../ingest/source/stored-blocks.ts';
import type { ProvenBlock } from '../../ingest/verify/proven-block.ts';
import type { Log } from '../../kernel/log.ts';
import { networkFolderOf, openFeed } from './stream-feed.ts';
import type { StreamStores } from './stream-stores.ts';

export interface StoredStreamOptions {
  readonly config: Config;
  readonly stores: StreamStores;
  readonly log: Log;
}

/**
 * Yields the proven blocks of a stream that is already stored, after a resume point of a database, or from `begin`
 * (nanoseconds) if the database has no block, until the stream ends.
 */
export async function* storedStream(
  { config, stores, log }: StoredStreamOptions,
  resume: ResumePoint,
  begin: bigint,
  signal: AbortSignal,
): AsyncGenerator<ProvenBlock, void, void> {
  const source = openRecords(stores.records, stores.layout);
  const blocks = openStoredBlocks(stores.blocks, networkFolderOf(config));
  const from = { ...config, startDate: begin };
  const feed = await openFeed({ config: from, source, blocks, stores, follow: false, log }, resume);
  try {
    yield* feed.blocks(resume.lastBlock, signal);
  } finally {
    await feed.close();
  }
}
