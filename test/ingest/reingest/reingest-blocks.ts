import pg from 'pg';
import { storedStream } from '../../../src/app/streams/stored-stream.ts';
import { openStreamFolder } from '../../../src/app/streams/stream-stores.ts';
import { readConfig } from '../../../src/config/config.ts';
import { DEFAULT_RECORD_OPTIONS } from '../../../src/ingest/records/context.ts';
import { type ReingestSummary, reingest } from '../../../src/ingest/reingest/reingest.ts';
import { selectGap } from '../../../src/ingest/reingest/stored-gap.ts';
import { connectionConfig } from '../../../src/store/connections/database.ts';
import type { TestDatabase } from '../../database.ts';

const SILENT = { info: () => undefined, warn: () => undefined };

/** Stores blocks again. `killAfter`: milliseconds after which the connection is closed. */
export async function reingestBlocks(
  test: TestDatabase,
  folder: string,
  from: bigint,
  to: bigint,
  killAfter?: number,
): Promise<ReingestSummary> {
  const client = new pg.Client(connectionConfig(test.target));
  client.on('error', () => undefined);
  await client.connect();
  const stores = await openStreamFolder(folder, false);
  const timer = killAfter === undefined ? undefined : setTimeout(() => void client.end(), killAfter);
  try {
    const gap = await selectGap(client, { number: from }, { number: to });
    if (gap === null) throw new Error('no blocks');
    const { signal } = new AbortController();
    const config = readConfig({ TAIN_NETWORK: 'demo' });
    return await reingest({
      client,
      gap,
      stream: {
        records: DEFAULT_RECORD_OPTIONS,
        openFeed: (resume, begin) => storedStream({ config, stores, log: SILENT }, resume, begin, signal),
      },
      signal,
    });
  } finally {
    clearTimeout(timer);
    await stores.close();
    await client.end().catch(() => undefined);
  }
}
