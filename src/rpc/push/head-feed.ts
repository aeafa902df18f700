import { LimitReached } from '../../kernel/limits/limit.ts';
import { retry } from '../../kernel/retry.ts';
import type { VisibleBlock, VisibleBlocks } from '../../store/reads/visible-blocks.ts';
import type { RpcContext } from '../method/context.ts';
import { RpcError } from '../method/rpc-error.ts';
import type { EventGroup, PushedResult, Subscriptions } from '../method/subscriptions.ts';
import { answerBlock } from '../methods/blocks.ts';
import { readLogs, type WrittenLog } from '../reads/filtered-logs.ts';
import { selectRpcBlock } from '../reads/stored-block.ts';

/** Context of a read for subscribers. `release` ends it. */
export interface PushRead {
  readonly context: RpcContext;
  readonly release: () => void;
}

export interface HeadFeedOptions {
  readonly blocks: VisibleBlocks;
  readonly subscriptions: Subscriptions;
  /** Begins a read of the visible block for a client; undefined: for all of them. */
  readonly begin: (head: VisibleBlock, client: string | undefined) => PushRead;
  /** Called when a block could not be read, for a reason that no client caused; the read is retried. */
  readonly onFailure: (error: unknown) => void;
}

/** Milliseconds between two attempts to read a block. */
const RETRY_MS = 200;
/** Maximum number of attempts. After them the connections of an event are closed, so that clients notice the gap. */
const MAX_ATTEMPTS = 50;

/**
 * Pushes each visible block once to the subscribers, without a gap, also where several became visible together. Heads are
 * read for all clients. Logs are read for the client that subscribed to them, one filter after another, so that the filters
 * of a client delay neither heads nor the logs of other clients. A failed read is retried.
 */
export class HeadFeed {
  readonly #options: HeadFeedOptions;
  readonly #forget: () => void;
  /** Number of the last block that was pushed as a head, or had no subscriber; undefined before the first visible one. */
  #done: bigint | undefined;
  /** Number of times that the database went back to an earlier block. */
  #returns = 0;
  #isRunning = false;
  #isClosed = false;
  /** Clients whose logs are being read. */
  readonly #following = new Set<string>();

  constructor(options: HeadFeedOptions) {
    this.#options = options;
    const { blocks, subscriptions } = options;
    this.#done = blocks.last?.index;
    const forgetBlocks = blocks.onBlock((block) => {
      this.#done ??= block.index - 1n;
      void this.#pushHeads();
      for (const client of subscriptions.clientsOfLogs) void this.#follow(client);
    });
    const forgetReturns = blocks.onReturn((block) => {
      this.#returns += 1;
      this.#done = block.index;
      subscriptions.returnTo(block);
    });
    this.#forget = () => {
      forgetBlocks();
      forgetReturns();
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#forget();
  }

  async #pushHeads(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    const { blocks, subscriptions } = this.#options;
    while (!this.#isClosed && blocks.last !== undefined && blocks.last.index > (this.#done ?? -1n)) {
      const returns = this.#returns;
      const groups = subscriptions.groups('newHeads');
      const number = groups.length === 0 ? blocks.last.index : (this.#done ?? -1n) + 1n;
      for (const group of groups) {
        await this.#push(group, undefined, async (context) => {
          group.send(await headOf(context, group, number));
        });
      }
      if (returns === this.#returns) this.#done = number;
    }
    this.#isRunning = false;
  }

  /** Pushes the logs to which a client subscribed, up to the last block. */
  async #follow(client: string): Promise<void> {
    if (this.#following.has(client)) return;
    this.#following.add(client);
    const { blocks, subscriptions } = this.#options;
    const isBehind = ({ isReading, seen }: EventGroup): boolean =>
      !isReading && blocks.last !== undefined && seen.index < blocks.last.index;
    for (;;) {
      const groups = this.#isClosed ? [] : subscriptions.logsOf(client).filter(isBehind);
      if (groups.length === 0) break;
      // Another client with the same subscription may have read a group meanwhile.
      for (const group of groups) if (isBehind(group)) await this.#pushLogs(group, client);
    }
    this.#following.delete(client);
  }

  /** Pushes the logs of all blocks that a group has not seen; block by block if they are too many. */
  async #pushLogs(group: EventGroup, client: string): Promise<void> {
    group.isReading = true;
    const returns = this.#returns;
    let readsOneBlock = false;
    const isPushed = await this.#push(group, client, async (context, last) => {
      const { index, end } = group.seen;
      const next = index + 1n;
      const isOne = readsOneBlock && next < last.index;
      // Narrow after a failure, which may be caused by the size.
      readsOneBlock = true;
      const upTo = isOne
        ? { index: next, end: (await selectRpcBlock(context, { number: next }))?.end ?? end }
        : last;
      group.send(await logsBetween(context, group, { start: end + 1n, end: upTo.end }));
      if (returns === this.#returns) group.seen = upTo;
    });
    // The connections of a group that was given up may take a while to close.
    if (!isPushed) group.seen = this.#options.blocks.last ?? group.seen;
    group.isReading = false;
  }

  /** Reads and pushes results to a group. Returns whether that succeeded; else the group was given up. Never rejects. */
  async #push(
    group: EventGroup,
    client: string | undefined,
    push: (context: RpcContext, last: VisibleBlock) => Promise<void>,
  ): Promise<boolean> {
    let attempts = 0;
    const attempt = async (): Promise<void> => {
      const { last } = this.#options.blocks;
      if (this.#isClosed || last === undefined) return;
      attempts += 1;
      const { context, release } = this.#options.begin(last, client);
      await push(context, last).finally(release);
    };
    const isTransient = (error: unknown, failures: number): boolean => {
      const isOfClient = error instanceof RpcError || error instanceof LimitReached;
      if (!isOfClient) this.#options.onFailure(error);
      // A response that is too large for one block is not retried, because its size does not change.
      return error instanceof RpcError ? attempts < 2 && client !== undefined : failures < MAX_ATTEMPTS;
    };
    return retry(attempt, { backOff: RETRY_MS, isTransient }).then(
      () => true,
      () => {
        group.abandon('A block cannot be read');
        return false;
      },
    );
  }
}

/** Returns the result of a block for a subscription to heads; none where the block is not stored. */
async function headOf(
  context: RpcContext,
  { event }: EventGroup,
  number: bigint,
): Promise<readonly PushedResult[]> {
  if (event.kind !== 'newHeads') return [];
  const block = await answerBlock(context, { number }, event.details);
  return block === null ? [] : [{ json: block.text, block: number }];
}

/** Returns the logs of a group between two times (nanoseconds). */
async function logsBetween(
  context: RpcContext,
  { event }: EventGroup,
  range: { readonly start: bigint; readonly end: bigint },
): Promise<readonly WrittenLog[]> {
  if (event.kind !== 'logs') return [];
  const logs: WrittenLog[] = [];
  let bytes = 0;
  for await (const page of readLogs(context, event, range)) {
    for (const log of page) {
      logs.push(log);
      bytes += log.json.length;
    }
    context.memory.set(bytes);
  }
  return logs;
}
