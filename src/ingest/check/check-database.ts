import type { Queryable } from '../../db/writer.ts';
import {
  type BalanceContext,
  compareCurrent,
  compareSnapshots,
  selectLastSnapshot,
  selectSeed,
  selectSnapshots,
} from './balances.ts';
import { compareCounts } from './block-counts.ts';
import { compareChain, type StoredBlock, selectBlockBefore, selectBlocks } from './blocks.ts';
import type { Chunk } from './chunk.ts';
import { type Difference, earliest } from './difference.ts';
import type { BlockRange } from './range.ts';
import { compareRows } from './rows.ts';
import { type StoredSchema, selectSchema } from './stored-schema.ts';
import { compareSupply } from './supply.ts';
import { compareTopics } from './topics.ts';
import { compareTransfers } from './transfers.ts';
import { compareWholeTables } from './whole-tables.ts';

/** The first block that differs, and how. */
export interface Finding {
  readonly block: bigint;
  readonly difference: Difference;
}

export interface CheckProgress {
  readonly blocks: number;
  readonly transactions: number;
  readonly lastNumber: bigint;
  readonly lastConsensusEnd: bigint;
}

export interface CheckSummary {
  /** Numbers of the first and the last block that were compared; null when there was none. */
  readonly first: bigint | null;
  readonly last: bigint | null;
  readonly blocks: number;
  readonly transactions: number;
  readonly finding: Finding | null;
  /** What could not be compared, and why: a sentence each. */
  readonly notes: readonly string[];
}

export interface CheckOptions {
  /** One connection that nobody else uses. It is only read with. */
  readonly client: Queryable;
  readonly range: BlockRange;
  /** Whether the range ends with the last block, so that what is now can be compared, too. */
  readonly isToEnd: boolean;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: CheckProgress) => void;
}

/** Most blocks and (about) transactions that are compared in one snapshot. */
const CHUNK_BLOCKS = 1000;
const CHUNK_TRANSACTIONS = 50_000n;
/** Snapshots of all balances compared by one statement: about a month of them. */
const CHUNK_SNAPSHOTS = 3000;

/** Attempts at a snapshot. */
const ATTEMPTS = 5;
/** SQLSTATE of a statement that a standby cancels (serialization_failure). */
const CANCELLED = '40001';

const BEGIN = 'begin transaction isolation level repeatable read read only';

/**
 * Compares a database with itself, block after block, and names the first block that differs. Each chunk of blocks is
 * read in one snapshot, so that an ingest may go on meanwhile. Throws the signal's reason when that is aborted.
 */
export async function checkDatabase(options: CheckOptions): Promise<CheckSummary> {
  const check = await DatabaseCheck.begin(options);
  return check.run();
}

class DatabaseCheck {
  readonly #options: CheckOptions;
  readonly #schema: StoredSchema;
  /** Consensus start of the first block whose rows are all in the database, and its number. */
  readonly #begin: bigint;
  readonly #firstNumber: bigint;
  readonly #seed: bigint | null;
  /** From when on the rows of blocks are all kept; null where settings leave some out. */
  readonly #wholeFrom: bigint | null;
  readonly #notes: string[] = [];
  #first: bigint | null = null;
  #last: bigint | null = null;
  #blocks = 0;
  #transactions = 0;

  private constructor(
    options: CheckOptions,
    known: {
      schema: StoredSchema;
      begin: bigint;
      firstNumber: bigint;
      seed: bigint | null;
      wholeFrom: bigint | null;
    },
  ) {
    this.#options = options;
    this.#schema = known.schema;
    this.#begin = known.begin;
    this.#firstNumber = known.firstNumber;
    this.#seed = known.seed;
    this.#wholeFrom = known.wholeFrom;
  }

  static async begin(options: CheckOptions): Promise<DatabaseCheck> {
    const { client } = options;
    const schema = await selectSchema(client);
    const wholeFrom = await selectWholeFrom(client);
    const { rows } = await client.query<{ start: string; number: string }>(
      `select consensus_start::text as start, index::text as number
       from record_file
       where consensus_end >= $1
       order by consensus_end limit 1`,
      [(wholeFrom ?? 0n).toString()],
    );
    const begin = BigInt(rows[0]?.start ?? 0);
    const firstNumber = BigInt(rows[0]?.number ?? 0);
    const seed = schema.isOurs ? await selectSeed(client) : null;
    return new DatabaseCheck(options, { schema, begin, firstNumber, seed, wholeFrom });
  }

