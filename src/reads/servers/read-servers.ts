import type { Logger } from 'pino';
import type { Target } from '../../access/forms.ts';
import { addressOf, type Database, isDistributed, within } from '../../db/connections/database.ts';
import { isCancelled, isDatabaseTrouble } from '../../db/connections/database-trouble.ts';
import { OutageLog } from '../../db/connections/outage-log.ts';
import { delay } from '../../kernel/retry.ts';
import { withTimeout } from '../../kernel/timeout.ts';
import { type BlockMark, LAST_BLOCK_SQL, markOf } from '../block-mark.ts';
import { type DatabaseIdentity, selectIdentity } from '../database-identity.ts';
import { LastBlock } from '../last-block.ts';
import type { NamedStatement } from '../statement/statement-names.ts';
import { BlockBroadcast, type VisibleBlocks } from '../visible-blocks.ts';
import { DistributedReading } from './distributed-reading.ts';
import { ReadServer } from './read-server.ts';
import { Replica } from './replica.ts';
import type { Seen } from './seen.ts';
import { COMMITTED_BLOCK_SQL, VisibleEverywhere } from './visible-everywhere.ts';

/** Blocks of the primary whose time is known: more than come while a replica lags and is still asked. */
const MOST_REMEMBERED = 1_000;
/** Milliseconds between two looks for a block that somebody waits for, and how long that is waited for. */
const LOOK_MS = 50;
const PATIENCE_MS = 2_000;
/** A server that takes longer for so little is not there. */
const ANSWER_MS = 1_000;

export interface ReadServersOptions {
  readonly primary: Database;
  readonly replicas: readonly Database[];
  /** Milliseconds that a replica may lag and still be asked. */
  readonly maxLag: number;
  readonly log: Pick<Logger, 'error' | 'info' | 'warn'>;
  /** False to show rows after the last block, too, where a database is distributed: of rows that are in none. Default: true. */
  readonly endsWithBlock?: boolean;
}

/** Told of what the primary has; null: blocks may have been missed. It can be the same again, of which something was corrected. */
export type AnnouncementListener = (block: BlockMark | null) => void;

/**
 * The servers that requests are read from: the replicas that are in step, else the primary. The visible block is the
 * newest one that an answer of this process may have shown, and no server that lacks it is asked. It advances with what
 * statements see, and as soon as one server that is asked has a newer one.
 */
export class ReadServers {
  readonly primary: ReadServer;
  readonly replicas: readonly Replica[];
  /** Tells of failures of the primary. */
  readonly outages: OutageLog;
  /** Statements that failed on a replica. */
  failures = 0;
  #visible: BlockMark | null = null;
  readonly #blocks = new BlockBroadcast();
  /** The blocks of the primary, by consensus end, with the time (of `performance.now`) when they were known. */
  readonly #arrivals: { readonly consensusEnd: bigint; readonly at: number }[] = [];
  readonly #announcements: LastBlock;
  /** Undefined where one server has all. */
  readonly #everywhere: VisibleEverywhere | undefined;
  readonly #heard = new Set<{ readonly listener: AnnouncementListener }>();
  #started: Promise<unknown> | undefined;
  #listening: Promise<void> | undefined;
  #looking: Promise<void> | undefined;
  #identity: Promise<DatabaseIdentity | null> | undefined;

