import { later } from '@tain/ledger/timestamp';
import type pg from 'pg';
import { selectLastBlock } from '../load/store-batch.ts';
import { type RangeProgress, type RangeRows, readRange, type StoredStream } from '../range/read-range.ts';
import { selectNumberAt } from './blocks.ts';
import { checkDatabase, type DatabaseCheckOptions } from './check-database.ts';
import { type CheckPoint, nextPhase } from './check-point.ts';
import { compareWithStream } from './compare-rows.ts';
import { StateComparison } from './compare-state.ts';
import { type Finding, Findings } from './findings.ts';
import { RetainedSince } from './retained-since.ts';
import { surplusDifference } from './row-differences.ts';
import { inSnapshot } from './snapshot.ts';
import { selectSchema } from './stored-schema.ts';
import { SurplusLookups } from './surplus-lookups.ts';

/** Families of rows whose absence would show as a difference. */
export const FAMILIES = ['blocks', 'transactions', 'contracts', 'actions', 'topics'] as const;

export interface CheckOptions extends Omit<DatabaseCheckOptions, 'findings' | 'onNote'> {
  /** Stream to compare with besides the database itself; null: none. */
  readonly stream: StoredStream | null;
  /** Maximum number of findings that are described; the rest are only counted. */
  readonly max: number;
  readonly onFinding?: (finding: Finding) => void;
}

export interface CheckSummary extends Pick<CheckPoint, 'first' | 'last' | 'blocks' | 'transactions'> {
  /** Findings that are described. */
  readonly findings: readonly Finding[];
  /**
   * Number of all differences, including those found before the check was resumed, and the first block that differs.
   */
  readonly differences: number;
  readonly firstDiffering: bigint | null;
  /** One sentence for each part that could not be compared, with the reason. */
  readonly notes: readonly string[];
}

/** Compares a database with itself, then with the stream, and returns all differences. */
export async function check(options: CheckOptions): Promise<CheckSummary> {
  const { point, stream, max, onFinding } = options;
  const notes: string[] = [];
  const findings = new Findings(max, onFinding, {
    count: point.differences,
    first: point.firstDiffering,
  });
  const each = { ...options, findings, onNote: (sentence: string) => void notes.push(sentence) };
  await checkDatabase(each);
  if (point.phase === 'stream') {
    if (stream !== null) await checkStream(each, stream);
    nextPhase(point);
    await options.onPoint?.();
  }
  const { first, last, blocks, transactions } = point;
  return {
    first,
    last,
    blocks,
    transactions,
    findings: findings.described,
    differences: findings.count,
    firstDiffering: findings.first,
    notes,
  };
}

/**
 * Compares the rows of blocks, from the point on, with rows that the ingest's own code makes again from the stream.
 * Throws `StreamFileError` when the proof of a stream file does not hold.
 */
async function checkStream(
  { client, isStill, point, findings, isToEnd, signal, onProgress, onPoint, onNote }: DatabaseCheckOptions,
  stream: StoredStream,
): Promise<void> {
  const schema = await selectSchema(client);
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
    const isAtEnd = last !== null && (await isLast(client, last)) && (await isStill());
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
