import type pg from 'pg';
import { Failure, messageOf } from '../../kernel/failure.ts';
import type { BlockPosition } from '../decode/decoded-block.ts';
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

/** An account that left a deleted token: its rows depend on the state of that time. */
export type Dissociation = Extract<BulkUpdate, { kind: 'deleted-token-dissociate' }>;

/** The append-only rows of some consecutive blocks, made from the stream. */
export interface RangeRows {
  readonly blocks: readonly ProvenBlock[];
  /**
   * Consensus end of the block before the first one (one nanosecond before its start when there is none), and of the
   * last.
   */
  readonly after: bigint;
  readonly upTo: bigint;
  readonly rows: EncodedRows;
  readonly dissociations: readonly Dissociation[];
  /** Changes of current-state rows by the blocks. */
  readonly segments: readonly Segment[];
  /** Entities that turned out to be contracts from the beginning, whatever the type in their versions. */
  readonly contracts: readonly bigint[];
}

export interface RangeOptions {
  /** Looks entities and files up, as they were before each block. */
  readonly client: pg.ClientBase;
  readonly records: RecordOptions;
  /** Blocks in order, from the one after `previous`. */
  readonly blocks: AsyncIterable<ProvenBlock>;
  readonly previous: BlockPosition | null;
  /** Consensus end of the last wanted block. */
  readonly upTo: bigint;
  /** Approximate maximum bytes of rows, and maximum number of blocks, in one result. */
  readonly maxBytes: number;
  readonly maxBlocks: number;
}

const SILENT: ReportProblem = () => undefined;

/**
 * Makes the append-only rows of stored blocks again. Values from the state (names of entities, contents of files with
 * call data) are those from before each block. Rows are released at the next request.
 */
export async function* readRange(options: RangeOptions): AsyncGenerator<RangeRows, void, void> {
  const { previous, upTo, blocks } = options;
  // Entities are looked up for each block, so that those created in later blocks are not known yet.
  const builder = new BatchBuilder(options.records, SILENT);
  let run = new Run(builder, previous);
  for await (const proven of blocks) {
    if (proven.block.consensusStart > upTo) break;
    if (run.isFull(options)) {
      yield* run.end();
      run = new Run(builder, run.last);
    }
    await run.add(proven, options.client);
    if (proven.block.consensusEnd >= upTo) break;
  }
  yield* run.end();
}

class Run {
  readonly #builder: BatchBuilder;
  readonly #batch: Batch;
  readonly #previous: BlockPosition | null;
  readonly #blocks: ProvenBlock[] = [];

  constructor(builder: BatchBuilder, previous: BlockPosition | null) {
    this.#builder = builder;
    this.#previous = previous;
    this.#batch = builder.begin(previous);
  }

  get last(): BlockPosition | null {
    return this.#batch.last;
  }

  isFull({ maxBytes, maxBlocks }: RangeOptions): boolean {
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
  }

  *end(): Generator<RangeRows, void, void> {
    const [first] = this.#blocks;
    const { last, appended, segments, contracts } = this.#batch;
    if (first === undefined || last === null) return;
    const dissociations: Dissociation[] = [];
    for (const { change } of segments) {
      if (change?.kind === 'deleted-token-dissociate') dissociations.push(change);
    }
    yield {
      blocks: this.#blocks,
      after: this.#previous?.consensusEnd ?? first.block.consensusStart - 1n,
      upTo: last.consensusEnd,
      rows: appended,
      dissociations,
      segments,
      contracts: contracts.map(({ id }) => id),
    };
    releaseRows(appended);
  }
}
