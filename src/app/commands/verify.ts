import { availableParallelism } from 'node:os';
import type { Config } from '../../config/config.ts';
import { auditStreams } from '../../ingest/audit/audit-streams.ts';
import { isPreview } from '../../ingest/feed/cutover.ts';
import { countStream, totalOf } from '../../ingest/source/count-files.ts';
import { openRecords } from '../../ingest/source/record-source.ts';
import { openStoredBlocks } from '../../ingest/source/stored-blocks.ts';
import { NodeStakes } from '../../ingest/verify/node-stakes.ts';
import type { CommandOutput } from '../../kernel/command-output.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Log } from '../../kernel/log.ts';
import { addressBooksOf, warnOfRatio } from '../streams/stream-books.ts';
import {
  blockTrust,
  cutoverSince,
  networkFolderOf,
  openLedgers,
  seenSentence,
  warnOfTrust,
} from '../streams/stream-feed.ts';
import { openStreams } from './open-streams.ts';

/** Maximum number of queued signatures: more than the blocks that are read concurrently. */
const MAX_WAITING = 256;

/**
 * `tain verify [PATH]`: verifies every stream file of a folder, or (null) of the configured buckets, first record files
 * and then blocks, and prints a line for each. Throws `Failure` when a file is invalid.
 */
export async function verify(
  folder: string | null,
  output: CommandOutput,
  config: Config,
  signal: AbortSignal,
): Promise<void> {
  const none = { lastBlock: null, addressBooks: [], pendingAddressBooks: [], ledgers: [] };
  const log: Log = {
    info: () => undefined,
    warn: (_, message) => process.stderr.write(`tain: ${message}\n`),
  };
  warnOfRatio(config, log);
  warnOfTrust(config, log);
  const stores = await openStreams(folder, config, log);
  const { pool, ledgers } = await openLedgers(config, {
    size: { threads: availableParallelism(), maxWaiting: MAX_WAITING },
    resume: none,
    log,
    onLedger: (seen) => output.note(seenSentence(seen)),
  });
  const records = config.streamKind === 'block' ? null : openRecords(stores.records, stores.layout);
  // Only record files, including those wrapped in blocks, need an address book.
  const needsBook = records !== null && (await records.nodeFolders(signal)).length > 0;
  const state = {
    addressBooks: await addressBooksOf(config, none, stores.books, log, needsBook),
    stakes: new NodeStakes(),
    consensusRatio: config.consensusRatio,
  };
  const blocks =
    config.streamKind === 'record' ? null : openStoredBlocks(stores.blocks, networkFolderOf(config));
  try {
    const result = await auditStreams({
      total: stores.holdsYears ? null : totalOf(await countStream(records, blocks, signal)),
      location: folder ?? stores.records.name,
      records: records && { ...state, source: records, ledgers },
      blocks: blocks && { ...state, source: blocks, threshold: ledgers, ...blockTrust(config, log), log },
      isPreview: (block) => isPreview(block, cutoverSince(config)),
      output,
      signal,
    });
    if (result.problems > 0) {
      const why = result.ledgerProblem === null ? '' : ` ${result.ledgerProblem}`;
      throw new Failure('stream', `${result.problems} of ${result.files} files are invalid.${why}`);
    }
  } finally {
    output.progress.finish();
    await stores.close();
    await pool.close();
  }
}
