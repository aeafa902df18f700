import { later } from '@tain/ledger/timestamp';
import type pg from 'pg';
import { compareExecutions, compareRowCounts } from './block-counts.ts';
import { type BlockRow, compareChain, selectBlockBefore, selectBlocks, selectFirstBlock } from './blocks.ts';
import { type Chunk, retainedPart } from './chunk.ts';
import { Differences } from './difference.ts';
import { compareLogs } from './logs.ts';
import { RetainedSince } from './retained-since.ts';
import { compareResults, compareRows } from './rows.ts';
import type { StoredSchema } from './stored-schema.ts';
import { compareTopics } from './topics.ts';
import { compareTransfers } from './transfers.ts';

/** Maximum number of blocks, and approximately of transactions, compared in one snapshot. */
const CHUNK_BLOCKS = 1000;
const CHUNK_TRANSACTIONS = 50_000n;

/** Comparisons of a chunk of blocks, with the families of rows that must be complete. */
const COMPARISONS = [
  { families: ['blocks', 'transactions'], compare: compareRowCounts },
  { families: ['blocks', 'transactions', 'contracts'], compare: compareExecutions },
  { families: ['transactions'], compare: compareTransfers },
  // `compareRows` checks the families of its tables itself.
  { families: [], compare: compareRows },
  { families: ['transactions', 'contracts'], compare: compareResults },
  { families: ['transactions', 'contracts'], compare: compareLogs },
  { families: ['transactions', 'topics'], compare: compareTopics },
] as const;

/** Bounds of a chunk: its beginning, and its latest end (consensus times in nanoseconds). */
export interface ChunkBounds {
  readonly client: pg.ClientBase;
  readonly schema: StoredSchema;
  /** Previous block; null when there is none, undefined when it has not been read yet. */
  readonly before: BlockRow | null | undefined;
  readonly after: bigint;
  readonly upTo: bigint;
}

/** Compares the next chunk of blocks with their rows. Must be called in a snapshot. */
export async function compareChunk({
  client,
  schema,
  before,
  after,
  upTo,
}: ChunkBounds): Promise<{ readonly blocks: readonly BlockRow[]; readonly differences: Differences }> {
  const retained = await RetainedSince.select(client);
  const differences = new Differences();
  // Retention may have removed blocks since the last chunk.
  const from = later(after, (await retained.after('blocks')) ?? after);
  const blocks = limitTransactions(await selectBlocks(client, schema, from, upTo, CHUNK_BLOCKS));
  const last = blocks.at(-1);
  if (last === undefined) return { blocks, differences };
  const previous =
    before === undefined || from > after ? await selectBlockBefore(client, schema, from + 1n) : before;
  const isRetained =
    from === after || (previous !== null && previous.end > ((await retained.after('blocks')) ?? 0n));
  differences.addAll(compareChain(isRetained ? previous : null, blocks));
  const { start: begin } = await selectFirstBlock(client, retained);
  const chunk: Chunk = { client, schema, retained, blocks, after: from, upTo: last.end, begin };
  for (const { families, compare } of COMPARISONS) {
    const part = await retainedPart(chunk, ...families);
    if (part !== null) differences.addAll(await compare(part));
  }
  return { blocks, differences };
}

/** Returns the first blocks that together have at most `CHUNK_TRANSACTIONS` transactions; at least one. */
function limitTransactions(blocks: readonly BlockRow[]): readonly BlockRow[] {
  let transactions = 0n;
  const end = blocks.findIndex(({ count }) => {
    transactions += count;
    return transactions > CHUNK_TRANSACTIONS;
  });
  return end === -1 ? blocks : blocks.slice(0, Math.max(1, end));
}
