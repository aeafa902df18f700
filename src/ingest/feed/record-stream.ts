import type { Log } from '../../kernel/log.ts';
import type { BlockPosition } from '../decode/decoded-block.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import { type InstantGroup, InstantGroups } from '../source/instant-groups.ts';
import type { NodeFolder, StreamSource } from '../source/stream-source.ts';
import type { AddressBooks } from '../verify/address-books.ts';
import type { ConsensusRatio } from '../verify/consensus-ratio.ts';
import type { NodeStakes } from '../verify/node-stakes.ts';
import { type PreparedFile, prepareFile, renewed } from '../verify/prepared-file.ts';
import { admitFile, type LedgerFollower, type ProvenBlock } from '../verify/proven-block.ts';
import type { Feed } from './feed.ts';
import {
  type FollowedStream,
  type FollowOptions,
  feedOf,
  follow,
  type OpenStream,
  type PollEnd,
} from './follow.ts';
import { followedFolders } from './followed-folders.ts';
import { readAhead } from './read-ahead.ts';
import { type SettleWait, settleInstant } from './settle-instant.ts';

export interface FollowRecordsOptions extends FollowOptions {
  readonly source: StreamSource;
  /** Address books and stakes, both updated block by block. */
  readonly addressBooks: AddressBooks;
  readonly stakes: NodeStakes;
  /** Records the ledgers that record files publish; default: none. */
  readonly ledgers?: LedgerFollower;
  /** Share of the stake that must sign a file. Default: exactly 1/3; 0: one valid signature is enough. */
  readonly consensusRatio?: ConsensusRatio;
  /** Position to continue after; null: begins with the first available file. */
  readonly startAfter: BlockPosition | null;
  /** Instant to begin at (nanoseconds), inclusive, when `startAfter` is null. */
  readonly startFrom?: bigint;
  /**
   * Number of nodes whose folders are listed at the chain head in search of a new instant, round-robin. Default: all.
   */
  readonly listedNodes?: number;
  /** Maximum wait at the chain head, in milliseconds, for nodes that signed the previous file. Default 1000. */
  readonly settleMs?: number;
}

const DEFAULT_POLL_MS = 500;
const DEFAULT_SETTLE_MS = 1_000;
/**
 * Minimum milliseconds between two polls, even if the source reports changes all the time. It begins low, because the first
 * change after a block is the next data file, whose signatures follow within milliseconds.
 */
const REST_MS = { first: 1, max: 20 };
/** Maximum time for writing a file, if its writer does not move it into place atomically. */
const HALF_WRITTEN_MS = 200;
/**
 * Maximum number of instants without consensus that are skipped before a file that continues the chain. It is limited
 * because any node can invent instants.
 */
const MAX_SKIPPED = 20_000;
/** Maximum number of skipped instants whose names are logged. */
const MAX_NAMED = 10;
/**
 * Maximum number of instants that a poll at the chain head may find; with more, the folders of all nodes are listed.
 */
const MAX_AT_HEAD = 8;
/** Milliseconds before a break of the chain is checked again. */
const RECHECK_DELAY_MS = 100;

/** A followed record stream: lists folders, prepares files ahead, and waits for late signatures. */
export class RecordStream implements FollowedStream {
  readonly restMs = REST_MS;
  readonly pollIntervalMs: number;
  readonly #options: FollowRecordsOptions;
  #position: BlockPosition | null;
  /** Instant of the last file (nanoseconds): the next one is after it. */
  #after: bigint;
  /** Ids of the nodes that had no signature of the last file. */
  #missing: ReadonlySet<bigint> = new Set();
  /** The instant after which a break of the chain was checked again; null: none was. */
  #recheckedAfter: bigint | null = null;
  /** Whether the source must be listed anew: also when the stream begins, because it may have gone back. */
  #listsAgain = true;
  /** Number of polls since the end of the stream was first reached; 0: it was not. */
  #pollsAtHead = 0;

  constructor(options: FollowRecordsOptions) {
    this.#options = options;
    this.pollIntervalMs = options.pollIntervalMs ?? DEFAULT_POLL_MS;
    this.#position = options.startAfter;
    this.#after = options.startAfter?.consensusEnd ?? (options.startFrom ?? 0n) - 1n;
  }

