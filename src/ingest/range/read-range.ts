import type pg from 'pg';
import { Failure, messageOf } from '../../kernel/failure.ts';
import { BLOCK_STREAM_VERSION, type BlockPosition } from '../decode/decoded-block.ts';
import type { ResumePoint } from '../feed/feed.ts';
import { selectResumePoint } from '../load/resume.ts';
import { selectReferences } from '../load/select-references.ts';
import {
  type Batch,
  BatchBuilder,
  batchBytes,
  type ReportProblem,
  releaseRows,
  type Segment,
} from '../records/batch.ts';
import type { EncodedRows } from '../records/block-rows.ts';
import type { BulkUpdate, RecordOptions } from '../records/context.ts';
import type { ProvenBlock } from '../verify/proven-block.ts';

/** Dissociation of an account from a deleted token. Its rows depend on the state of that time. */
export type Dissociation = Extract<BulkUpdate, { kind: 'deleted-token-dissociate' }>;

/** Progress of a command through blocks. */
export interface RangeProgress {
  readonly blocks: number;
  readonly transactions: number;
  readonly lastNumber: bigint;
  readonly lastConsensusEnd: bigint;
}

/** The append-only rows of some consecutive blocks, made from the stream. */
export interface RangeRows {
  readonly blocks: readonly ProvenBlock[];
  /** Progress after these blocks. */
  readonly progress: RangeProgress;
  /**
   * Consensus end of the block before the first one (one nanosecond before its start when there is none), and of the
   * last.
   */
  readonly after: bigint;
  readonly upTo: bigint;
  /** Position before the first block; null when there is no block. */
  readonly previous: BlockPosition | null;
  readonly rows: EncodedRows;
  readonly dissociations: readonly Dissociation[];
  /** Changes of current-state rows by the blocks. */
  readonly segments: readonly Segment[];
  /** Entities that turned out to be contracts from the beginning, whatever the type in their versions. */
  readonly contracts: readonly bigint[];
}

/** The stream of the blocks that a database already has, for reading again. */
export interface StoredStream {
  readonly records: RecordOptions;
  /**
   * Opens the proven blocks after a point of the stream, from this time (nanoseconds) on when there is no block before.
   */
  readonly openFeed: (resume: ResumePoint, begin: bigint, signal: AbortSignal) => AsyncIterable<ProvenBlock>;
}

export interface StreamRange {
  /** Connection for lookups of entities and files, as they were before each block. */
  readonly client: pg.ClientBase;
  readonly stream: StoredStream;
  /** Consensus end of the block before the first one to read, and of the last, in nanoseconds. */
  readonly after: bigint;
  readonly upTo: bigint;
  /** Position before the first block, if the stream was read up to it; by default the stored one, which may be damaged. */
  readonly previous?: BlockPosition | null;
  readonly signal: AbortSignal;
}

/** Approximate maximum bytes of rows (encoded), and maximum number of blocks, in one result. */
export interface RangeLimits {
  readonly maxBytes: number;
  readonly maxBlocks: number;
}

const DEFAULT_LIMITS: RangeLimits = { maxBytes: 8 * 1024 * 1024, maxBlocks: 500 };

const SILENT: ReportProblem = () => undefined;

/**
 * Makes the append-only rows of stored blocks again, from the stream. Values from the state (names of entities, contents of
 * files with call data) are those from before each block. Rows are released at the next request. Throws the signal's reason
 * when that is aborted.
 */
export async function* readRange(
  range: StreamRange,
  limits: RangeLimits = DEFAULT_LIMITS,
): AsyncGenerator<RangeRows, void, void> {
  const { client, stream, after } = range;
  const stored = await selectResumePoint(client, after);
  const resume = { ...stored, lastBlock: stored.lastBlock && (range.previous ?? stored.lastBlock) };
  // Entities are looked up for each block, so that those created in later blocks are not known yet.
  const builder = new BatchBuilder(stream.records, SILENT);
  let run = new Run(builder, resume.lastBlock ?? (await selectRemovedRecordFile(client, after)));
  for await (const proven of readBlocks(range, resume)) {
    if (run.isFull(limits)) {
      yield* run.end();
      run = new Run(builder, run.last, run.progress);
    }
    await run.add(proven, client);
  }
  yield* run.end();
}

