import { later } from '@tain/ledger/timestamp';
import type pg from 'pg';
import { selectLastBlock } from '../load/store-batch.ts';
import { type RangeProgress, type RangeRows, readRange, type StoredStream } from '../range/read-range.ts';
import { selectNumberAt } from './blocks.ts';
import type { DatabaseCheckOptions } from './check-database.ts';
import { compareWithStream } from './compare-rows.ts';
import { StateComparison } from './compare-state.ts';
import { RetainedSince } from './retained-since.ts';
import { surplusDifference } from './row-differences.ts';
import { inSnapshot } from './snapshot.ts';
import { selectSchema } from './stored-schema.ts';
import { SurplusLookups } from './surplus-lookups.ts';

/**
 * Compares the rows of blocks, from the point on, with rows that the ingest's own code makes again from the stream.
 * Throws `StreamFileError` when the proof of a stream file does not hold.
 */
export async function checkStream(
  { client, several, point, findings, isToEnd, signal, onProgress, onPoint, onNote }: DatabaseCheckOptions,
  stream: StoredStream,
): Promise<void> {
  const schema = await selectSchema(client, several !== undefined);
  const { range } = point;
  const retained = await (await RetainedSince.select(client)).after('blocks');
  const after = later(point.position ?? range.after, retained ?? range.after);
  if (after >= range.upTo) return;
  const state = new StateComparison(client);
  const lookups = new SurplusLookups();
  let reached: RangeProgress | null = null;
  for await (const batch of readRange({ client, stream, after, upTo: range.upTo, signal })) {
    const differences = await inSnapshot(client, signal, async () => {
      const retained = await RetainedSince.select(client);
      lookups.begin(batch);
      const found = await compareWithStream(client, schema, retained, batch, (table, rows) =>
        lookups.add(table, rows),
      );
      // A version is made from the previous one, which must be stored.
      const since = schema.isOurs ? await retained.after('history') : null;
      if (since !== null && batch.after >= since) found.addAll(await state.compare(batch));
      return found;
    });
    await findings.addAll(differences, (at) => numberAt(batch, at));
    reached = batch.progress;
    point.position = reached.lastConsensusEnd;
    point.differences = findings.count;
    point.firstDiffering = findings.first;
    await onPoint?.();
    onProgress?.(reached);
  }
  const last = reached;
  await inSnapshot(client, signal, async () => {
    const isAtEnd =
      last !== null && (await isLast(client, last)) && (several === undefined || (await several.isStill()));
    if (last !== null && isToEnd && !isAtEnd) {
      onNote('Blocks arrived meanwhile: values without versions were compared only in part.');
    }
    if (state.untracked > 0)
      onNote(`${state.untracked} changes of values without versions were not compared.`);
    const found = state.pending(isAtEnd);
    for (const surplus of await state.surplus.select(client, stream, isAtEnd, signal))
      found.add(surplusDifference(surplus));
    if (schema.isOurs)
      found.addAll(await lookups.select(client, stream, await RetainedSince.select(client), signal));
    return found;
  }).then((differences) => findings.addAll(differences, (at) => selectNumberAt(client, at)));
  if (last !== null && last.lastConsensusEnd >= range.upTo) return;
  onNote(
    last === null
      ? 'The stream has none of these blocks: only the stored rows were compared with each other.'
      : `The stream ends with block ${last.lastNumber}: of later blocks only the stored rows were compared with each other.`,
  );
}

async function isLast(client: pg.ClientBase, { lastConsensusEnd }: RangeProgress): Promise<boolean> {
  return (await selectLastBlock(client))?.consensusEnd === lastConsensusEnd;
}

function numberAt({ blocks }: RangeRows, at: bigint): bigint {
  const block = blocks.find(({ block: { consensusEnd } }) => consensusEnd >= at) ?? blocks.at(-1);
  return block?.number ?? 0n;
}
