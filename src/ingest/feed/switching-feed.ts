import { setTimeout as sleep } from 'node:timers/promises';
import { waitAfter } from '../../kernel/back-off.ts';
import { BLOCK_STREAM_VERSION, type BlockPosition } from '../decode/decoded-block.ts';
import { type HapiVersion, isAtLeast } from '../decode/item.ts';
import { type OwnSignal, ownSignal } from '../store/limit-time.ts';
import type { VerifyLog } from '../verify/problems.ts';
import type { ProvenBlock } from '../verify/proven-block.ts';
import type { Feed } from './feed.ts';

export interface SwitchingFeedOptions {
  readonly record: Feed;
  readonly block: Feed;
  /** Wait for more instead of ending. */
  readonly follow: boolean;
  /**
   * The switch is due at no block before this HAPI version: until then blocks are a preview beside the record
   * stream. Null: at any.
   */
  readonly since: HapiVersion | null;
  readonly log: VerifyLog;
  /** Milliseconds without a new block before the other feed is tried, and more while neither gives any. Default 16,000. */
  readonly patience?: number;
}

/** As long as the public mirror waits, about eight record files. */
const DEFAULT_PATIENCE_MS = 16_000;
/** Each switch without a block doubles the patience, so that a feed that begins slowly has its turn; but not beyond. */
const MOST_PATIENCE = 4;

/** The first HAPI version at which mainnet and testnet may change from record files to blocks. */
export const CUTOVER_SINCE: HapiVersion = { major: 0, minor: 76, patch: 0 };

/**
 * Record files to their end, then blocks. Following, nobody says that the last record file was the last: when
 * neither feed gives anything for a while, the other one is tried, until a block of the block stream came. From then
 * on there are only blocks, also after a restart: what is stored alone decides where to go on. Either feed checks
 * that its first block continues what the other one gave last.
 */
export function switchingFeed(options: SwitchingFeedOptions): Feed {
  return { blocks: (after, signal) => switchFeeds(options, after, signal) };
}

async function* switchFeeds(
  options: SwitchingFeedOptions,
  after: BlockPosition | null,
  signal: AbortSignal,
): AsyncGenerator<ProvenBlock, void, void> {
  let position = after;
  const shortest = options.patience ?? DEFAULT_PATIENCE_MS;
  const most = MOST_PATIENCE * shortest;
  let switches = 0;
  for (let feed = hasSwitched(after) ? options.block : options.record; ; ) {
    const run = new FeedRun(feed, position, signal);
    try {
      for (;;) {
        const mayLeave = !hasSwitched(position) && isDue(position, options.since);
        const patience = waitAfter(switches + 1, { first: shortest, most });
        const proven = await run.next(mayLeave && options.follow ? patience : null);
        if (proven === null) break;
        switches = 0;
        if (position !== null && !hasSwitched(position) && hasSwitched(proven.position)) {
          options.log.info(
            { block: proven.number.toString() },
            'The block stream goes on where record files end',
          );
        }
        position = proven.position;
        yield proven;
      }
    } finally {
      await run.end();
    }
    if (signal.aborted) return;
    switches += 1;
    if (options.follow) feed = feed === options.block ? options.record : options.block;
    else if (feed === options.record && isDue(position, options.since)) feed = options.block;
    else return;
  }
}

/** Whether a block of the block stream came: there are no record files after it. */
export function hasSwitched(position: BlockPosition | null): boolean {
  return position !== null && position.version >= BLOCK_STREAM_VERSION;
}

/** Whether blocks go on after a position. Before `since` they are a preview beside the record stream. */
export function isDue(position: BlockPosition | null, since: HapiVersion | null): boolean {
  return position === null || since === null || isAtLeast(position.hapiVersion, since);
}

/** One feed, from a position until it ends or is left. */
class FeedRun {
  readonly #own: OwnSignal;
  readonly #blocks: AsyncIterator<ProvenBlock>;

  constructor(feed: Feed, after: BlockPosition | null, signal: AbortSignal) {
    this.#own = ownSignal(signal);
    this.#blocks = feed.blocks(after, this.#own.signal)[Symbol.asyncIterator]();
  }

  /**
   * The next block; null when there is none for so many milliseconds (null: wait as long as it takes), and at the
   * end. After null the feed has ended.
   */
  async next(patience: number | null): Promise<ProvenBlock | null> {
    const next = this.#blocks.next();
    if (patience !== null) {
      const waited = new AbortController();
      const late = sleep(patience, 'late' as const, { signal: waited.signal }).catch(() => 'late' as const);
      const first = await Promise.race([next.then(() => 'came' as const), late]).finally(() =>
        waited.abort(),
      );
      // A block that comes while the feed is being ended is taken: the feed has counted it as given.
      if (first === 'late') this.#own.end();
    }
    const { done, value } = await next;
    return done ? null : value;
  }

  async end(): Promise<void> {
    this.#own.end();
    await this.#blocks.return?.();
  }
}