  get source() {
    return this.#options.source;
  }

  get reached(): bigint {
    return this.#after;
  }

  get after(): bigint {
    return this.#after;
  }

  get missing(): ReadonlySet<bigint> {
    return this.#missing;
  }

  isFinal({ code }: StreamFileError): boolean {
    return code === 'divergent';
  }

  async *poll(): AsyncGenerator<ProvenBlock, PollEnd, void> {
    const { changes: seen } = this.#options.source;
    const head: HeadWait = { seen, deadline: null, isPartial: false, found: 0, isBehind: false };
    let refusal: StreamFileError | null;
    try {
      refusal = yield* this.#listed(head);
    } catch (error) {
      if (!(error instanceof StreamFileError)) throw error;
      refusal = error;
    }
    if (refusal?.code === 'chain' && this.#recheckedAfter !== this.#after) {
      // A listing is not atomic: it may have a file and still lack the one before it.
      this.#recheckedAfter = this.#after;
      this.#listsAgain = true;
      return { refusal, again: RECHECK_DELAY_MS };
    }
    // All folders are listed while files are refused: the folders not listed before may show the reason.
    this.#pollsAtHead = refusal || head.isBehind ? 0 : this.#pollsAtHead + 1;
    return { refusal, again: head.isBehind && !refusal ? 0 : null };
  }