  constructor({ primary, replicas, maxLag, log, endsWithBlock = true }: ReadServersOptions) {
    const everywhere = isDistributed(primary.target) ? new VisibleEverywhere(primary.pool) : undefined;
    this.#everywhere = everywhere;
    this.primary = new ReadServer(
      primary,
      undefined,
      everywhere && new DistributedReading(everywhere, endsWithBlock),
    );
    this.outages = new OutageLog(log, addressOf(primary.target));
    this.#announcements =
      everywhere === undefined
        ? new LastBlock(primary, (block) => this.announced(block), this.outages)
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
          maxLag,
          lagOf: (block) => this.lagOf(block),
          primary: () => this.#identify(),
          onLook: () => this.#advance(),
        }),
    );
  }

  /** Looks at all replicas, so that they are asked from the beginning. Once, whoever asks for it. */
  async start(): Promise<void> {
    this.#started ??= Promise.all(this.replicas.map((replica) => replica.look()));
    await this.#started;
  }

  /** Begins to listen to what the primary announces. Once, whoever asks for it. Never throws. */
  listen(): Promise<void> {
    this.#listening ??= this.#announcements.start();
    return this.#listening;
  }

  /** Calls a listener for each announcement, before blocks are shown, until the function that it gives is called. */
  onAnnounced(listener: AnnouncementListener): () => void {
    const entry = { listener };
    this.#heard.add(entry);
    return () => {
      this.#heard.delete(entry);
    };
  }

  /** The newest block that an answer may have shown. */
  get visible(): BlockMark | null {
    return this.#visible;
  }

  /** The same for those who wait for it: told once no server is asked that lacks it. */
  get blocks(): VisibleBlocks {
    return this.#blocks;
  }

  /** The kind of database that statements are written for, as far as connections have found it out. */
  get target(): Target {
    const isPartitioned =
      this.primary.isPartitioned || this.replicas.some(({ server }) => server.isPartitioned);
    return { isPartitioned, isDistributed: this.#everywhere !== undefined };
  }

  /** The server for a request: of those with the visible block the one with the fewest statements. */
  choose(): ReadServer {
    let chosen: ReadServer | undefined;
    for (const { server, leftOut } of this.replicas) {
      if (leftOut !== null || !hasReached(server.block, this.#visible)) continue;
      if (chosen === undefined || server.running < chosen.running) chosen = server;
    }
    return chosen ?? this.primary;
  }

  /**
   * Runs a statement on the server of choice; on the primary, where a replica fails or shows less than was visible. Throws
   * what the driver does.
   */
  async run(statement: NamedStatement, values: readonly unknown[]): Promise<Seen> {
    const least = this.#visible;
    const server = this.choose();
    if (server !== this.primary) {
      try {
        const seen = await server.run(statement, values);
        if (!hasReached(seen.block, least)) throw new Error('The replica went back');
        this.saw(server, seen.block);
        return seen;
      } catch (error) {
        if (error instanceof TypeError || error instanceof RangeError || isCancelled(error)) throw error;
        this.failed(server, error, isDatabaseTrouble(error));
      }
    }
    const seen = await this.primary.run(statement, values);
    this.outages.answered();
    this.saw(this.primary, seen.block);
    return seen;
  }

  /** A statement showed this block. */
  saw(server: ReadServer, block: BlockMark | null): void {
    if (server === this.primary) this.#arrived(block);
    this.#show(block);
  }

  /** The primary has this block; null: it is not known what it has. */
  announced(block: BlockMark | null): void {
    for (const { listener } of [...this.#heard]) listener(block);
    if (block !== null) this.primary.block = block;
    this.#arrived(block);
    this.#advance();
    for (const replica of this.replicas) void replica.look();
  }

  /** A statement failed on a replica; `isGone`: the replica does not answer. */
  failed(server: ReadServer, error: unknown, isGone: boolean): void {
    this.failures += 1;
    if (isGone) this.replicas.find((replica) => replica.server === server)?.failed(error);
  }

  /**
   * Makes a block with this number visible, which the client of a request has seen elsewhere. Waits for it a little.
   * False when no server has it.
   */
  async reach(number: bigint): Promise<boolean> {
    const patience = AbortSignal.timeout(PATIENCE_MS);
    while (!this.has(number)) {
      if (patience.aborted) return false;
      // Somewhere it is: where nothing announces it, it is looked for.
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined;
      });
      const done = new AbortController();
      const shown = this.blocks.next(number - 1n, AbortSignal.any([patience, done.signal]));
      await Promise.race([this.#looking, shown.catch(() => undefined)]);
      done.abort();
    }
    return true;
  }

  /** Whether a server that is asked, or the primary, is known to have a block with this number, which is visible then. */
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

  /** The database of the primary stays open. */
  async close(): Promise<void> {
    await this.#announcements.close();
    await Promise.all(this.replicas.map((replica) => replica.close()));
    this.primary.close();
  }

  /** What the primary is; asked again until it was answered once. */
  #identify(): Promise<DatabaseIdentity | null> {
    this.#identity ??= withTimeout(selectIdentity(this.primary.database.pool), ANSWER_MS, () => {
      throw new Error('it takes too long');
    }).then(
      (identity) => identity,
      () => {
        this.#identity = undefined;
        return null;
      },
    );
    return this.#identity;
  }

  /** Shows a block of a distributed database once every server does. */
  async #awaitEverywhere(everywhere: VisibleEverywhere): Promise<void> {
    try {
      this.announced(await everywhere.look());
    } catch (error) {
      this.outages.failed(error, 'the last block', COMMITTED_BLOCK_SQL);
      this.announced(null);
    }
  }

  /** Asks the primary what it has; all who wait share the answer. */
  async #look(): Promise<void> {
    if (this.#everywhere !== undefined) {
      await this.#awaitEverywhere(this.#everywhere);
      return delay(LOOK_MS);
    }
    const query = { ...within(ANSWER_MS, LAST_BLOCK_SQL), rowMode: 'array' as const };
    const answer = await this.primary.database.pool.query<(string | null)[]>(query).catch(() => undefined);
    const block = markOf(answer?.rows[0] ?? []);
    if (block !== null && !hasReached(this.primary.block, block)) this.announced(block);
    else await delay(LOOK_MS);
  }

  /** Shows the newest block of a server that is asked. */
  #advance(): void {
    const asked = this.replicas.filter(({ leftOut }) => leftOut === null);
    // Where all are left out, the primary is asked.
    const servers = asked.length > 0 ? asked.map(({ server }) => server) : [this.primary];
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
    if (this.#arrivals.length > MOST_REMEMBERED) this.#arrivals.shift();
  }

  /** Milliseconds since the primary has had a block that is newer than this one; 0 where it has none. */
  lagOf(block: BlockMark | null): number {
    const have = block?.consensusEnd ?? -1n;
    // From the end: replicas are seldom far behind.
    let missing: number | undefined;
    for (let i = this.#arrivals.length - 1; i >= 0; i--) {
      const arrival = this.#arrivals[i];
      if (arrival === undefined || arrival.consensusEnd <= have) break;
      missing = arrival.at;
    }
    return missing === undefined ? 0 : performance.now() - missing;
  }
}

/** Whether who has one block has another one, too. */
function hasReached(block: BlockMark | null, other: BlockMark | null): boolean {
  return other === null || (block !== null && block.consensusEnd >= other.consensusEnd);
}
