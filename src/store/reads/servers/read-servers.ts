import type { Logger } from 'pino';
import { withTimeout } from '../../../kernel/abort-signal.ts';
import { SharedRead } from '../../../kernel/limits/shared-read.ts';
import { delay } from '../../../kernel/retry.ts';
import { targetOf } from '../../access/target.ts';
import { addressOf, type Database, isDistributed } from '../../connections/database.ts';
import { isCancelled, isDatabaseTrouble } from '../../connections/database-trouble.ts';
import { OutageLog } from '../../connections/outage-log.ts';
import type { Target } from '../../sql.ts';
import type { BlockMark, Seen } from '../block-mark.ts';
import { type DatabaseIdentity, selectIdentity } from '../database-identity.ts';
import { LastBlock } from '../last-block.ts';
import type { NamedStatement } from '../statement/batch-query.ts';
import { BlockBroadcast, type VisibleBlocks } from '../visible-blocks.ts';
import { ReadServer } from './read-server.ts';
import { Replica } from './replica.ts';
import { COMMITTED_BLOCK_SQL, DistributedReading, VisibleEverywhere } from './visible-everywhere.ts';

/**
 * Maximum number of the primary's blocks whose arrival time is stored: more than arrive within the allowed lag of a
 * replica.
 */
const MAX_ARRIVALS = 1_000;
/** Interval of polls for a block that a request waits for, and the timeout of that wait. */
const POLL_INTERVAL_MS = 50;
const WAIT_TIMEOUT_MS = 2_000;
/** Timeout of a small read: a server that takes longer counts as unreachable. */
const RESPONSE_TIMEOUT_MS = 1_000;

export interface ReadServersOptions {
  readonly primary: Database;
  readonly replicas: readonly Database[];
  /** Maximum lag of a replica that still serves requests, in milliseconds. */
  readonly maxLagMs: number;
  readonly log: Pick<Logger, 'error' | 'info' | 'warn'>;
  /**
   * Whether rows after the last block are hidden in a distributed database. Such rows belong to no stored block.
   * Default: true.
   */
  readonly endsWithBlock?: boolean;
}

/**
 * Called with the last block of the primary; null when blocks may have been missed. The same block is announced again
 * when some of its rows were corrected.
 */
export type AnnouncementListener = (block: BlockMark | null) => void;

/**
 * Servers that requests are read from: the replicas that are in step, else the primary. The visible block is the
 * newest one that a response of this process may have shown; servers without it are not used. It advances with the
 * blocks that statements see, and as soon as one of the servers in use has a newer one.
 */
export class ReadServers {
  readonly primary: ReadServer;
  readonly replicas: readonly Replica[];
  /** Reports failures of the primary. */
  readonly outages: OutageLog;
  /** Number of statements that failed on a replica. */
  failures = 0;
  #visible: BlockMark | null = null;
  readonly #blocks = new BlockBroadcast();
  /** Arrival time (of `performance.now`) of the primary's blocks, by consensus end. */
  readonly #arrivals: { readonly consensusEnd: bigint; readonly at: number }[] = [];
  readonly #announcements: LastBlock;
  /** Undefined for a database on a single server. */
  readonly #everywhere: VisibleEverywhere | undefined;
  readonly #announcementListeners = new Set<{ readonly listener: AnnouncementListener }>();
  /** Differs from a `SharedRead`, because it runs once, without a result. */
  #started: Promise<unknown> | undefined;
  #listening: Promise<void> | undefined;
  #polling: Promise<void> | undefined;
  readonly #identity: SharedRead<DatabaseIdentity>;

