import pg from 'pg';
import type { Logger } from 'pino';
import { connectionConfig } from '../../db/connections/database.ts';
import type { ComparedStream } from '../../ingest/check/check-stream.ts';
import { type BlockBound, selectRange } from '../../ingest/check/range.ts';
import { ProgressDisplay } from '../../ingest/progress.ts';
import { rebuild as rebuildState } from '../../ingest/rebuild/rebuild.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Config } from '../config/config.ts';
import { claimNetwork, openDatabase } from '../open-database.ts';
import { recordOptionsOf } from '../roles/ingest-job.ts';
import { storedStream } from '../streams/stored-stream.ts';
import { openStreams } from './open-streams.ts';

/**
 * `tain rebuild [PATH | --bucket] [--from]`: puts the present state right, from the stream in a folder or (null) in the
 * buckets that the settings name, or (without `against`) from the stored rows alone. Throws `Failure` where an ingest runs.
 */
export async function rebuild(
  against: { readonly folder: string | null } | null,
  from: BlockBound | null,
  config: Config,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const stores = against && (await openStreams(against.folder, config, log));
  const opened = await openDatabase(config, log, 'ours', signal);
  const client = new pg.Client({
    ...connectionConfig(opened.target, { statement_timeout: '0', work_mem: '64MB' }),
    application_name: 'tain rebuild',
  });
  client.on('error', () => undefined);
  // Ends a statement that takes long, and with it its transaction.
  const onAbort = (): void => void client.end().catch(() => undefined);
  const display = new ProgressDisplay({
    output: process.stderr,
    clock: Date.now,
    totalFiles: null,
    noun: 'blocks',
  });
  try {
    await claimNetwork(opened.target, config.network);
    await client.connect();
    signal.addEventListener('abort', onAbort);
    const range = await selectRange(client, from, null);
    if (range === null) throw new Failure('usage', 'The database has no such blocks.');
    const stream: ComparedStream | null = stores && {
      records: recordOptionsOf(config),
      openFeed: (resume, begin) => storedStream({ config, stores, log }, resume, begin, signal),
    };
    const rebuilt = await rebuildState({
      client,
      range,
      stream,
      signal,
      onProgress: (progress) => display.update(progress),
      onNote: (sentence) => void process.stdout.write(`${sentence}\n`),
    });
    display.finish();
    const tables = [...rebuilt].map(([table, count]) => `${count} of ${table}`);
    process.stdout.write(
      tables.length === 0
        ? 'Everything was as it must be: nothing was changed.\n'
        : `Rows were rebuilt: ${tables.join(', ')}.\n`,
    );
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new Failure('unexpected', 'It was interrupted: the same command goes on.', { cause: error });
  } finally {
    display.finish();
    signal.removeEventListener('abort', onAbort);
    await client.end().catch(() => undefined);
    await stores?.close();
    await opened.release();
  }
}