  async run(): Promise<CheckSummary> {
    const { isToEnd } = this.#options;
    if (this.#wholeFrom === null) return this.#compareChainAlone();
    const range = this.#keptPart(this.#wholeFrom);
    if (this.#firstNumber > 0n) {
      this.#notes.push(
        `The database begins with block ${this.#firstNumber}: of what was before, balances and supply included, it knows nothing.`,
      );
    }
    let finding = await this.#compareBlocks(range);
    // Only what comes before it may still be the first.
    const rest = { ...range, upTo: finding === null ? range.upTo : await this.#endBefore(finding) };
    if (rest.upTo > rest.after) {
      const tables = await this.#inSnapshot((client) =>
        compareWholeTables(client, this.#schema, rest.after, rest.upTo),
      );
      const snapshots = await this.#compareSnapshots(rest);
      finding = (await this.#findingOf(earliest(tables, snapshots))) ?? finding;
    }
    if (finding === null && isToEnd) finding = await this.#findingOf(await this.#compareCurrent());
    return {
      first: this.#first,
      last: this.#last,
      blocks: this.#blocks,
      transactions: this.#transactions,
      finding,
      notes: this.#notes,
    };
  }

  /** The part of the range whose rows are kept: retention removes them family by family, blocks last. */
  #keptPart(wholeFrom: bigint): BlockRange {
    const { range } = this.#options;
    return { ...range, after: wholeFrom - 1n > range.after ? wholeFrom - 1n : range.after };
  }

  /** Where rows are left out, nothing but the blocks themselves can be compared. */
  async #compareChainAlone(): Promise<CheckSummary> {
    this.#notes.push(
      'Settings leave out part of the history (TAIN_KEEP_…): only the chain of the blocks was compared.',
    );
    const finding = await this.#compareBlocks(this.#options.range);
    return {
      first: this.#first,
      last: this.#last,
      blocks: this.#blocks,
      transactions: this.#transactions,
      finding,
      notes: this.#notes,
    };
  }

  /** What blocks and their rows say, chunk by chunk, until one differs. */
  async #compareBlocks(range: BlockRange): Promise<Finding | null> {
    let previous = await this.#inSnapshot((client) =>
      selectBlockBefore(client, this.#schema, range.after + 1n),
    );
    for (let { after } = range; after < range.upTo; ) {
      this.#options.signal.throwIfAborted();
      const compared = await this.#inSnapshot((client) =>
        this.#compareChunk(client, previous, after, range.upTo),
      );
      const last = compared.blocks.at(-1);
      if (last === undefined) break;
      this.#first ??= compared.blocks[0]?.number ?? null;
      if (compared.finding) return compared.finding;
      previous = last;
      after = last.end;
      this.#report(compared.blocks, last);
    }
    return null;
  }

  async #compareChunk(
    client: Queryable,
    previous: StoredBlock | null,
    after: bigint,
    upTo: bigint,
  ): Promise<{ readonly blocks: readonly StoredBlock[]; readonly finding: Finding | null }> {
    const read = await selectBlocks(client, this.#schema, after, upTo, CHUNK_BLOCKS);
    const blocks = limitTransactions(read);
    const last = blocks.at(-1);
    if (last === undefined) return { blocks, finding: null };
    const chunk: Chunk = { client, schema: this.#schema, blocks, after, upTo: last.end, begin: this.#begin };
    let first = compareChain(previous, blocks);
    const comparisons =
      this.#wholeFrom === null ? [] : [compareCounts, compareTransfers, compareRows, compareTopics];
    for (const compare of comparisons) {
      const difference = await compare(chunk);
      // Of several in one block the one counts that was looked for first.
      first = earliest(first, difference && { ...difference, at: blockOf(blocks, difference.at).end });
    }
    return { blocks, finding: first && { block: blockOf(blocks, first.at).number, difference: first } };
  }

  #report(blocks: readonly StoredBlock[], last: StoredBlock): void {
    this.#blocks += blocks.length;
    for (const { count } of blocks) this.#transactions += Number(count);
    this.#last = last.number;
    this.#options.onProgress?.({
      blocks: this.#blocks,
      transactions: this.#transactions,
      lastNumber: last.number,
      lastConsensusEnd: last.end,
    });
  }

  async #compareSnapshots({ after, upTo }: BlockRange): Promise<Difference | null> {
    let previous = await this.#lastSnapshot(this.#options.client, after);
    // Without one before, all that was moved since the beginning must be compared.
    for (let from = previous ?? after; ; ) {
      this.#options.signal.throwIfAborted();
      const snapshots = await selectSnapshots(this.#options.client, from, upTo, CHUNK_SNAPSHOTS);
      const last = snapshots.at(-1);
      if (last === undefined) return null;
      const difference = await this.#inSnapshot((client) =>
        compareSnapshots(this.#balances(client), previous, snapshots),
      );
      if (difference) return difference;
      previous = last;
      from = last;
    }
  }

  /** What is now: balances, supply and the balance index, as of the last block. */
  #compareCurrent(): Promise<Difference | null> {
    return this.#inSnapshot(async (client) => {
      const end = (await selectBlockBefore(client, this.#schema, MAX_TIME))?.end ?? 0n;
      const context = this.#balances(client);
      const balances = await compareCurrent(context, await this.#lastSnapshot(client, end), end);
      return balances ?? compareSupply(context, this.#schema, this.#firstNumber === 0n, end);
    });
  }

  /** The last snapshot up to a time, unless transfers since then were removed. */
  async #lastSnapshot(client: Queryable, upTo: bigint): Promise<bigint | null> {
    const last = await selectLastSnapshot(client, upTo);
    return last !== null && last + 1n >= (this.#wholeFrom ?? 0n) ? last : null;
  }

  #balances(client: Queryable): BalanceContext {
    return { client, begin: this.#begin, seed: this.#seed };
  }

  async #findingOf(difference: Difference | null): Promise<Finding | null> {
    if (difference === null) return null;
    const { rows } = await this.#options.client.query<{ number: string }>(
      `select coalesce(
         (select index from record_file where consensus_end >= $1 order by consensus_end limit 1),
         (select index from record_file order by consensus_end desc limit 1))::text as number`,
      [difference.at.toString()],
    );
    return { block: BigInt(rows[0]?.number ?? 0), difference };
  }

  async #endBefore({ difference }: Finding): Promise<bigint> {
    const block = await selectBlockBefore(this.#options.client, this.#schema, difference.at);
    return block?.end ?? this.#options.range.after;
  }

  /** A standby may cancel what it reads for the primary's sake: that is tried again. */
  async #inSnapshot<T>(work: (client: Queryable) => Promise<T>): Promise<T> {
    const { client } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      await client.query(BEGIN);
      try {
        const result = await work(client);
        await client.query('commit');
        return result;
      } catch (error) {
        if (this.#options.signal.aborted) throw error;
        await client.query('rollback');
        if (!isCancelled(error) || attempt >= ATTEMPTS) throw error;
      }
    }
  }
}

/** Later than any block. */
const MAX_TIME = (1n << 63n) - 1n;

function isCancelled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === CANCELLED;
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

/**
 * From when on all rows of blocks are kept: 0 where nothing was removed or left out, null where settings leave some out.
 */
async function selectWholeFrom(client: Queryable): Promise<bigint | null> {
  const { rows: known } = await client.query<{ known: boolean }>(
    "select to_regclass('tain.kept') is not null as known",
  );
  if (!known[0]?.known) return 0n;
  const { rows } = await client.query<{ since: string | null; whole: boolean }>(
    `select max(greatest(kept_from, whole_from))::text as since, bool_and(whole_from is not null) as whole
     from tain.kept
     where family in ('blocks', 'transactions', 'contracts', 'actions', 'topics')`,
  );
  const { since = null, whole = true } = rows[0] ?? {};
  return whole ? BigInt(since ?? 0) : null;
}
