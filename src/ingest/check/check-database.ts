import type pg from 'pg';
import { later, MAX_INT64 } from '../../kernel/timestamp.ts';
import {
  type BalanceContext,
  compareCurrent,
  compareSnapshots,
  selectLastSnapshot,
  selectSeed,
  selectSnapshots,
} from './balances.ts';
import { compareExecutions, compareRowCounts } from './block-counts.ts';
import { compareChain, type StoredBlock, selectBlockBefore, selectBlocks } from './blocks.ts';
import { type CheckPoint, nextPhase } from './check-point.ts';
import { type Chunk, keptPart } from './chunk.ts';
import { Differences } from './difference.ts';
import type { Findings } from './findings.ts';
import { KeptSince } from './kept-since.ts';
import { compareLogs } from './logs.ts';
import { compareResults, compareRows } from './rows.ts';
import { inSnapshot } from './snapshot.ts';
import { compareStorage } from './storage.ts';
import { type StoredSchema, selectSchema } from './stored-schema.ts';
import { compareSupply } from './supply.ts';
import { compareTopics } from './topics.ts';
import { compareTransfers } from './transfers.ts';
import { compareWholeTable, WHOLE_TABLES } from './whole-tables.ts';

export interface CheckProgress {
  readonly blocks: number;
  readonly transactions: number;
  readonly lastNumber: bigint;
  readonly lastConsensusEnd: bigint;
}

export interface DatabaseCheckOptions {
  /** One connection that nobody else uses. It is only read with. */
  readonly client: pg.ClientBase;
  /** How far the check has come; changed as it goes on. */
  readonly point: CheckPoint;
  readonly findings: Findings;
  /** Whether the range ends with the last block, so that what is now can be compared, too. */
  readonly isToEnd: boolean;
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: CheckProgress) => void) | undefined;
  /** Called whenever the point has changed. */
  readonly onPoint?: (() => Promise<void> | void) | undefined;
  /** Called with what could not be compared, and why: a sentence each. */
  readonly onNote: (sentence: string) => void;
}

/** Most blocks and (about) transactions that are compared in one snapshot. */
const CHUNK_BLOCKS = 1000;
const CHUNK_TRANSACTIONS = 50_000n;
/** Snapshots of all balances compared by one statement: about a month of them. */
const CHUNK_SNAPSHOTS = 3000;

/**
 * Compares a database with itself, from the point on, and adds what differs to the findings. Each chunk of blocks is read
 * in one snapshot, so that an ingest may go on meanwhile. Throws the signal's reason when that is aborted.
 */
export async function checkDatabase(options: DatabaseCheckOptions): Promise<void> {
  const check = new DatabaseCheck(options, await selectSchema(options.client));
  await check.run();
}

/** Comparisons of a chunk of blocks, with the families of rows that must be there whole. */
const COMPARISONS = [
  { families: ['blocks', 'transactions'], compare: compareRowCounts },
  { families: ['blocks', 'transactions', 'contracts'], compare: compareExecutions },
  { families: ['transactions'], compare: compareTransfers },
  // These look at the families of their tables themselves.
  { families: [], compare: compareRows },
  { families: ['transactions', 'contracts'], compare: compareResults },
  { families: ['transactions', 'contracts'], compare: compareLogs },
  { families: ['transactions', 'topics'], compare: compareTopics },
] as const;

class DatabaseCheck {
  readonly #options: DatabaseCheckOptions;
  readonly #schema: StoredSchema;

  constructor(options: DatabaseCheckOptions, schema: StoredSchema) {
    this.#options = options;
    this.#schema = schema;
  }

  async run(): Promise<void> {
    await this.#noteLimits();
    const { point, isToEnd } = this.#options;
    for (;;) {
      switch (point.phase) {
        case 'blocks':
          await this.#compareBlocks();
          break;
        case 'tables':
          await this.#compareTables();
          break;
        case 'snapshots':
          await this.#compareSnapshots();
          break;
        case 'present':
          if (isToEnd) await this.#comparePresent();
          break;
        default:
          return;
      }
      nextPhase(point);
      await this.#options.onPoint?.();
    }
  }