  /** Yields the files listed now that can be proven; then returns the error of the next one, or null at the end. */
  async *#listed(head: HeadWait): AsyncGenerator<ProvenBlock, StreamFileError | null, void> {
    const { source, signal, log, listedNodes, addressBooks } = this.#options;
    if (this.#listsAgain) source.listAgain();
    this.#listsAgain = false;
    const all = await source.nodeFolders(signal);
    const folders = followedFolders(all, () => addressBooks.possibleNodes(this.#after));
    const chosen = chooseFolders(folders, listedNodes ?? folders.length, this.#pollsAtHead);
    const groups = new InstantGroups(source, chosen, this.#after, signal);
    head.isPartial = chosen.length < folders.length;
    // Instants are skipped only after a file: before the first one, no chain of hashes proves that a skipped instant
    // has no file.
    const skippedInstants = new SkippedInstants(log);
    for await (const ahead of readAhead(() => this.#nextFile(groups, head))) {
      const prepared = await renewed(ahead, this.#options);
      const outcome = await this.#judge(prepared);
      if (outcome instanceof StreamFileError) {
        if (outcome.code === 'divergent') return outcome;
        const maySkip =
          outcome.code === 'no-consensus' && this.#position && skippedInstants.count < MAX_SKIPPED;
        if (!maySkip) return skippedInstants.first ?? outcome;
        skippedInstants.add(outcome);
        continue;
      }
      skippedInstants.logSkipped();
      if (outcome === null) continue;
      // The earlier of name and content counts, because a name with a later instant must not hide the next file.
      this.#after = outcome.block.consensusEnd;
      if (prepared.group.instant < this.#after) this.#after = prepared.group.instant;
      this.#position = outcome.position;
      const missing = outcome.signatures.filter((signature) => signature.outcome === 'missing');
      this.#missing = new Set(missing.map(({ nodeId }) => nodeId));
      yield outcome;
    }
    return skippedInstants.first;
  }

  async #nextFile(groups: InstantGroups, head: HeadWait): Promise<(() => Promise<PreparedFile>) | null> {
    const { follow, settleMs = DEFAULT_SETTLE_MS } = this.#options;
    const group = await groups.next();
    if (!group) return null;
    if (!follow) return () => prepareFile(group, this.#options);
    const { isPartial, seen } = head;
    if (isPartial && ++head.found > MAX_AT_HEAD) {
      head.isBehind = true;
      return null;
    }
    if (!isPartial && !(await groups.mayGrow(group))) return () => this.#prepareBehindHead(group);
    const now = performance.now();
    head.deadline ??= now + settleMs;
    const left = Math.max(0, head.deadline - now);
    return () => this.#prepareAtHead(group, { settleMs: left, isPartial, seen });
  }

  /**
   * Prepares the file of an instant whose files all nodes have listed. If they are not enough, folders are listed once
   * more.
   */
  async #prepareBehindHead(group: InstantGroup): Promise<PreparedFile> {
    const { changes: seen } = this.#options.source;
    const prepared = await prepareFile(group, this.#options);
    if (!('refusal' in prepared.result)) return prepared;
    return this.#prepareAtHead(group, { settleMs: 0, isPartial: false, seen });
  }

  async #prepareAtHead(group: InstantGroup, wait: SettleWait): Promise<PreparedFile> {
    const { source, signal, addressBooks } = this.#options;
    const options = { source, signal, addressBooks, ...wait, ...this.#pollTiming };
    const settled = await settleInstant(options, this, group);
    const prepared = await prepareFile(settled, this.#options);
    const { result } = prepared;
    if ('refusal' in result || result.agreement.signatures.every(({ outcome }) => outcome !== 'unreadable')) {
      return prepared;
    }
    // An unreadable signature may be only half written, so it is read once more.
    await source.changed(HALF_WRITTEN_MS, signal);
    return prepareFile(settled, this.#options);
  }

  /** Interval of polls, when set and the source reports no changes. */
  get #pollTiming(): { readonly pollIntervalMs?: number } {
    const { source, pollIntervalMs } = this.#options;
    return source.changes === 0 && pollIntervalMs !== undefined ? { pollIntervalMs } : {};
  }

  async #judge({ result }: PreparedFile): Promise<ProvenBlock | StreamFileError | null> {
    if ('refusal' in result) return result.refusal;
    try {
      return await admitFile(result.agreement, result.content, this.#position, this.#options);
    } catch (error) {
      if (error instanceof StreamFileError) return error;
      throw error;
    }
  }
}

/** Instants without consensus since the last file: skipped once a later file continues the chain. */
class SkippedInstants {
  readonly #log: Log;
  #named: StreamFileError[] = [];
  #count = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  get count(): number {
    return this.#count;
  }

  get first(): StreamFileError | null {
    return this.#named[0] ?? null;
  }

  add(refusal: StreamFileError): void {
    this.#count += 1;
    if (this.#named.length < MAX_NAMED) this.#named.push(refusal);
  }

  logSkipped(): void {
    for (const { file, message } of this.#named) {
      this.#log.warn({ file }, `${message}; skipped, as the chain of hashes continues without it`);
    }
    const more = this.#count - this.#named.length;
    if (more > 0) this.#log.warn({ files: more }, 'More files without consensus were skipped there');
    this.#named = [];
    this.#count = 0;
  }
}

/** Limits of one poll at the end of the stream, so that a node which invents instants does not prolong it. */
interface HeadWait extends Pick<SettleWait, 'seen'> {
  /** Time (`performance.now()`) until which late nodes are awaited; null before the first wait. */
  deadline: number | null;
  /** Whether only some of the folders were listed. */
  isPartial: boolean;
  /** Number of instants found. */
  found: number;
  /** Whether there were more than `MAX_AT_HEAD`, so that all folders must be listed. */
  isBehind: boolean;
}

/**
 * Chooses `count` folders, different ones at each poll, so that nodes without the new instant hide it for a few polls
 * only.
 */
function chooseFolders(folders: readonly NodeFolder[], count: number, poll: number): readonly NodeFolder[] {
  if (poll === 0 || count >= folders.length) return folders;
  const first = (poll * count) % folders.length;
  return [...folders.slice(first), ...folders.slice(0, first)].slice(0, count);
}

type RecordFeedOptions = Omit<FollowRecordsOptions, 'startAfter' | 'signal'>;

/** Returns the feed of record files. The nodes' signature files prove each of them. */
export function recordFeed(options: RecordFeedOptions): Feed {
  return feedOf(recordStreams(options), options);
}

/** Opens record streams. */
export function recordStreams(options: RecordFeedOptions): OpenStream<RecordStream> {
  return (startAfter, signal) => new RecordStream({ ...options, startAfter, signal });
}

/**
 * Yields the files of a record stream that its network is proven to have signed, in order, without a gap. Two versions
 * of one file that both have enough signatures end it, even when following. Otherwise waits, ends and throws as
 * `follow` does.
 */
export function followRecords(options: FollowRecordsOptions): AsyncGenerator<ProvenBlock, void, void> {
  return follow((signal) => new RecordStream({ ...options, signal }), options);
}
