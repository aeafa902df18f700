import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { printTimestamp } from '@tain/ledger/timestamp';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { type CheckSummary, check as checkAll } from '../../ingest/check/check.ts';
import { beginningOf, type CheckPoint, parsePoint, printPoint } from '../../ingest/check/check-point.ts';
import type { Finding } from '../../ingest/check/findings.ts';
import { type BlockBound, type BlockRange, selectRange } from '../../ingest/check/range.ts';
import { beginReads } from '../../ingest/check/visible-reads.ts';
import { blockProgress } from '../../ingest/range/progress.ts';
import type { CommandOutput } from '../../kernel/command-output.ts';
import { Failure } from '../../kernel/failure.ts';
import { ifMissing } from '../../kernel/missing.ts';
import { JOINING_SETTINGS } from '../../store/connections/distributed-reading.ts';
import { onClient, streamOf } from './on-client.ts';
import { openStreams } from './open-streams.ts';

export interface CheckRange {
  readonly from?: BlockBound;
  readonly to?: BlockBound;
}

export interface CheckOptions {
  /** Maximum number of differences that are printed; the rest are only counted. */
  readonly limit: number;
  /** File with the progress of the check, from which another process continues; null: none. */
  readonly resume: string | null;
}

/** Settings of a session that only reads, in large scans. */
const SESSION = { default_transaction_read_only: 'on', work_mem: '64MB', ...JOINING_SETTINGS };

/**
 * `tain check`: compares the database with itself and, with `against`, with the stream in a folder or (null) in the
 * configured buckets, and prints the differences. Throws `Failure` (`differs`) if there are any.
 */
export async function check(
  against: { readonly folder: string | null } | null,
  range: CheckRange,
  { limit, resume }: CheckOptions,
  output: CommandOutput,
  config: Config,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const command = {
    name: 'tain check',
    schema: 'any',
    session: SESSION,
    joins: 'only',
    openStores: async () => against && openStreams(against.folder, config, log),
    interrupted: `The check was interrupted.${resume === null ? '' : ' The same command continues it.'}`,
    config,
    log,
    signal,
  } as const;
  await onClient(command, async ({ client, stores }) => {
    const isStill = await beginReads(client);
    // Makes the server cancel a statement whose client has disconnected. Not available on every system.
    await client.query("set client_connection_check_interval = '1s'").catch(() => undefined);
    const times = await selectRange(client, range.from ?? null, range.to ?? null);
    if (times === null) throw new Failure('usage', 'The database has no such blocks.');
    const point = (resume === null ? null : await readPoint(resume, times, range)) ?? beginningOf(times);
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from record_file where consensus_end > $1 and consensus_end <= $2',
      [point.range.after.toString(), point.range.upTo.toString()],
    );
    const total = rows[0]?.count ?? 0;
    output.progress.restart();
    const summary = await checkAll({
      client,
      isStill,
      point,
      isToEnd: range.to === undefined,
      stream: stores && streamOf(command, stores),
      max: limit,
      signal,
      onFinding: (finding) => output.item(findingSentence(finding), findingFields(finding)),
      onPoint: () => (resume === null ? undefined : writePoint(resume, point)),
      onProgress: (progress) => output.progress.update(blockProgress(progress, total)),
    }).finally(() => output.progress.finish());
    if (resume !== null) await rm(resume, { force: true });
    report(summary, limit, output);
  });
}

/**
 * Reads the progress of a check of these blocks; null when the file does not exist. Throws `Failure` on another file.
 */
async function readPoint(
  file: string,
  times: BlockRange,
  { from, to }: CheckRange,
): Promise<CheckPoint | null> {
  const text = await readFile(file, 'utf8').catch(ifMissing(null));
  if (text === null) return null;
  const point = parsePoint(text);
  if (point === null) throw new Failure('usage', `${file} is not the file of a check.`);
  // Without `--to`, a continued check ends at the block at which it was to end when it began. Without `--from`, retention may
  // have moved the first block since.
  const endsAlike = to === undefined ? point.range.upTo <= times.upTo : point.range.upTo === times.upTo;
  const beginsAlike = from === undefined || point.range.after === times.after;
  if (!beginsAlike || !endsAlike || point.range.after > times.upTo) {
    throw new Failure('usage', `${file} belongs to a check of other blocks.`);
  }
  return point;
}

/** Replaces the file as a whole, so that it is readable after a kill at any moment. */
async function writePoint(file: string, point: CheckPoint): Promise<void> {
  await writeFile(`${file}.part`, printPoint(point));
  await rename(`${file}.part`, file);
}

function report(summary: CheckSummary, limit: number, output: CommandOutput): void {
  const { findings, differences, firstDiffering, first, last, blocks, transactions, notes } = summary;
  const { seconds } = output;
  for (const note of notes) output.note(note);
  const more = differences - findings.length;
  if (more > 0)
    output.text(
      `${more} more ${more === 1 ? 'difference is' : 'differences are'} not listed (--limit ${limit}).`,
    );
  const rate = Math.round(transactions / Math.max(seconds, 0.001));
  const correct = `Blocks ${first} to ${last} are correct: ${blocks} with ${transactions} transactions, compared in ${seconds.toFixed(1)} s (${rate} a second).`;
  output.summary(differences > 0 ? null : correct, {
    first: first?.toString() ?? null,
    last: last?.toString() ?? null,
    blocks,
    transactions,
    differences,
    first_differing: firstDiffering?.toString() ?? null,
  });
  if (differences > 0) {
    const count = differences === 1 ? '1 difference' : `${differences} differences`;
    throw new Failure('differs', `${count}; block ${firstDiffering} is the first that differs.`);
  }
}

/** Returns a sentence with the block that differs, the expected value and the value found. */
function findingSentence({ block, difference }: Finding): string {
  const { subject, expected, found } = difference;
  return `Block ${block} differs: ${subject}: expected ${expected}, found ${found}.`;
}

function findingFields({ block, difference }: Finding): object {
  const { at, table, column = null, subject, expected, found } = difference;
  return {
    block: block.toString(),
    consensus_timestamp: printTimestamp(at),
    table,
    column,
    subject,
    expected,
    found,
  };
}
