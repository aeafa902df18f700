import type pg from 'pg';
import type { BlockPosition } from '../decode/decoded-block.ts';
import type { ResumePoint } from '../feed/feed.ts';
import { selectResumePoint } from '../load/resume.ts';
import { selectLastBlock } from '../load/store-batch.ts';
import { type RangeRows, readRange } from '../range/read-range.ts';
import type { RecordOptions } from '../records/context.ts';
import type { ProvenBlock } from '../verify/proven-block.ts';
import { type DatabaseCheckOptions, selectNumberAt } from './check-database.ts';
import { compareWithStream } from './compare-rows.ts';
import { StateComparison } from './compare-state.ts';
import { KeptSince } from './kept-since.ts';
import { inSnapshot } from './snapshot.ts';
import { selectSchema } from './stored-schema.ts';

/** What to compare a database with. */
export interface ComparedStream {
  readonly records: RecordOptions;
  /** The proven blocks after a point of the stream, from this time (nanoseconds) on where there is no block before. */
  readonly openFeed: (resume: ResumePoint, begin: bigint, signal: AbortSignal) => AsyncIterable<ProvenBlock>;
}

/** Rows are read and compared this many bytes (encoded), or blocks, at a time. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_BLOCKS = 500;

/**
 * Compares the rows of blocks with those that the stream gives, made anew by the code that stored them, from the point on.
 * Throws `StreamFileError` where the stream does not hold.
 */
export async function checkStream(
  { client, point, findings, isToEnd, signal, onProgress, onPoint, onNote }: DatabaseCheckOptions,
  { records, openFeed }: ComparedStream,
): Promise<void> {
  const schema = await selectSchema(client);
  const { range } = point;
  const kept = await (await KeptSince.select(client)).after('blocks');
  const after = [point.position, range.after, kept ?? -1n].reduce<bigint>(
    (latest, at) => (at !== null && at > latest ? at : latest),
    -1n,
  );
  if (after >= range.upTo) return;
  const resume = await selectResumePoint(client, after);
  const state = new StateComparison(client);
  const isResumed = point.position !== null;
  const reached = { blocks: 0, transactions: 0, last: null as BlockPosition | null };
  const batches = readRange({
    client,
    records,
    blocks: openFeed(resume, after + 1n, signal),
    previous: resume.lastBlock,
    upTo: range.upTo,
    maxBytes: MAX_BYTES,
    maxBlocks: MAX_BLOCKS,
  });
  for await (const batch of batches) {
    signal.throwIfAborted();
    const differences = await inSnapshot(client, signal, async () => {
      const kept = await KeptSince.select(client);
      const found = await compareWithStream(client, schema, kept, batch);
      // A version is made from the one before: that must be there.
      const since = schema.isOurs ? await kept.after('history') : null;
      if (since !== null && batch.after >= since) found.addAll(await state.compare(batch));
      return found;
    });
    await findings.addAll(differences, (at) => numberAt(batch, at));
    for (const { block } of batch.blocks) reached.transactions += block.items.length;
    reached.blocks += batch.blocks.length;
    const last = batch.blocks.at(-1)?.position;
    if (last === undefined) continue;
    reached.last = last;
    point.position = last.consensusEnd;
    point.differences = findings.count;
    point.firstDiffering = findings.first;
    await onPoint?.();
    const { blocks, transactions } = reached;
    onProgress?.({ blocks, transactions, lastNumber: last.number, lastConsensusEnd: last.consensusEnd });
  }
  await inSnapshot(client, signal, async () => {
    const isAtEnd = reached.last !== null && (await isLast(client, reached.last));
    if (reached.last !== null && isToEnd && !isAtEnd) {
      onNote('Blocks came meanwhile: what changes without versions was compared in part only.');
    }
    if (state.left > 0) onNote(`${state.left} changes of values without versions were not compared.`);
    return state.finish(isAtEnd, !isResumed);
  }).then((differences) => findings.addAll(differences, (at) => selectNumberAt(client, at)));
  if (reached.last !== null && reached.last.consensusEnd >= range.upTo) return;
  onNote(
    reached.last === null
      ? 'The stream has none of these blocks: they were compared with themselves only.'
      : `The stream ends with block ${reached.last.number}: later ones were compared with themselves only.`,
  );
}

async function isLast(client: pg.ClientBase, { consensusEnd }: BlockPosition): Promise<boolean> {
  return (await selectLastBlock(client))?.consensusEnd === consensusEnd;
}

function numberAt({ blocks }: RangeRows, at: bigint): bigint {
  const block = blocks.find(({ block: { consensusEnd } }) => consensusEnd >= at) ?? blocks.at(-1);
  return block?.number ?? 0n;
}
