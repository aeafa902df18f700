import { retry } from '../../kernel/retry.ts';
import type { VisibleBlock, VisibleBlocks } from '../../reads/visible-blocks.ts';
import type { RpcContext } from '../method/context.ts';
import { RpcError } from '../method/rpc-error.ts';
import type { EventGroup, Subscriptions } from '../method/subscriptions.ts';
import { answerBlock } from '../methods/blocks.ts';
import { answerLogs } from '../reads/filtered-logs.ts';
import { selectBlock } from '../reads/stored-block.ts';

export interface HeadFeedOptions {
  readonly blocks: VisibleBlocks;
  readonly subscriptions: Subscriptions;
  /** Creates the context that reads the visible block. */
  readonly contextOf: (head: VisibleBlock) => RpcContext;
  /** Called when a block could not be read; the read is retried. */
  readonly onFailure: (error: unknown) => void;
}

/** Milliseconds between two attempts to read a block. */
const RETRY_MS = 200;
/** Maximum number of attempts. After them the connections of an event are closed, so that clients notice the gap. */
const MAX_ATTEMPTS = 50;

/**
 * Pushes each visible block once to the subscribers, one after the other without a gap, also where several became
 * visible together. A failed read of a block is retried.
 */
export class HeadFeed {
  readonly #options: HeadFeedOptions;
  readonly #forget: () => void;
  /** Number of the last block that was pushed, or had no subscriber; undefined before the first visible one. */
  #done: bigint | undefined;
  #isRunning = false;
  #isClosed = false;

  constructor(options: HeadFeedOptions) {
    this.#options = options;
    this.#done = options.blocks.last?.index;
    this.#forget = options.blocks.onBlock((block) => {
      this.#done ??= block.index - 1n;
      void this.#run();
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#forget();
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    const { blocks, subscriptions } = this.#options;
    while (!this.#isClosed && blocks.last !== undefined && blocks.last.index > (this.#done ?? -1n)) {
      if (subscriptions.size === 0) {
        this.#done = blocks.last.index;
        continue;
      }
      const number = (this.#done ?? -1n) + 1n;
      for (const group of [...subscriptions.groups('newHeads'), ...subscriptions.groups('logs')]) {
        await this.#push(group, number);
      }
      this.#done = number;
    }
    this.#isRunning = false;
  }

  /** Pushes the results of one block to a group. Never rejects. */
  async #push(group: EventGroup, number: bigint): Promise<void> {
    const attempt = async (): Promise<void> => {
      const head = this.#options.blocks.last;
      if (this.#isClosed || head === undefined) return;
      group.send(await resultsOf(this.#options.contextOf(head), group, number), number);
    };
    const isTransient = (error: unknown, failures: number): boolean => {
      this.#options.onFailure(error);
      // A response that is too large is not retried, because its size does not change.
      return !(error instanceof RpcError) && failures < MAX_ATTEMPTS;
    };
    await retry(attempt, { backOff: RETRY_MS, isTransient }).catch(() => {
      group.abandon('A block cannot be read');
    });
  }
}

/** Returns the results (JSON) of a block for an event; none where the block is not stored. */
async function resultsOf(
  context: RpcContext,
  { event }: EventGroup,
  number: bigint,
): Promise<readonly string[]> {
  if (event.kind === 'newHeads') {
    const block = await answerBlock(context, { number }, event.details);
    return block === null ? [] : [block.text];
  }
  if (event.kind !== 'logs') return [];
  const block = await selectBlock(context, { number });
  if (block === undefined) return [];
  const logs = await answerLogs(context, event, block);
  return (JSON.parse(logs.text) as unknown[]).map((log) => JSON.stringify(log));
}
