import type { Database } from '../db/connections/database.ts';
import type { OutageLog } from '../db/connections/outage-log.ts';
import { LastBlock } from './last-block.ts';
import {
  BlockBroadcast,
  type BlockListener,
  nextOf,
  type VisibleBlock,
  type VisibleBlocks,
} from './visible-blocks.ts';

/** Milliseconds for which it goes on when nobody listens any more: often somebody soon does again. */
const LINGER_MS = 30_000;

/**
 * The blocks that are visible in one database: announced by its ingest, and looked up where nothing announces them, as
 * in a replica. It has no connection and looks at nothing while nobody listens.
 */
export class AnnouncedBlocks implements VisibleBlocks {
  readonly #database: Database;
  readonly #outages: OutageLog;
  readonly #linger: number;
  readonly #broadcast = new BlockBroadcast();
  #watch: LastBlock | undefined;
  #resting: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `linger`: milliseconds for which it goes on when nobody listens any more. */
  constructor(database: Database, outages: OutageLog, linger = LINGER_MS) {
    this.#database = database;
    this.#outages = outages;
    this.#linger = linger;
  }

  get last(): VisibleBlock | undefined {
    return this.#broadcast.last;
  }

  /** Whether it has a connection, or tries to have one. */
  get isWatching(): boolean {
    return this.#watch !== undefined;
  }

  next(after: bigint, signal: AbortSignal): Promise<VisibleBlock> {
    return nextOf(this, after, signal);
  }

  onBlock(listener: BlockListener): () => void {
    const forget = this.#broadcast.onBlock(listener);
    this.#begin();
    return () => {
      forget();
      if (!this.#broadcast.isHeard) this.#rest();
    };
  }

  /** Ends for good: who listens is told of no further block. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
  }

  #begin(): void {
    clearTimeout(this.#resting);
    if (this.#watch !== undefined || this.#isClosed) return;
    const show = ({ number, consensusEnd }: { number: bigint; consensusEnd: bigint }) =>
      this.#broadcast.show({ index: number, end: consensusEnd });
    this.#watch = new LastBlock(this.#database, (mark) => mark && show(mark), this.#outages);
    void this.#watch.start();
  }

  #rest(): void {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => void this.#end(), this.#linger).unref();
  }

  async #end(): Promise<void> {
    clearTimeout(this.#resting);
    const watch = this.#watch;
    this.#watch = undefined;
    await watch?.close();
  }
}
