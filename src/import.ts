import { stat } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { Database } from './db/database.ts';
import { Failure } from './errors.ts';
import { type BalanceInstant, findBalanceFiles } from './ingest/balance-files/balance-folder.ts';
import { importBalances, selectAddressBooks } from './ingest/balance-files/import-balances.ts';
import { balanceOffset } from './ingest/errata/apply-errata.ts';
import { ProgressDisplay } from './ingest/progress.ts';
import { openFolder } from './ingest/source/open-folder.ts';
import type { StreamSource } from './ingest/source/stream-source.ts';
import { verifyFolder } from './ingest/verify/verify-command.ts';
import { addressBooksOf, errataOf, ingest } from './ingest-role.ts';
import { claimNetwork, type OpenDatabase, openDatabase, placeOf, takeRole } from './open-database.ts';

/** Names listed at a time when files are counted. */
const LISTING = 1000;

/**
 * `tain import PATH`: verifies and stores every stream file of a folder, records first, then balance
 * files. Throws what refuses a file.
 */
export async function importFolder(
  folder: string,
  config: Config,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  await verifyIsFolder(folder);
  const balances = await findBalanceFiles(folder, signal);
  const source = await openFolder(folder);
  const totalFiles = await countFiles(source, signal);
  if (totalFiles === 0 && balances.length === 0) {
    throw new Failure('usage', `There are no stream files in ${folder}.`);
  }
  const display = new ProgressDisplay({ output: process.stderr, clock: Date.now, totalFiles });
  const opened = await openDatabase(config, log, true);
  let leave: (() => Promise<void>) | undefined;
  try {
    leave = await takeRole(opened.target, 'ingest', placeOf(config));
    await claimNetwork(opened.target, config.network);
    const hasRecords = balances.length === 0 || (await source.nodeFolders(signal)).length > 0;
    if (!hasRecords) {
      await importBalanceFiles(folder, balances, config, opened, log, signal);
      return;
    }
    const summary = await ingest({
      config,
      opened,
      source,
      folder,
      follow: false,
      log,
      signal,
      onProgress: (progress) => display.update(progress),
    });
    display.finish();
    const seconds = summary.milliseconds / 1000;
    const rate = Math.round(summary.transactions / Math.max(seconds, 0.001));
    const last =
      summary.lastNumber === null ? 'the database is empty' : `the last block is ${summary.lastNumber}`;
    process.stdout.write(
      `${plural(summary.blocks, 'file')} with ${plural(summary.transactions, 'transaction')} stored in ${seconds.toFixed(1)} s (${rate} a second); ${last}.\n`,
    );
    if (signal.aborted) {
      throw new Failure('unexpected', 'The import was interrupted: the same command goes on from there.');
    }
    if (balances.length > 0) await importBalanceFiles(folder, balances, config, opened, log, signal);
  } finally {
    display.finish();
    await source.close();
    await leave?.();
    await opened.release();
  }
}

async function importBalanceFiles(
  folder: string,
  instants: readonly BalanceInstant[],
  config: Config,
  opened: OpenDatabase,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const errata = await errataOf(config, signal);
  const database = new Database(opened.target, {
    applicationName: 'tain import',
    maxConnections: 2,
    onError: ({ message }) => log.warn({ reason: message }, 'database connection lost'),
  });
  try {
    const stored = { addressBooks: await selectAddressBooks(database), pendingAddressBooks: [] };
    const { files, accounts } = await importBalances({
      database,
      instants,
      addressBooks: await addressBooksOf(config, stored, folder),
      ratio: config.consensusRatio,
      shard: BigInt(config.shard),
      timeOffset: (at) => balanceOffset(errata, at),
      log,
      clock: Date.now,
      signal,
    });
    process.stdout.write(
      `${plural(files, 'balance file')} with the balances of ${plural(accounts, 'account')} stored.\n`,
    );
  } finally {
    await database.end();
  }
}

/** Throws `Failure` when there is no such folder: files are looked for in folders only. */
async function verifyIsFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (found === null) throw new Failure('usage', `There is no folder ${folder}.`);
  if (!found.isDirectory()) throw new Failure('usage', `${folder} is a file: name the folder it lies in.`);
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** How many instants of the stream a folder has: those of the node that has most. */
async function countFiles(source: StreamSource, signal: AbortSignal): Promise<number> {
  let most = 0;
  for (const folder of await source.nodeFolders(signal)) {
    let count = 0;
    for (let after = -1n; ; ) {
      const entries = await source.list(folder, after, LISTING, signal);
      count += entries.length;
      const last = entries.at(-1);
      if (last === undefined || entries.length < LISTING) break;
      after = last.instant;
    }
    most = Math.max(most, count);
  }
  return most;
}

/** `tain verify PATH`: checks every stream file of a folder and prints a line for each. */
export async function verify(folder: string, config: Config, signal: AbortSignal): Promise<void> {
  await verifyIsFolder(folder);
  const addressBooks = await addressBooksOf(config, { addressBooks: [], pendingAddressBooks: [] }, folder);
  const result = await verifyFolder({
    path: folder,
    addressBooks,
    consensusRatio: config.consensusRatio,
    write: (line) => process.stdout.write(`${line}\n`),
    signal,
  });
  if (result.problems > 0) {
    throw new Failure('stream', `${result.problems} of ${result.files} files do not hold.`);
  }
}
