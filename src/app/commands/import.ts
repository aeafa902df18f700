import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { warnOfFileShortage } from '../../config/connection-settings.ts';
import { type BalanceInstant, findBalanceFiles } from '../../ingest/balance-files/find-balances.ts';
import { importBalances, selectAddressBooks } from '../../ingest/balance-files/import-balances.ts';
import { StreamFileError } from '../../ingest/decode/stream-error.ts';
import { balanceOffset } from '../../ingest/errata/apply-errata.ts';
import type { IngestSummary } from '../../ingest/options.ts';
import { blockProgress } from '../../ingest/range/progress.ts';
import { countStream, totalOf } from '../../ingest/source/count-files.ts';
import { openRecords } from '../../ingest/source/record-source.ts';
import { openStoredBlocks } from '../../ingest/source/stored-blocks.ts';
import type { StreamSource } from '../../ingest/source/stream-source.ts';
import type { CommandOutput } from '../../kernel/command-output.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Progress, ProgressDisplay } from '../../kernel/progress.ts';
import { Database, warnOfLost } from '../../store/connections/database.ts';
import { acquireRole, describeDatabase } from '../lease/role-lock.ts';
import { claimNetwork, type OpenDatabase, openDatabase } from '../open-database.ts';
import { errataOf, type IngestJob, ingestToEnd } from '../roles/ingest-job.ts';
import { addressBooksForAnyTime, warnOfRatio } from '../streams/stream-books.ts';
import { networkFolderOf, warnOfTrust } from '../streams/stream-feed.ts';
import type { StreamStores } from '../streams/stream-stores.ts';
import { openStreams } from './open-streams.ts';

/**
 * `tain import [PATH]`: verifies and stores every stream file of a folder, or of the configured buckets: records first,
 * then balance files. Throws the error of the first refused file.
 */
export async function importStreams(
  folder: string | null,
  output: CommandOutput,
  config: Config,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  warnOfFileShortage(log);
  const stores = await openStreams(folder, config, log);
  try {
    await importStores(stores, folder ?? stores.records.name, new ImportReport(output), config, log, signal);
  } finally {
    await stores.close();
  }
}

async function importStores(
  stores: StreamStores,
  name: string,
  report: ImportReport,
  config: Config,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const { progress } = report;
  const source = openRecords(stores.records, stores.layout);
  // Files of a public network's history are not counted, because counting years takes longer than importing a day. Its
  // balance files are not read, because they ended long ago.
  const isCounted = !stores.holdsYears;
  const balances = isCounted ? await findBalanceFiles(stores.records, signal) : [];
  const storedBlocks =
    config.streamKind === 'record' ? null : openStoredBlocks(stores.blocks, networkFolderOf(config));
  const counts = isCounted ? await countStream(source, storedBlocks, signal) : null;
  if (counts?.records === 0 && counts.blocks === 0 && balances.length === 0) {
    throw new Failure('usage', `There are no stream files in ${name}.`);
  }
  const onProgress = (reached: Progress): void => progress.update(reached);
  const opened = await openDatabase(config, log, 'migrate', { signal, onProgress }).catch(
    (error: unknown) => {
      throw signal.aborted ? interrupted(error) : error;
    },
  );
  let releaseRole: (() => Promise<void>) | undefined;
  try {
    releaseRole = await acquireRole(opened.target, 'ingest', describeDatabase(config));
    await claimNetwork(opened.target, config.network);
    warnOfRatio(config, log);
    warnOfTrust(config, log);
    const balanceJob = { stores, config, opened, log, signal, report };
    const hasStream =
      balances.length === 0 ||
      (counts !== null && counts.blocks > 0) ||
      (await source.nodeFolders(signal)).length > 0;
    if (!hasStream) {
      await importBalanceFiles(balances, balanceJob);
      return;
    }
    await importEarlyBalances(balances, source, balanceJob);
    const total = counts && totalOf(counts);
    progress.restart();
    const job: IngestJob = {
      config,
      opened,
      stores,
      follow: false,
      log,
      signal,
      onProgress: (reached) => progress.update(blockProgress(reached, total, 'files')),
    };
    const summary = await ingestToEnd(job, () => progress.finish());
    progress.finish();
    report.addStream(summary);
    if (signal.aborted) throw interrupted();
    if (balances.length > 0) await importBalanceFiles(balances, balanceJob);
  } catch (error) {
    // After an abort any error but a `Failure` is a consequence of the interruption, also while the import waits for a
    // server that accepts no connections.
    throw signal.aborted && !(error instanceof Failure) ? interrupted(error) : error;
  } finally {
    progress.finish();
    report.end();
    await releaseRole?.();
    await opened.release();
  }
}

