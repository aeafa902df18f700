import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { FAMILIES } from '../../ingest/check/check.ts';
import type { BlockBound } from '../../ingest/check/range.ts';
import { blockProgress } from '../../ingest/range/progress.ts';
import { reingest as storeAgain } from '../../ingest/reingest/reingest.ts';
import { selectBlockCount, selectGap } from '../../ingest/reingest/stored-gap.ts';
import type { CommandOutput } from '../../kernel/command-output.ts';
import { Failure } from '../../kernel/failure.ts';
import { selectOn } from '../../store/connections/select.ts';
import { selectRetained, wholeSince } from '../../store/reads/retained.ts';
import { claimNetwork } from '../open-database.ts';
import { warnOfRatio } from '../streams/stream-books.ts';
import { warnOfTrust } from '../streams/stream-feed.ts';
import { onClient, streamOf } from './on-client.ts';
import { openStreams } from './open-streams.ts';

/**
 * `tain reingest [PATH] --from --to`: stores the append-only rows of stored blocks again, from a folder or (null) from
 * the configured buckets. Throws `Failure` when the stream does not fit between the neighbouring blocks, and the error
 * of a refused file.
 */
export async function reingest(
  folder: string | null,
  { from, to }: { readonly from: BlockBound; readonly to: BlockBound },
  output: CommandOutput,
  config: Config,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const command = {
    name: 'tain reingest',
    schema: 'ours',
    session: {},
    openStores: () => openStreams(folder, config, log),
    interrupted: 'It was interrupted: the same command repeats it.',
    config,
    log,
    signal,
  } as const;
  await onClient(command, async ({ client, opened, stores }) => {
    await claimNetwork(opened.target, config.network);
    warnOfRatio(config, log);
    warnOfTrust(config, log);
    const gap = await selectGap(client, from, to);
    if (gap === null) throw new Failure('usage', 'The database has no such blocks.');
    const since = wholeSince(await selectRetained(selectOn(client)), ...FAMILIES);
    if (since !== undefined && gap.after + 1n < since) {
      throw new Failure('usage', 'These blocks are older than the retention of the database.');
    }
    const total = await selectBlockCount(client, gap);
    output.progress.restart();
    const summary = await storeAgain({
      client,
      gap,
      stream: streamOf(command, stores),
      signal,
      onProgress: (progress, step) => output.progress.update(blockProgress(progress, total, 'blocks', step)),
    }).finally(() => output.progress.finish());
    const { first, last, blocks, transactions } = summary;
    output.summary(
      `Blocks ${first} to ${last} were stored again: ${blocks} with ${transactions} transactions.`,
      { first: first.toString(), last: last.toString(), blocks, transactions },
    );
  });
}
