import pg from 'pg';
import type { Logger } from 'pino';
import { connectionConfig } from '../../db/database.ts';
import { check as checkAll } from '../../ingest/check/check.ts';
import type { CheckSummary, Finding } from '../../ingest/check/check-database.ts';
import { type BlockBound, selectRange } from '../../ingest/check/range.ts';
import type { ResumePoint } from '../../ingest/feed/feed.ts';
import { ProgressDisplay } from '../../ingest/progress.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Config } from '../config/config.ts';
import { openDatabase } from '../open-database.ts';
import { recordOptionsOf } from '../roles/ingest-job.ts';
import { storedStream } from '../stored-stream.ts';
import { openStreams } from './open-streams.ts';

export interface CheckRange {
  readonly from?: BlockBound;
  readonly to?: BlockBound;
}

/** Settings of a session that only reads, much at a time. */
const SESSION = { default_transaction_read_only: 'on', statement_timeout: '0', work_mem: '64MB' };

/**
 * `tain check`: compares the database with itself and, if asked, with the stream in a folder or (null) in the buckets
 * that the settings name, and prints what was compared. Throws `Failure` with the first block that differs.
 */
export async function check(
  against: { readonly folder: string | null } | null,
  range: CheckRange,
  config: Config,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const stores = against && (await openStreams(against.folder, config, log));
  const opened = await openDatabase(config, log, 'any', signal);
  const client = new pg.Client({
    ...connectionConfig(opened.target, SESSION),
    application_name: 'tain check',
  });
  client.on('error', () => undefined);
  let reached: bigint | null = null;
  // Ends a statement that takes long, too.
  const onAbort = (): void => void client.end().catch(() => undefined);
  try {
    await client.connect();
    signal.addEventListener('abort', onAbort);
    // Not on every system: there the server finishes what nobody waits for.
    await client.query("set client_connection_check_interval = '1s'").catch(() => undefined);
    const times = await selectRange(client, range.from ?? null, range.to ?? null);
    if (times === null) throw new Failure('usage', 'The database has no such blocks.');
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from record_file where consensus_end > $1 and consensus_end <= $2',
      [times.after.toString(), times.upTo.toString()],
    );
    const display = new ProgressDisplay({
      output: process.stderr,
      clock: Date.now,
      totalFiles: rows[0]?.count ?? 0,
      noun: 'blocks',
    });
    const started = Date.now();
    const stream = stores && {
      records: recordOptionsOf(config),
      openFeed: (resume: ResumePoint) =>
        storedStream({ config, stores, log }, resume, times.after + 1n, signal),
    };
    const summary = await checkAll({
      client,
      range: times,
      isToEnd: range.to === undefined,
      stream,
      signal,
      onProgress(progress) {
        reached = progress.lastNumber;
        display.update(progress);
      },
    }).finally(() => display.finish());
    report(summary, Date.now() - started);
  } catch (error) {
    if (!signal.aborted) throw error;
    const from = reached === null ? '' : `: --from ${reached} goes on from there`;
    throw new Failure('unexpected', `The check was interrupted${from}.`, { cause: error });
  } finally {
    signal.removeEventListener('abort', onAbort);
    await client.end().catch(() => undefined);
    await stores?.close();
    await opened.release();
  }
}

function report(summary: CheckSummary, milliseconds: number): void {
  const { finding, first, last, blocks, transactions, notes } = summary;
  for (const note of notes) process.stdout.write(`${note}\n`);
  if (finding) throw new Failure('differs', findingSentence(finding));
  const seconds = milliseconds / 1000;
  const rate = Math.round(transactions / Math.max(seconds, 0.001));
  process.stdout.write(
    `Blocks ${first} to ${last} are as they must be: ${blocks} with ${transactions} transactions, compared in ${seconds.toFixed(1)} s (${rate} a second).\n`,
  );
}

/** The first block that differs, what was expected and what was found. */
export function findingSentence({ block, difference }: Finding): string {
  const { subject, expected, found } = difference;
  return `Block ${block} differs: ${subject}: expected ${expected}, found ${found}.`;
}
