import pg from 'pg';
import { storedStream } from '../../../src/app/streams/stored-stream.ts';
import { openStreamFolder } from '../../../src/app/streams/stream-stores.ts';
import { readConfig } from '../../../src/config/config.ts';
import { selectRange } from '../../../src/ingest/check/range.ts';
import { rebuild } from '../../../src/ingest/rebuild/rebuild.ts';
import { DEFAULT_RECORD_OPTIONS } from '../../../src/ingest/records/context.ts';
import { connectionConfig } from '../../../src/store/connections/database.ts';
import type { TestDatabase } from '../../database.ts';

const SILENT = { info: () => undefined, warn: () => undefined };

/**
 * Rebuilds a database, from the stream if a folder is given. `killAfter`: milliseconds after which the connection is
 * closed.
 */
export async function rebuilt(test: TestDatabase, folder?: string, killAfter?: number): Promise<string[]> {
  const client = new pg.Client(connectionConfig(test.target));
  client.on('error', () => undefined);
  await client.connect();
  const stores = folder === undefined ? null : await openStreamFolder(folder, false);
  const timer = killAfter === undefined ? undefined : setTimeout(() => void client.end(), killAfter);
  const notes: string[] = [];
  try {
    const range = await selectRange(client, null, null);
    if (range === null) throw new Error('no blocks');
    const { signal } = new AbortController();
    const config = readConfig({ TAIN_NETWORK: 'demo' });
    await rebuild({
      client,
      range,
      stream: stores && {
        records: DEFAULT_RECORD_OPTIONS,
        openFeed: (resume, begin) => storedStream({ config, stores, log: SILENT }, resume, begin, signal),
      },
      signal,
      onNote: (sentence) => notes.push(sentence),
    });
    return notes;
  } finally {
    clearTimeout(timer);
    await stores?.close();
    await client.end().catch(() => undefined);
  }
}
