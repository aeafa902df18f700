import type { ResumePoint } from '../../../src/ingest/feed/feed.ts';
import { Ingest } from '../../../src/ingest/ingest.ts';
import { Loader } from '../../../src/ingest/load/loader.ts';
import { type BatchLimits, DEFAULT_BATCH_LIMITS } from '../../../src/ingest/options.ts';
import { DEFAULT_RECORD_OPTIONS } from '../../../src/ingest/records/context.ts';
import type { ProvenBlock } from '../../../src/ingest/verify/proven-block.ts';
import type { Database } from '../../../src/store/connections/database.ts';
import { amount, blockOf, makeItem, START } from '../records/synthetic.ts';

/** Returns a block with a transfer. Blocks are two seconds apart. */
export function madeBlock(number: number): ProvenBlock {
  const item = makeItem({
    at: number * 2_000_000_000,
    body: { cryptoTransfer: { transfers: { accountAmounts: [] } } },
    record: { transferList: { accountAmounts: [amount(2, -5), amount(98, 5)] } },
  });
  return blockOf([item], BigInt(number)) as unknown as ProvenBlock;
}

/** A feed that returns blocks when the test adds them, and again when it is reopened. */
export class MadeFeed {
  readonly opened: ResumePoint[] = [];
  private readonly blocks: ProvenBlock[] = [];
  private ended: { readonly error: Error | null } | null = null;
  private changed: () => void = () => undefined;

  give(...blocks: ProvenBlock[]): void {
    this.blocks.push(...blocks);
    this.changed();
  }

  end(error: Error | null = null): void {
    this.ended = { error };
    this.changed();
  }

  open(resume: ResumePoint): AsyncIterable<ProvenBlock> {
    this.opened.push(resume);
    return this.blocksFrom(Number((resume.lastBlock?.number ?? -1n) + 1n));
  }

  private async *blocksFrom(first: number): AsyncGenerator<ProvenBlock> {
    for (let next = first; ; ) {
      const block = this.blocks[next];
      if (block) {
        next += 1;
        yield block;
      } else if (this.ended) {
        if (this.ended.error) throw this.ended.error;
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.changed = resolve;
        });
      }
    }
  }
}

export interface MadeIngest {
  readonly ingest: Ingest;
  readonly feed: MadeFeed;
  /** Logged messages, in order. */
  readonly logged: string[];
  /** Aborts the ingest's signal. */
  abort(): void;
  /** Sets the number of seconds by which the clock is ahead of the first block. */
  setClock(seconds: number): void;
  /** Gives the stream's network a clock of its own, set like `setClock`. */
  setStreamClock(seconds: number): void;
  /** Resolves when `blocks` blocks are stored. */
  stored(blocks: number): Promise<void>;
  close(): Promise<void>;
}

/** Creates an ingest of a made feed, to be run as a whole or block by block. */
export async function makeIngest(database: Database, limits: Partial<BatchLimits> = {}): Promise<MadeIngest> {
  const controller = new AbortController();
  const { signal } = controller;
  const feed = new MadeFeed();
  const logged: string[] = [];
  const record = (_: object, message: string): void => {
    logged.push(message);
  };
  const log = { info: record, warn: record };
  let now = Number(START / 1_000_000n);
  let streamNow: number | null = null;
  let progressed: () => void = () => undefined;
  const loader = await Loader.open(database.target, log, signal);
  const ingest = new Ingest(
    {
      database,
      openFeed: (resume) => feed.open(resume),
      records: DEFAULT_RECORD_OPTIONS,
      log,
      clock: () => now,
      streamClock: () => streamNow ?? now,
      signal,
      // No batch is stored because of elapsed time.
      limits: { ...DEFAULT_BATCH_LIMITS, minItems: 1_000_000, maxWaitMs: 3_600_000, ...limits },
      onProgress: () => progressed(),
    },
    loader,
  );
  return {
    ingest,
    feed,
    logged,
    abort: () => controller.abort(),
    setClock(seconds) {
      now = Number(START / 1_000_000n) + seconds * 1_000;
    },
    setStreamClock(seconds) {
      streamNow = Number(START / 1_000_000n) + seconds * 1_000;
    },
    async stored(blocks) {
      while (ingest.stored.blocks < blocks) {
        await new Promise<void>((resolve) => {
          progressed = resolve;
        });
      }
    },
    async close() {
      controller.abort();
      await loader.close();
    },
  };
}

/** Returns the numbers of the stored blocks, each as often as it is stored. */
export async function storedNumbers(database: Database): Promise<number[]> {
  const { rows } = await database.pool.query<{ number: number }>(
    'select index::int as number from record_file order by consensus_end',
  );
  return rows.map(({ number }) => number);
}
