import { later, MAX_INT64, printTimestamp } from '@tain/ledger/timestamp';
import type pg from 'pg';
import { unrecognizedSentence } from '../../kernel/unrecognized.ts';
import { selectUnrecognized } from '../load/note-proofs.ts';
import type { RangeProgress } from '../range/read-range.ts';
import {
  type BalanceContext,
  selectBalanceContext,
  selectLastSnapshot,
  selectSnapshots,
} from './balance-context.ts';
import { compareCurrent, compareSnapshots } from './balances.ts';
import { type BlockRow, selectBlockBefore, selectFirstBlock, selectNumberAt } from './blocks.ts';
import { type CheckPoint, nextPhase } from './check-point.ts';
import { compareChunk } from './compare-chunk.ts';
import { Differences } from './difference.ts';
import type { Findings } from './findings.ts';
import { RetainedSince } from './retained-since.ts';
import { inSnapshot } from './snapshot.ts';
import { compareStorage } from './storage.ts';
import { type StoredSchema, selectSchema } from './stored-schema.ts';
import { compareSupply } from './supply.ts';
import type { IsStill } from './visible-reads.ts';
import { compareWholeOrphans, compareWholeTable, WHOLE_TABLES } from './whole-tables.ts';

export interface DatabaseCheckOptions {
  /** A separate connection, used for reads only. */
  readonly client: pg.ClientBase;
  /** Result of `beginReads` of the connection. */
  readonly isStill: IsStill;
  /** Progress of the check, updated by it. */
  readonly point: CheckPoint;
  readonly findings: Findings;
  /** Whether the range ends with the last block, so that the present state can be compared, too. */
  readonly isToEnd: boolean;
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: RangeProgress) => void) | undefined;
  /** Called whenever the point has changed. */
  readonly onPoint?: (() => Promise<void> | void) | undefined;
  /** Called with a sentence for each part that could not be compared, with the reason. */
  readonly onNote: (sentence: string) => void;
}

/**
 * Compares a database with itself, from the point on, and adds the differences to the findings. Each chunk of blocks is
 * read in one snapshot, so that an ingest may run meanwhile. Throws the signal's reason when that is aborted.
 */
export async function checkDatabase(options: DatabaseCheckOptions): Promise<void> {
  const check = new DatabaseCheck(options, await selectSchema(options.client));
  await check.run();
}

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

  /** Notes the parts that cannot be compared. */
  async #noteLimits(): Promise<void> {
    const { client, onNote } = this.#options;
    const retained = await RetainedSince.select(client);
    const parts = (['transactions', 'contracts', 'actions', 'topics', 'history'] as const).filter((family) =>
      retained.isPart(family),
    );
    if (parts.length > 0) {
      onNote(
        `Settings leave out part of the history (TAIN_KEEP_…): rows of these families were not compared: ${parts.join(', ')}.`,
      );
    }
    const newer = unrecognizedSentence(await selectUnrecognized(client));
    if (newer !== null) onNote(newer);
    const { number, start, isGenesis } = await selectFirstBlock(client, retained);
    if (isGenesis) return;
    const balances = retained.start?.hasBalances ? '' : ', balances and supply included,';
    onNote(
      `The database begins with block ${number}, at ${printTimestamp(start)}: earlier history${balances} is unknown.`,
    );
  }

  /** Compares blocks with their rows, chunk by chunk. */
  async #compareBlocks(): Promise<void> {
    const { client, signal, point, findings } = this.#options;
    const { range } = point;
    let before: BlockRow | null | undefined;
    for (let after = point.position ?? range.after; after < range.upTo; ) {
      signal.throwIfAborted();
      const { blocks, differences } = await inSnapshot(client, signal, () =>
        compareChunk({ client, schema: this.#schema, before, after, upTo: range.upTo }),
      );
      const last = blocks.at(-1);
      if (last === undefined) return;
      await findings.addAll(differences, (at) => blockOf(blocks, at).number);
      before = last;
      after = last.end;
      await this.#report(blocks, last);
    }
  }

  async #report(blocks: readonly BlockRow[], last: BlockRow): Promise<void> {
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

  /** Compares tables without an index on time: all of them, then each. The position is the number of finished steps. */
  async #compareTables(): Promise<void> {
    const { client, signal, point } = this.#options;
    for (let i = Number(point.position ?? 0n); i <= WHOLE_TABLES.length; i += 1) {
      signal.throwIfAborted();
      const table = WHOLE_TABLES[i - 1];
      const differences = await inSnapshot(client, signal, async () => {
        const retained = await RetainedSince.select(client);
        const options = { client, schema: this.#schema, retained, ...point.range };
        return table === undefined ? compareWholeOrphans(options) : compareWholeTable(table, options);
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
        const snapshots = await selectSnapshots(context, from, upTo);
        return snapshots && { ...snapshots, differences: await compareSnapshots(context, snapshots) };
      });
      if (compared === null) return;
      await this.#add(compared.differences);
      point.position = compared.last;
      await this.#noted();
    }
  }

  /** Compares the present state as of the last block: balances, storage, supply and the balance index. */
  async #comparePresent(): Promise<void> {
    const { client, signal, isStill, onNote } = this.#options;
    const differences = await inSnapshot(client, signal, async () => {
      const found = new Differences();
      const end = (await selectBlockBefore(client, this.#schema, MAX_INT64))?.end ?? 0n;
      const context = await this.#balances();
      if (context !== null) {
        const last = await selectLastSnapshot(context, end);
        found.addAll(await compareCurrent(context, last, end, this.#schema.isOurs));
      }
      const retained = await RetainedSince.select(client);
      // A database made by another program may have begun with storage that no change explains.
      if (this.#schema.isOurs) found.addAll(await compareStorage(client, this.#schema, retained, end));
      const { start, isGenesis } = await selectFirstBlock(client, retained);
      const whole = { begin: start, isWhole: isGenesis, at: end };
      found.addAll(await compareSupply(client, this.#schema, whole));
      return found;
    });
    if (await isStill()) await this.#add(differences);
    else onNote('Blocks arrived meanwhile: current balances, storage and supply were not compared.');
  }

  /** Returns the context from which all transfers (and snapshots) are stored; null when settings leave some out. */
  async #balances(...families: 'balances'[]): Promise<BalanceContext | null> {
    const { client } = this.#options;
    return selectBalanceContext(client, this.#schema, await RetainedSince.select(client), ...families);
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

/** Returns the block of a consensus time: the first one that ends at it or later. */
function blockOf(blocks: readonly BlockRow[], at: bigint): BlockRow {
  return blocks.find(({ end }) => end >= at) ?? (blocks.at(-1) as BlockRow);
}
