import { LimitReached } from '../../kernel/limits/limit.ts';
import { retry } from '../../kernel/retry.ts';
import type { VisibleBlock, VisibleBlocks } from '../../store/reads/visible-blocks.ts';
import type { RpcContext } from '../method/context.ts';
import { RpcError } from '../method/rpc-error.ts';
import type { EventGroup, GroupRead, PushedResult, Subscriptions } from '../method/subscriptions.ts';
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
  /** Begins a read of the visible block in the name of a client. */
  readonly begin: (head: VisibleBlock, client: string) => PushRead;
  /** Called when a block could not be read, for a reason that no client caused; the read is retried. */
  readonly onFailure: (error: unknown) => void;
}

/** Milliseconds between two attempts to read a block. */
const RETRY_MS = 200;
/** Maximum number of attempts. After them the connections of an event are closed, so that clients notice the gap. */
const MAX_ATTEMPTS = 50;
/** Reason with which connections are closed. */
const UNREADABLE = 'A block cannot be read';
/** Client name of the statements that read heads for all clients, which are scheduled like those of one client. */
const HEADS_CLIENT = 'push';
/** Client name of the statements that read logs for several clients. It is another one, so that they delay no head. */
const SHARED_LOGS_CLIENT = 'push-logs';

/**
 * Pushes each visible block once to the subscribers, without a gap, also where several became visible together. Heads are
 * read for all clients. Logs are read for each client one filter after another, so that the filters of a client delay
 * neither heads nor the logs of other clients. A filter of one client is read in the name of this client. A filter of
 * several clients is read in the name of none, so that the limits of one client do not affect the others. A failed read is
 * retried.
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
        const isPushed = await this.#attempts(
          HEADS_CLIENT,
          async (context) => group.send(await headOf(context, group, number)),
          () => false,
        );
        if (!isPushed) group.abandon(UNREADABLE, undefined);
      }
      if (returns === this.#returns) this.#done = number;
    }
    this.#isRunning = false;
  }

  /** Pushes the logs to which a client subscribed, up to the last block. */
  async #follow(client: string): Promise<void> {
    if (this.#following.has(client)) return;
    this.#following.add(client);
    for (;;) {
      const groups = this.#options.subscriptions.logsOf(client).filter((group) => this.#isDue(group));
      if (groups.length === 0) break;
      // Another client with the same subscription may have read a group meanwhile.
      for (const group of groups) if (this.#isDue(group)) await this.#pushLogs(group);
    }
    this.#following.delete(client);
  }

  /** Whether logs of a group are to be read. A read for one client is replaced when the group has another one. */
  #isDue(group: EventGroup): boolean {
    const { last } = this.#options.blocks;
    if (this.#isClosed || last === undefined || group.seen.index >= last.index) return false;
    const { reading } = group;
    if (reading === undefined) return true;
    return reading.client !== undefined && group.clients.some((client) => client !== reading.client);
  }

  /** Pushes the logs of all blocks that a group has not seen; block by block if they are too many. */
  async #pushLogs(group: EventGroup): Promise<void> {
    const [first, second] = group.clients;
    const read: GroupRead = { client: second === undefined ? first : undefined };
    group.reading = read;
    const isReplaced = (): boolean => group.reading !== read;
    const returns = this.#returns;
    let readsOneBlock = false;
    const isPushed = await this.#attempts(
      read.client ?? SHARED_LOGS_CLIENT,
      async (context, last) => {
        if (isReplaced()) return;
        const { index, end } = group.seen;
        const next = index + 1n;
        const isOne = readsOneBlock && next < last.index;
        // Narrow after a failure, which may be caused by the size.
        readsOneBlock = true;
        const upTo = isOne
          ? { index: next, end: (await selectRpcBlock(context, { number: next }))?.end ?? end }
          : last;
        const logs = await logsBetween(context, group, { start: end + 1n, end: upTo.end });
        if (isReplaced()) return;
        group.send(logs);
        if (returns === this.#returns) group.seen = upTo;
      },
      // A response that is too large for one block is not retried, because its size does not change.
      (attempts) => attempts < 2,
    );
    if (isReplaced()) return;
    if (!isPushed) {
      group.abandon(UNREADABLE, read.client);
      // The connections of a group that was given up may take a while to close.
      const isGivenUp = group.clients.every((client) => (read.client ?? client) === client);
      if (isGivenUp) group.seen = this.#options.blocks.last ?? group.seen;
    }
    group.reading = undefined;
    // The client that read the group may have unsubscribed meanwhile.
    for (const client of group.clients) if (this.#isDue(group)) void this.#follow(client);
  }

  /**
   * Reads in the name of a client until that succeeds. Returns whether it did. `mayShrink` returns whether a response that
   * was too large is requested again. Never rejects.
   */
  async #attempts(
    client: string,
    push: (context: RpcContext, last: VisibleBlock) => Promise<void>,
    mayShrink: (attempts: number) => boolean,
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
      return error instanceof RpcError ? mayShrink(attempts) : failures < MAX_ATTEMPTS;
    };
    return retry(attempt, { backOff: RETRY_MS, isTransient }).then(
      () => true,
      () => false,
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