/**
 * Returns the record file before the first stored block, if retention has removed its row and the block names its
 * hashes, as the first block after the cutover does; null otherwise. Its record hash is in that row only: the block's
 * footer names its root hash.
 */
async function selectRemovedRecordFile(client: pg.ClientBase, after: bigint): Promise<BlockPosition | null> {
  const { rows } = await client.query<{ number: string; hash: string; root: string }>(
    `select (index - 1)::text as number, prev_hash as hash,
            encode(previous_wrapped_record_block_hash, 'hex') as root
     from (select * from record_file order by consensus_end limit 1) first
     where version >= $1 and previous_wrapped_record_block_hash is not null`,
    [BLOCK_STREAM_VERSION],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { number, hash: recordHash, root: rootHash } = row;
  return { number: BigInt(number), consensusEnd: after, version: 6, hapiVersion: null, recordHash, rootHash };
}

/** Yields the blocks of a range from the stream. Throws the signal's reason when that is aborted. */
export async function* readBlocks(
  { stream, after, upTo, signal }: Omit<StreamRange, 'client'>,
  resume: ResumePoint,
): AsyncGenerator<ProvenBlock, void, void> {
  for await (const proven of stream.openFeed(resume, after + 1n, signal)) {
    signal.throwIfAborted();
    if (proven.block.consensusStart > upTo) return;
    yield proven;
    if (proven.block.consensusEnd >= upTo) return;
  }
  // An aborted source ends as if it had no more blocks.
  signal.throwIfAborted();
}

class Run {
  readonly #builder: BatchBuilder;
  readonly #batch: Batch;
  readonly #previous: BlockPosition | null;
  readonly #blocks: ProvenBlock[] = [];
  progress: RangeProgress | null;

  /** `progress`: that of the earlier runs. */
  constructor(builder: BatchBuilder, previous: BlockPosition | null, progress: RangeProgress | null = null) {
    this.#builder = builder;
    this.#previous = previous;
    this.progress = progress;
    this.#batch = builder.begin(previous);
  }

  get last(): BlockPosition | null {
    return this.#batch.last;
  }

  isFull({ maxBytes, maxBlocks }: RangeLimits): boolean {
    const { due, blocks } = this.#batch;
    return due !== null || blocks >= maxBlocks || batchBytes(this.#batch) >= maxBytes;
  }

  async add(proven: ProvenBlock, client: pg.ClientBase): Promise<void> {
    const references = this.#builder.unresolved(proven.block);
    const before = this.last?.consensusEnd ?? proven.block.consensusStart - 1n;
    this.#builder.hydrate(references, await selectReferences(client, references, before));
    try {
      await this.#builder.add(this.#batch, proven, { start: 0, end: () => 0 });
    } catch (cause) {
      const reason = messageOf(cause);
      throw new Failure('unexpected', `Block ${proven.number} cannot be turned into rows: ${reason}`, {
        cause,
      });
    }
    this.#blocks.push(proven);
    const { number, position, block } = proven;
    this.progress = {
      blocks: (this.progress?.blocks ?? 0) + 1,
      transactions: (this.progress?.transactions ?? 0) + block.items.length,
      lastNumber: number,
      lastConsensusEnd: position.consensusEnd,
    };
  }

  *end(): Generator<RangeRows, void, void> {
    const [first] = this.#blocks;
    const { progress } = this;
    const { last, appended, segments, contracts } = this.#batch;
    if (first === undefined || last === null || progress === null) return;
    const dissociations: Dissociation[] = [];
    for (const { change } of segments) {
      if (change?.kind === 'deleted-token-dissociate') dissociations.push(change);
    }
    yield {
      blocks: this.#blocks,
      progress,
      after: this.#previous?.consensusEnd ?? first.block.consensusStart - 1n,
      upTo: last.consensusEnd,
      previous: this.#previous,
      rows: appended,
      dissociations,
      segments,
      contracts: contracts.map(({ id }) => id),
    };
    releaseRows(appended);
  }
}