function interrupted(cause?: unknown): Failure {
  const sentence = 'The import was interrupted: the same command continues it.';
  return new Failure('unexpected', sentence, { cause });
}

/** Results of an import: sentences as they come, or one summary in JSON, also of an import that ends early. */
class ImportReport {
  readonly #output: CommandOutput;
  #last: bigint | null = null;
  #blocks = 0;
  #transactions = 0;
  #balanceFiles = 0;
  #accounts = 0;
  #isEmpty = true;

  constructor(output: CommandOutput) {
    this.#output = output;
  }

  get progress(): ProgressDisplay {
    return this.#output.progress;
  }

  addStream({ blocks, transactions, lastNumber, milliseconds }: IngestSummary): void {
    this.#isEmpty = false;
    this.#blocks += blocks;
    this.#transactions += transactions;
    this.#last = lastNumber;
    const seconds = milliseconds / 1000;
    const rate = Math.round(transactions / Math.max(seconds, 0.001));
    const last = lastNumber === null ? 'the database is empty' : `the last block is ${lastNumber}`;
    this.#output.text(
      `${plural(blocks, 'file')} with ${plural(transactions, 'transaction')} stored in ${seconds.toFixed(1)} s (${rate} a second); ${last}.`,
    );
  }

  addBalances({ files, accounts }: { readonly files: number; readonly accounts: number }): void {
    this.#isEmpty = false;
    this.#balanceFiles += files;
    this.#accounts += accounts;
    this.#output.text(
      `${plural(files, 'balance file')} with the balances of ${plural(accounts, 'account')} stored.`,
    );
  }

  /** Writes the summary, unless the import has failed before it had stored anything. */
  end(): void {
    if (this.#isEmpty) return;
    this.#output.summary(null, {
      last: this.#last?.toString() ?? null,
      blocks: this.#blocks,
      transactions: this.#transactions,
      balance_files: this.#balanceFiles,
      accounts: this.#accounts,
    });
  }
}

interface BalanceJob {
  readonly stores: StreamStores;
  readonly config: Config;
  readonly opened: OpenDatabase;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly report: ImportReport;
}

/**
 * Stores balance files from before the beginning of the stream first: when the stream begins in the middle of history,
 * balances start from the last of them. A refused file is tried again once the stream, with its address books, is
 * stored.
 */
async function importEarlyBalances(
  balances: readonly BalanceInstant[],
  source: StreamSource,
  job: BalanceJob,
): Promise<void> {
  const { config, log, signal } = job;
  if (balances.length === 0) return;
  const first = (await firstInstant(source, signal)) ?? 0n;
  const begin = config.startDate !== null && config.startDate > first ? config.startDate : first;
  const early = balances.filter(({ instant }) => instant < begin);
  if (early.length === 0) return;
  try {
    await importBalanceFiles(early, job);
  } catch (error) {
    if (!(error instanceof StreamFileError)) throw error;
    log.warn({ file: error.file }, `${error.message} It is retried after the stream.`);
  }
}

/** Returns the earliest instant of the stream, in nanoseconds; null when it is empty. */
async function firstInstant(source: StreamSource, signal: AbortSignal): Promise<bigint | null> {
  let first: bigint | null = null;
  for (const folder of await source.nodeFolders(signal)) {
    const [entry] = await source.list(folder, -1n, 1, signal);
    if (entry && (first === null || entry.instant < first)) first = entry.instant;
  }
  return first;
}

async function importBalanceFiles(
  instants: readonly BalanceInstant[],
  { stores, config, opened, log, signal, report }: BalanceJob,
): Promise<void> {
  const errata = await errataOf(config, signal);
  const database = new Database(opened.target, {
    applicationName: 'tain import',
    maxConnections: 2,
    onError: warnOfLost(log),
  });
  try {
    const stored = await importBalances({
      database,
      store: stores.records,
      instants,
      addressBooks: await addressBooksForAnyTime(
        config,
        await selectAddressBooks(database),
        stores.books,
        log,
      ),
      ratio: config.consensusRatio,
      shard: BigInt(config.shard),
      timeOffset: (at) => balanceOffset(errata, at),
      log,
      clock: Date.now,
      signal,
      onProgress: (reached) => report.progress.update(reached),
    }).finally(() => report.progress.finish());
    report.addBalances(stored);
  } finally {
    await database.end();
  }
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
