import type { BlockPosition } from '../decode/decoded-block.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import { type InstantGroup, InstantGroups } from '../source/instant-groups.ts';
import type { NodeFolder, StreamSource } from '../source/stream-source.ts';
import type { AddressBooks } from '../verify/address-books.ts';
import { type ConsensusRatio, ONE_THIRD } from '../verify/consensus-ratio.ts';
import type { NodeStakes } from '../verify/node-stakes.ts';
import { type PreparedFile, prepareFile } from '../verify/prepared-file.ts';
import type { VerifyLog } from '../verify/problems.ts';
import { admitFile, type LedgerFollower, type ProvenBlock } from '../verify/proven-block.ts';
import type { FollowedStream, FollowOptions, LookEnd } from './follow.ts';
import { readAhead } from './read-ahead.ts';
import { settleInstant } from './settle-instant.ts';

export interface FollowRecordsOptions extends FollowOptions {
  readonly source: StreamSource;
  /** Both are kept up to date, block by block. */
  readonly addressBooks: AddressBooks;
  readonly stakes: NodeStakes;
  /** Where ledgers are recorded that record files publish; default: they are not. */
  readonly ledgers?: LedgerFollower;
  /** Default: exactly 1/3. 0: one valid signature is enough. */
  readonly consensusRatio?: ConsensusRatio;
  /** null: from the first file there is. */
  readonly startAfter: BlockPosition | null;
  /** Where `startAfter` is null: begin at this instant (nanoseconds), inclusive. */
  readonly startFrom?: bigint;
  /** At the chain head: of how many nodes folders are listed in search of a new instant, in turn. Default: all. */
  readonly listedNodes?: number;
  /** At the chain head: longest wait in milliseconds for nodes that signed the previous file. Default 1000. */
  readonly settle?: number;
}

const DEFAULT_POLL_MS = 500;
const DEFAULT_SETTLE_MS = 1_000;
/** A source that reports changes all the time is still read no more often than this. */
const REST_MS = 20;
/** How long writing a file may take, where its writer does not move it into place at once. */
const HALF_WRITTEN_MS = 200;
/** Instants without consensus that may precede a file which continues the chain: any node can invent some. */
const MAX_PASSED_OVER = 20_000;
/** How many of those are named one by one. */
const MAX_NAMED = 10;
/** Instants that a look at the chain head may find; more are listed from the folders of all nodes. */
const MAX_AT_HEAD = 8;
/** Milliseconds before a break of the chain is checked again. */
const LOOK_AGAIN_MS = 100;

/** A record stream as it is followed: folders listed, files prepared ahead, late signatures waited for. */
export class RecordStream implements FollowedStream {
  readonly rest = REST_MS;
  readonly pollInterval: number;
  readonly #options: FollowRecordsOptions;
  #position: BlockPosition | null;
  /** Instant of the last file (nanoseconds): what comes next is after it. */
  #after: bigint;
  /** Ids of the nodes that had no signature of the last file. */
  #missing: ReadonlySet<bigint> = new Set();
  /** The instant after which a break of the chain was checked again; null: none was. */
  #lookedAgain: bigint | null = null;
  #listsAgain = false;
  /** Looks since the end of the stream was reached first; 0: it was not. */
  #looksAtHead = 0;