  /** Says what cannot be compared. */
  async #noteLimits(): Promise<void> {
    const { client, onNote } = this.#options;
    const kept = await KeptSince.select(client);
    const parts = (['transactions', 'contracts', 'actions', 'topics', 'history'] as const).filter((family) =>
      kept.isPart(family),
    );
    if (parts.length > 0) {
      onNote(
        `Settings leave out part of the history (TAIN_KEEP_…): rows of these families were not compared: ${parts.join(', ')}.`,
      );
    }
    const { number } = await this.#firstBlock(kept);
    if (number > 0n) {
      onNote(
        `The database begins with block ${number}: of what was before, balances and supply included, it knows nothing.`,
      );
    }
  }

  /** The first block that was ever stored. */
  async #firstBlock(kept: KeptSince): Promise<{ readonly number: bigint; readonly start: bigint }> {
    if (kept.firstBlock) return { number: kept.firstBlock.number, start: kept.firstBlock.consensusStart };
    const { rows } = await this.#options.client.query<{ start: string; number: string }>(
      `select consensus_start::text as start, index::text as number
       from record_file
       order by consensus_end limit 1`,
    );
    return { number: BigInt(rows[0]?.number ?? 0), start: BigInt(rows[0]?.start ?? 0) };
  }

  /** What blocks and their rows say, chunk by chunk. */
  async #compareBlocks(): Promise<void> {
    const { client, signal, point, findings } = this.#options;
    const { range } = point;
    let before: StoredBlock | null | undefined;
    for (let after = point.position ?? range.after; after < range.upTo; ) {
      signal.throwIfAborted();
      const { blocks, differences } = await inSnapshot(client, signal, () =>
        this.#compareChunk(before, after, range.upTo),
      );
      const last = blocks.at(-1);
      if (last === undefined) return;
      await findings.addAll(differences, (at) => blockOf(blocks, at).number);
      before = last;
      after = last.end;
      await this.#report(blocks, last);
    }
  }

  /** `before`: the block before; undefined where it is not read yet. */
  async #compareChunk(
    before: StoredBlock | null | undefined,
    after: bigint,
    upTo: bigint,
  ): Promise<{ readonly blocks: readonly StoredBlock[]; readonly differences: Differences }> {
    const { client } = this.#options;
    const schema = this.#schema;
    const kept = await KeptSince.select(client);
    const differences = new Differences();
    // Blocks may have left since the last chunk.
    const from = later(after, (await kept.after('blocks')) ?? after);
    const blocks = limitTransactions(await selectBlocks(client, schema, from, upTo, CHUNK_BLOCKS));
    const last = blocks.at(-1);
    if (last === undefined) return { blocks, differences };
    const previous =
      before === undefined || from > after ? await selectBlockBefore(client, schema, from + 1n) : before;
    const isKept =
      from === after || (previous !== null && previous.end > ((await kept.after('blocks')) ?? 0n));
    differences.addAll(compareChain(isKept ? previous : null, blocks));
    const { start: begin } = await this.#firstBlock(kept);
    const chunk: Chunk = { client, schema, kept, blocks, after: from, upTo: last.end, begin };
    for (const { families, compare } of COMPARISONS) {
      const part = await keptPart(chunk, ...families);
      if (part !== null) differences.addAll(await compare(part));
    }
    return { blocks, differences };
  }

  async #report(blocks: readonly StoredBlock[], last: StoredBlock): Promise<void> {
    const { point, onProgress } = this.#options;
    point.first ??= blocks[0]?.number ?? null;
    point.blocks += blocks.length;
    for (const { count } of blocks) point.transactions += Number(count);
    point.last = last.number;
    point.position = last.end;
    await this.#noted();
    onProgress?.({
      blocks: point.blocks,
      transactions: point.transactions,
      lastNumber: last.number,
      lastConsensusEnd: last.end,
    });
  }

  /** Tables without an index on time, one after the other: the position is the number of those that are done. */
  async #compareTables(): Promise<void> {
    const { client, signal, point } = this.#options;
    for (let i = Number(point.position ?? 0n); i < WHOLE_TABLES.length; i += 1) {
      signal.throwIfAborted();
      const table = WHOLE_TABLES[i] as (typeof WHOLE_TABLES)[number];
      const differences = await inSnapshot(client, signal, async () => {
        const kept = await KeptSince.select(client);
        return compareWholeTable(table, { client, schema: this.#schema, kept, ...point.range });
      });
      await this.#add(differences);
      point.position = BigInt(i + 1);
      await this.#noted();
    }
  }

  async #compareSnapshots(): Promise<void> {
    const { client, signal, point } = this.#options;
    const { after, upTo } = point.range;
    for (;;) {
      signal.throwIfAborted();
      const compared = await inSnapshot(client, signal, async () => {
        const context = await this.#balances('balances');
        if (context === null) return null;
        const from = later(point.position ?? after, context.begin - 1n);
        // Without one before, all that was moved since the beginning must be compared.
        const previous = await lastSnapshotSince(client, context, from);
        const snapshots = await selectSnapshots(client, from, upTo, CHUNK_SNAPSHOTS);
        const last = snapshots.at(-1);
        if (last === undefined) return null;
        return { last, differences: await compareSnapshots(context, previous, snapshots) };
      });
      if (compared === null) return;
      await this.#add(compared.differences);
      point.position = compared.last;
      await this.#noted();
    }
  }

  /** What is now: balances, storage, supply and the balance index, as of the last block. */
  async #comparePresent(): Promise<void> {
    const { client, signal } = this.#options;
    const differences = await inSnapshot(client, signal, async () => {
      const found = new Differences();
      const end = (await selectBlockBefore(client, this.#schema, MAX_INT64))?.end ?? 0n;
      const context = await this.#balances();
      if (context !== null) {
        const last = await lastSnapshotSince(client, context, end);
        found.addAll(await compareCurrent(context, last, end, this.#schema.isOurs));
      }
      const kept = await KeptSince.select(client);
      // Another's database may have begun with storage that no change tells.
      if (this.#schema.isOurs) found.addAll(await compareStorage(client, this.#schema, kept, end));
      const { number, start } = await this.#firstBlock(kept);
      const whole = { begin: start, isWhole: number === 0n, at: end };
      found.addAll(await compareSupply(client, this.#schema, whole));
      return found;
    });
    await this.#add(differences);
  }

  /** From when on transfers (and snapshots) are all there; null where settings leave some out. */
  async #balances(...families: 'balances'[]): Promise<BalanceContext | null> {
    const { client } = this.#options;
    const kept = await KeptSince.select(client);
    const since = await kept.after('transactions', ...families);
    if (since === null) return null;
    const begin = later((await this.#firstBlock(kept)).start, since + 1n);
    const seed = this.#schema.isOurs ? await selectSeed(client) : null;
    return { client, begin, seed: seed !== null && seed + 1n < begin && since >= 0n ? null : seed };
  }

  async #add(differences: Differences): Promise<void> {
    await this.#options.findings.addAll(differences, (at) => selectNumberAt(this.#options.client, at));
  }

  async #noted(): Promise<void> {
    const { point, findings, onPoint } = this.#options;
    point.differences = findings.count;
    point.firstDiffering = findings.first;
    await onPoint?.();
  }
}

/** The last snapshot up to a time, unless transfers since then were removed. */
async function lastSnapshotSince(
  client: pg.ClientBase,
  { begin }: BalanceContext,
  upTo: bigint,
): Promise<bigint | null> {
  const last = await selectLastSnapshot(client, upTo);
  return last !== null && last + 1n >= begin ? last : null;
}

/** The number of the block that a consensus time belongs to; of a later time that of the last one. */
export async function selectNumberAt(client: pg.ClientBase, at: bigint): Promise<bigint> {
  const { rows } = await client.query<{ number: string }>(
    `select coalesce(
       (select index from record_file where consensus_end >= $1 order by consensus_end limit 1),
       (select index from record_file order by consensus_end desc limit 1))::text as number`,
    [at.toString()],
  );
  return BigInt(rows[0]?.number ?? 0);
}

/** The first blocks that have no more transactions together than a chunk may have; at least one. */
function limitTransactions(blocks: readonly StoredBlock[]): readonly StoredBlock[] {
  let transactions = 0n;
  const end = blocks.findIndex(({ count }) => {
    transactions += count;
    return transactions > CHUNK_TRANSACTIONS;
  });
  return end === -1 ? blocks : blocks.slice(0, Math.max(1, end));
}

/** The block that a consensus time belongs to: the first one that ends at it or later. */
function blockOf(blocks: readonly StoredBlock[], at: bigint): StoredBlock {
  return blocks.find(({ end }) => end >= at) ?? (blocks.at(-1) as StoredBlock);
}
