import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { type BlockBound, selectRange } from '../../ingest/check/range.ts';
import { rebuild as rebuildState } from '../../ingest/rebuild/rebuild.ts';
import type { CommandOutput } from '../../kernel/command-output.ts';
import { Failure } from '../../kernel/failure.ts';
import { claimNetwork } from '../open-database.ts';
import { onClient, streamOf } from './on-client.ts';
import { openStreams } from './open-streams.ts';

/**
 * `tain rebuild [PATH | --bucket] [--from]`: repairs the present state, from the stream in a folder or (null) in the
 * configured buckets, or (without `against`) only from the stored rows. Throws `Failure` while an ingest runs.
 */
export async function rebuild(
  against: { readonly folder: string | null } | null,
  from: BlockBound | null,
  output: CommandOutput,
  config: Config,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const command = {
    name: 'tain rebuild',
    schema: 'ours',
    session: { work_mem: '64MB' },
    joins: 'second',
    openStores: async () => against && openStreams(against.folder, config, log),
    interrupted: 'It was interrupted: the same command continues it.',
    config,
    log,
    signal,
  } as const;
  await onClient(command, async ({ client, reads, opened, stores }) => {
    await claimNetwork(opened.target, config.network);
    const range = await selectRange(client, from, null);
    if (range === null) throw new Failure('usage', 'The database has no such blocks.');
    output.progress.restart();
    const rebuilt = await rebuildState({
      client,
      reads,
      range,
      stream: stores && streamOf(command, stores),
      signal,
      onProgress: (progress) => output.progress.update(progress),
      onNote: (sentence) => output.note(sentence),
    }).finally(() => output.progress.finish());
    const tables = [...rebuilt].map(([table, count]) => `${count} of ${table}`);
    output.summary(
      tables.length === 0
        ? 'All rows were correct: nothing was changed.'
        : `Rows were rebuilt: ${tables.join(', ')}.`,
      { rows: Object.fromEntries(rebuilt) },
    );
  });
}