  constructor(options: FollowRecordsOptions) {
    this.#options = options;
    this.pollInterval = options.pollInterval ?? DEFAULT_POLL_MS;
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

  async *look(): AsyncGenerator<ProvenBlock, LookEnd, void> {
    const head: HeadWait = { deadline: null, isPartial: false, found: 0, isBehind: false };
    let refusal: StreamFileError | null;
    try {
      refusal = yield* this.#listed(head);
    } catch (error) {
      if (!(error instanceof StreamFileError)) throw error;
      refusal = error;
    }
    if (refusal?.code === 'chain' && this.#lookedAgain !== this.#after) {
      // Listings are not taken at one moment: this one may have a file and still lack the one before it.
      this.#lookedAgain = this.#after;
      this.#listsAgain = true;
      return { refusal, again: LOOK_AGAIN_MS };
    }
    // All folders are listed while files are refused: those that were not may show why.
    this.#looksAtHead = refusal || head.isBehind ? 0 : this.#looksAtHead + 1;
    return { refusal, again: head.isBehind && !refusal ? 0 : null };
  }

  /** Gives what can be proven of the files that are listed now; then what is wrong with the next one, or null at the end. */
  async *#listed(head: HeadWait): AsyncGenerator<ProvenBlock, StreamFileError | null, void> {
    const { source, signal, log, listedNodes } = this.#options;
    if (this.#listsAgain) source.listAgain();
    this.#listsAgain = false;
    const folders = await source.nodeFolders(signal);
    const chosen = chooseFolders(folders, listedNodes ?? folders.length, this.#looksAtHead);
    const groups = new InstantGroups(source, chosen, this.#after, signal);
    head.isPartial = chosen.length < folders.length;
    // Without a file before it, nothing shows that an instant was rightly left out.
    const passedOver = new PassedOver(log);
    for await (const ahead of readAhead(() => this.#nextFile(groups, head))) {
      const prepared = await this.#renewed(ahead);
      const outcome = this.#judge(prepared);
      if (outcome instanceof StreamFileError) {
        if (outcome.code === 'divergent') return outcome;
        const mayPass =
          outcome.code === 'no-consensus' && this.#position && passedOver.count < MAX_PASSED_OVER;
        if (!mayPass) return passedOver.first ?? outcome;
        passedOver.add(outcome);
        continue;
      }
      passedOver.leaveOut();
      if (outcome === null) continue;
      // A name may say a later instant than the content, and must not hide what comes next.
      this.#after = outcome.block.consensusEnd;
      if (prepared.group.instant < this.#after) this.#after = prepared.group.instant;
      this.#position = outcome.position;
      const missing = outcome.signatures.filter((signature) => signature.outcome === 'missing');
      this.#missing = new Set(missing.map(({ nodeId }) => nodeId));
      yield outcome;
    }
    return passedOver.first;
  }

  async #nextFile(groups: InstantGroups, head: HeadWait): Promise<(() => Promise<PreparedFile>) | null> {
    const { follow, settle = DEFAULT_SETTLE_MS } = this.#options;
    const group = await groups.next();
    if (!group) return null;
    if (!follow) return () => this.#prepare(group);
    const { isPartial } = head;
    if (isPartial && ++head.found > MAX_AT_HEAD) {
      head.isBehind = true;
      return null;
    }
    if (!isPartial && !(await groups.mayGrow(group))) return () => this.#prepareBehindHead(group);
    const now = performance.now();
    head.deadline ??= now + settle;
    const left = Math.max(0, head.deadline - now);
    return () => this.#prepareAtHead(group, left, isPartial);
  }

  /** Every node has shown what it has of this instant; where that is not enough, folders are looked at once more. */
  async #prepareBehindHead(group: InstantGroup): Promise<PreparedFile> {
    const prepared = await this.#prepare(group);
    return 'refusal' in prepared.result ? this.#prepareAtHead(group, 0, false) : prepared;
  }

  async #prepareAtHead(group: InstantGroup, settle: number, isPartial: boolean): Promise<PreparedFile> {
    const { source, signal, addressBooks } = this.#options;
    const options = { source, signal, addressBooks, settle, isPartial, ...this.#timeOfLook };
    const settled = await settleInstant(options, this, group);
    const prepared = await this.#prepare(settled);
    const { result } = prepared;
    if ('refusal' in result || result.agreement.signatures.every(({ outcome }) => outcome !== 'unreadable')) {
      return prepared;
    }
    // A signature that cannot be read may just be half written.
    await source.changed(HALF_WRITTEN_MS, signal);
    return this.#prepare(settled);
  }

  /** A source that reports no changes is asked no more often than it is polled. */
  get #timeOfLook(): { readonly look?: number } {
    const { source, pollInterval } = this.#options;
    return source.changes === 0 && pollInterval !== undefined ? { look: pollInterval } : {};
  }

  #prepare(group: InstantGroup): Promise<PreparedFile> {
    const { source, signal, addressBooks, stakes, consensusRatio: ratio = ONE_THIRD } = this.#options;
    return prepareFile(group, addressBooks.at(group.instant), stakes, { source, ratio, signal });
  }

  /** A file read ahead is judged again when a block in between changed the address book or the stakes. */
  async #renewed(prepared: PreparedFile): Promise<PreparedFile> {
    const { addressBooks, stakes } = this.#options;
    const { book, stakeUpdates, group } = prepared;
    const isCurrent = book === addressBooks.at(group.instant) && stakeUpdates === stakes.updates;
    return isCurrent ? prepared : this.#prepare(group);
  }

  #judge({ result }: PreparedFile): ProvenBlock | StreamFileError | null {
    if ('refusal' in result) return result.refusal;
    try {
      return admitFile(result.agreement, result.content, this.#position, this.#options);
    } catch (error) {
      if (error instanceof StreamFileError) return error;
      throw error;
    }
  }
}

/** Instants without consensus since the last file: left out once a later file continues the chain. */
class PassedOver {
  readonly #log: VerifyLog;
  #named: StreamFileError[] = [];
  #count = 0;

  constructor(log: VerifyLog) {
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

  leaveOut(): void {
    for (const { file, message } of this.#named) {
      this.#log.warn({ file }, `${message}; skipped, as the chain of hashes continues without it`);
    }
    const more = this.#count - this.#named.length;
    if (more > 0) this.#log.warn({ files: more }, 'More files without consensus were skipped there');
    this.#named = [];
    this.#count = 0;
  }
}

/** What one look at the end of the stream may take: a node that makes instants up makes it no longer. */
interface HeadWait {
  /** Until when (`performance.now()`) nodes are waited for that are merely later; null: none was yet. */
  deadline: number | null;
  /** Whether only some of the folders were listed. */
  isPartial: boolean;
  /** Instants that were found. */
  found: number;
  /** Whether there were so many that all folders are to be listed. */
  isBehind: boolean;
}

/** Some of the folders, others at each look, so that a node that shows nothing new hides it for a few looks only. */
function chooseFolders(folders: readonly NodeFolder[], count: number, look: number): readonly NodeFolder[] {
  if (look === 0 || count >= folders.length) return folders;
  const first = (look * count) % folders.length;
  return [...folders.slice(first), ...folders.slice(0, first)].slice(0, count);
}