  constructor({ primary, replicas, maxLagMs, log, endsWithBlock = true }: ReadServersOptions) {
    const everywhere = isDistributed(primary.target) ? new VisibleEverywhere(primary.pool) : undefined;
    this.#everywhere = everywhere;
    this.primary = new ReadServer(
      primary,
      undefined,
      everywhere && new DistributedReading(everywhere, endsWithBlock),
    );
    this.outages = new OutageLog(log, addressOf(primary.target));
    this.#identity = new SharedRead({
      read: () =>
        withTimeout(selectIdentity(primary.pool), RESPONSE_TIMEOUT_MS, () => {
          throw new Error('the statement timed out');
        }),
    });
    this.#announcements =
      everywhere === undefined
        ? new LastBlock(primary, (block, isReturn) => this.#changed(block, isReturn), this.outages)
        : new LastBlock(
            primary,
            () => void this.#awaitEverywhere(everywhere),
            this.outages,
            COMMITTED_BLOCK_SQL,
          );
    this.replicas = replicas.map(
      (database) =>
        new Replica({
          server: new ReadServer(database),
          log,
          maxLagMs,
          lagOf: (block) => this.lagOf(block),
          primary: () => this.#identity.get().catch(() => null),
          onPoll: () => this.#advance(),
        }),
    );
  }

  /** Polls all replicas once, so that they are used from the beginning. Later calls return the same promise. */
  async start(): Promise<void> {
    this.#started ??= Promise.all(this.replicas.map((replica) => replica.poll()));
    await this.#started;
  }

  /** Starts to listen to the primary's announcements. Later calls return the same promise. Never throws. */
  listen(): Promise<void> {
    this.#listening ??= this.#announcements.start();
    return this.#listening;
  }

  /** Calls a listener for each announcement, before its block becomes visible, until the returned function is called. */
  onAnnounced(listener: AnnouncementListener): () => void {
    const entry = { listener };
    this.#announcementListeners.add(entry);
    return () => {
      this.#announcementListeners.delete(entry);
    };
  }

  /** The newest block that a response may have shown. */
  get visible(): BlockMark | null {
    return this.#visible;
  }

  /** The visible blocks, with a notification of each new one. Once a block is visible, no server without it is used. */
  get blocks(): VisibleBlocks {
    return this.#blocks;
  }

  /** The kind of database that statements are written for, as far as connections have detected it. */
  get target(): Target {
    const isPartitioned =
      this.primary.isPartitioned || this.replicas.some(({ server }) => server.isPartitioned);
    return targetOf(isPartitioned, this.#everywhere !== undefined);
  }

  /**
   * Returns the server for a request: of the replicas with the visible block the one with the fewest statements, else
   * the primary.
   */
  choose(): ReadServer {
    let chosen: ReadServer | undefined;
    for (const { server, leftOut } of this.replicas) {
      if (leftOut !== null || !hasReached(server.block, this.#visible)) continue;
      if (chosen === undefined || server.running < chosen.running) chosen = server;
    }
    return chosen ?? this.primary;
  }

  /**
   * Runs a statement on the chosen server. Runs it on the primary if a replica fails or shows less than was visible.
   * Throws the driver's errors.
   */
  async run(statement: NamedStatement, values: readonly unknown[]): Promise<Seen> {
    const visible = this.#visible;
    const server = this.choose();
    if (server !== this.primary) {
      try {
        const seen = await server.run(statement, values);
        if (!hasReached(seen.block, visible)) throw new Error('The replica went back');
        this.recordBlock(server, seen.block);
        return seen;
      } catch (error) {
        if (error instanceof TypeError || error instanceof RangeError || isCancelled(error)) throw error;
        this.failed(server, error, isDatabaseTrouble(error));
      }
    }
    const seen = await this.primary.run(statement, values);
    this.outages.answered();
    this.recordBlock(this.primary, seen.block);
    return seen;
  }

  /** Records that a statement saw this block. */
  recordBlock(server: ReadServer, block: BlockMark | null): void {
    if (server === this.primary) this.#arrived(block);
    this.#show(block);
  }

  /** Records the last block of the primary. `isReturn`: the database went back to it. */
  #changed(block: BlockMark | null, isReturn: boolean): void {
    if (block === null || !isReturn) {
      this.announced(block);
      return;
    }
    this.primary.returnTo(block);
    this.#visible = block;
    this.#arrivals.length = 0;
    this.#blocks.returnTo({ index: block.number, end: block.consensusEnd });
    // All that was derived from rows may have changed.
    this.announced(null);
  }

  /** Records that the primary has this block; null when its last block is unknown. */
  announced(block: BlockMark | null): void {
    for (const { listener } of [...this.#announcementListeners]) listener(block);
    if (block !== null) this.primary.block = block;
    this.#arrived(block);
    this.#advance();
    for (const replica of this.replicas) void replica.poll();
  }

  /** Records that a statement failed on a replica; `isUnresponsive`: the replica does not respond. */
  failed(server: ReadServer, error: unknown, isUnresponsive: boolean): void {
    this.failures += 1;
    if (isUnresponsive) this.replicas.find((replica) => replica.server === server)?.failed(error);
  }

  /**
   * Makes a block with this number visible, which the client of a request has seen elsewhere. Waits for it for a
   * short time. Returns false when no server has it.
   */
  async reach(number: bigint): Promise<boolean> {
    const timeout = AbortSignal.timeout(WAIT_TIMEOUT_MS);
    while (!this.has(number)) {
      if (timeout.aborted) return false;
      // The block exists on some server; the primary is polled in case nothing announces the block.
      this.#polling ??= this.#poll().finally(() => {
        this.#polling = undefined;
      });
      const done = new AbortController();
      const shown = this.blocks.next(number - 1n, AbortSignal.any([timeout, done.signal]));
      await Promise.race([this.#polling, shown.catch(() => undefined)]);
      done.abort();
    }
    return true;
  }

  /**
   * Returns whether a server in use, or the primary, is known to have a block with this number. Makes that block
   * visible.
   */
  has(number: bigint): boolean {
    if (this.#visible !== null && this.#visible.number >= number) return true;
    const servers = this.replicas.filter(({ leftOut }) => leftOut === null).map(({ server }) => server);
    for (const { block } of [...servers, this.primary]) {
      if (block === null || block.number < number) continue;
      this.#show(block);
      return true;
    }
    return false;
  }

  /** Closes all but the primary's database, which stays open. */
  async close(): Promise<void> {
    await this.#announcements.close();
    await Promise.all(this.replicas.map((replica) => replica.close()));
    this.primary.close();
  }

  /** Announces the last block of a distributed database once every server shows it. */
  async #awaitEverywhere(everywhere: VisibleEverywhere): Promise<void> {
    try {
      this.announced(await everywhere.refresh());
    } catch (error) {
      this.outages.failed(error, 'the last block', COMMITTED_BLOCK_SQL);
      this.announced(null);
    }
  }

  /**
   * Reads the primary's last block. Concurrent waiters share the result. Not `repeat`: each waiter decides in `reach` whether
   * another poll follows.
   */
  async #poll(): Promise<void> {
    if (this.#everywhere !== undefined) {
      await this.#awaitEverywhere(this.#everywhere);
      return delay(POLL_INTERVAL_MS);
    }
    const block = await this.#announcements.read(RESPONSE_TIMEOUT_MS).catch(() => null);
    if (block != null && !hasReached(this.primary.block, block)) this.announced(block);
    else await delay(POLL_INTERVAL_MS);
  }

  /** Makes the newest block of a server in use visible. */
  #advance(): void {
    const included = this.replicas.filter(({ leftOut }) => leftOut === null);
    // When all replicas are excluded, requests go to the primary.
    const servers = included.length > 0 ? included.map(({ server }) => server) : [this.primary];
    for (const { block } of servers) this.#show(block);
  }

  #show(block: BlockMark | null): void {
    if (block === null || hasReached(this.#visible, block)) return;
    this.#visible = block;
    this.#blocks.show({ index: block.number, end: block.consensusEnd });
  }

  #arrived(block: BlockMark | null): void {
    const last = this.#arrivals.at(-1);
    if (block === null || (last !== undefined && last.consensusEnd >= block.consensusEnd)) return;
    this.#arrivals.push({ consensusEnd: block.consensusEnd, at: performance.now() });
    if (this.#arrivals.length > MAX_ARRIVALS) this.#arrivals.shift();
  }

  /** Milliseconds since the primary has had a block that is newer than this one; 0 if it has none. */
  lagOf(block: BlockMark | null): number {
    const have = block?.consensusEnd ?? -1n;
    // Search from the end, because replicas are seldom far behind.
    let missing: number | undefined;
    for (let i = this.#arrivals.length - 1; i >= 0; i--) {
      const arrival = this.#arrivals[i];
      if (arrival === undefined || arrival.consensusEnd <= have) break;
      missing = arrival.at;
    }
    return missing === undefined ? 0 : performance.now() - missing;
  }
}

/** Returns whether a server with one block has the other one, too. */
function hasReached(block: BlockMark | null, other: BlockMark | null): boolean {
  return other === null || (block !== null && block.consensusEnd >= other.consensusEnd);
}
