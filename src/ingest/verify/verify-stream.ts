import { setTimeout as sleep } from 'node:timers/promises';
import type { BlockPosition } from '../decode/decoded-block.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import type { NodeFolder, StreamSource } from '../source/stream-source.ts';
import { ownSignal } from '../store/limit-time.ts';
import type { AddressBooks } from './address-books.ts';
import { type ConsensusRatio, ONE_THIRD } from './consensus-ratio.ts';
import { type InstantGroup, InstantGroups } from './instant-groups.ts';
import type { NodeStakes } from './node-stakes.ts';
import { type PreparedFile, prepareFile } from './prepared-file.ts';
import { Problems, type StreamProblem, type VerifyLog } from './problems.ts';
import { admitFile, type LedgerFollower, type ProvenBlock } from './proven-block.ts';
import { readAhead } from './read-ahead.ts';
import { settleInstant } from './settle-instant.ts';

export interface VerifyOptions {
  readonly source: StreamSource;
  /** Both are kept up to date by `verifyStream`, block by block. */
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
  /** Wait for more files instead of ending. */
  readonly follow: boolean;
  /** Milliseconds between looks for new files when following. Default 500. */
  readonly pollInterval?: number;
  /** At the chain head: of how many nodes folders are listed in search of a new instant, in turn. Default: all. */
  readonly listedNodes?: number;
  /** At the chain head: longest wait in milliseconds for nodes that signed the previous file. Default 1000. */
  readonly settle?: number;
  /** See `ProblemOptions`. */
  readonly patience?: number;
  readonly signal: AbortSignal;
  readonly log: VerifyLog;
  /**
   * Called when the stream begins to wait at a file that cannot be trusted yet, and with null once it goes
   * on.
   */
  readonly onProblem?: (problem: StreamProblem | null) => void;
  /** In place of one from the options, where feeds take turns. */
  readonly problems?: Problems;
  /** Called, when following, each time the source has nothing more that can be trusted now. */
  readonly onEnd?: () => void;
}

const DEFAULT_POLL_MS = 500;
const DEFAULT_SETTLE_MS = 1_000;
const MAX_BACK_OFF_MS = 10_000;
/** The same while the source itself fails: what it missed meanwhile is read soon after it is well again. */
const MAX_BACK_OFF_OF_SOURCE_MS = 2_000;
/** A source that reports changes all the time is still read no more often than this. */
const MIN_WAIT_MS = 20;
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

/**
 * The files of a record stream that its network is proven to have signed, in order, none left out.
 * Ends when the source has no more (not following) or the signal is aborted. Throws
 * `StreamFileError` when the next file is refused; following, it reports and waits instead, except
 * for two versions of one file that both have enough signatures.
 */
export async function* verifyStream(options: VerifyOptions): AsyncGenerator<ProvenBlock, void, void> {
  // Its own signal also ends work ahead when the consumer stops early.
  const own = ownSignal(options.signal);
  try {
    yield* followStream({ ...options, signal: own.signal });
  } catch (error) {
    if (options.signal.aborted && !(error instanceof StreamFileError)) return;
    throw error;
  } finally {
    own.end();
  }
}

async function* followStream(options: VerifyOptions): AsyncGenerator<ProvenBlock, void, void> {
  const { signal, source } = options;
  const state: StreamState = {
    position: options.startAfter,
    after: options.startAfter?.consensusEnd ?? (options.startFrom ?? 0n) - 1n,
    missing: new Set(),
    lookedAgain: null,
    looksAtHead: 0,
    isBehind: false,
  };
  const poll = options.pollInterval ?? DEFAULT_POLL_MS;
  const problems = options.problems ?? new Problems(options);
  let backOff = poll;
  for (;;) {
    const before = state.after;
    let seen = source.changes;
    let refusal = yield* verifyAvailable(options, state, problems);
    if (refusal?.code === 'chain' && state.lookedAgain !== state.after) {
      // Listings are not taken at one moment: this one may have a file and still lack the one before it.
      state.lookedAgain = state.after;
      await sleep(LOOK_AGAIN_MS, undefined, { signal });
      source.listAgain();
      seen = source.changes;
      refusal = yield* verifyAvailable(options, state, problems);
    }
    if (refusal && (!options.follow || refusal.code === 'divergent')) throw refusal;
    if (!options.follow) return;
    if (state.isBehind && !refusal) {
      state.isBehind = false;
      state.looksAtHead = 0;
      continue;
    }
    if (refusal) problems.report(refusal);
    options.onEnd?.();
    // All folders are listed while files are refused: those that were not may show why.
    state.looksAtHead = refusal ? 0 : state.looksAtHead + 1;
    const isStuck = refusal !== null && state.after === before;
    if (!isStuck) backOff = poll;
    await sleep(MIN_WAIT_MS, undefined, { signal });
    await source.changed(backOff, signal, seen);
    signal.throwIfAborted();
    // Polled less and less often, unless something came that may help.
    const sourceFails = refusal?.code === 'unreadable' || refusal?.code === 'timeout';
    const most = sourceFails ? MAX_BACK_OFF_OF_SOURCE_MS : MAX_BACK_OFF_MS;
    backOff = isStuck && source.changes === seen ? Math.min(2 * backOff, most) : poll;
  }
}

interface StreamState {
  position: BlockPosition | null;
  /** Instant of the last file (nanoseconds): what comes next is after it. */
  after: bigint;
  /** Ids of the nodes that had no signature of the last file. */
  missing: ReadonlySet<bigint>;
  /** The instant after which a break of the chain was checked again; null: none was. */
  lookedAgain: bigint | null;
  /** Looks since the end of the stream was reached first; 0: it was not. */
  looksAtHead: number;
  /** Whether the last look showed so much that all folders are to be listed. */
  isBehind: boolean;
}

/** Yields what can be verified now; returns what is wrong with the next file, or null at the end. */
async function* verifyAvailable(
  options: VerifyOptions,
  state: StreamState,
  problems: Problems,
): AsyncGenerator<ProvenBlock, StreamFileError | null, void> {
  try {
    return yield* verifyListed(options, state, problems);
  } catch (error) {
    // The source itself failed: what cannot be listed now may be there later.
    if (error instanceof StreamFileError) return error;
    throw error;
  }
}

async function* verifyListed(
  options: VerifyOptions,
  state: StreamState,
  problems: Problems,
): AsyncGenerator<ProvenBlock, StreamFileError | null, void> {
  const { source, signal, log } = options;
  const folders = await source.nodeFolders(signal);
  const chosen = chooseFolders(folders, options.listedNodes ?? folders.length, state.looksAtHead);
  const groups = new InstantGroups(source, chosen, state.after, signal);
  const head: HeadWait = { deadline: null, isPartial: chosen.length < folders.length, found: 0 };
  // Without a file before it, nothing shows that an instant was rightly left out.
  const passedOver = new PassedOver(log);
  for await (const ahead of readAhead(() => nextFile(options, state, groups, head))) {
    const prepared = await renewed(options, ahead);
    const outcome = judge(options, state, prepared);
    if (outcome instanceof StreamFileError) {
      if (outcome.code === 'divergent') return outcome;
      const mayPass = outcome.code === 'no-consensus' && state.position && passedOver.count < MAX_PASSED_OVER;
      if (!mayPass) return passedOver.first ?? outcome;
      passedOver.add(outcome);
      continue;
    }
    passedOver.leaveOut();
    if (outcome === null) continue;
    // A name may say a later instant than the content, and must not hide what comes next.
    state.after = outcome.block.consensusEnd;
    if (prepared.group.instant < state.after) state.after = prepared.group.instant;
    state.position = outcome.position;
    const missing = outcome.signatures.filter((signature) => signature.outcome === 'missing');
    state.missing = new Set(missing.map(({ nodeId }) => nodeId));
    problems.resolve();
    yield outcome;
  }
  return passedOver.first;
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
  readonly isPartial: boolean;
  /** Instants that were found. */
  found: number;
}

/** Some of the folders, others at each look, so that a node that shows nothing new hides it for a few looks only. */
function chooseFolders(folders: readonly NodeFolder[], count: number, look: number): readonly NodeFolder[] {
  if (look === 0 || count >= folders.length) return folders;
  const first = (look * count) % folders.length;
  return [...folders.slice(first), ...folders.slice(0, first)].slice(0, count);
}

async function nextFile(
  options: VerifyOptions,
  state: StreamState,
  groups: InstantGroups,
  head: HeadWait,
): Promise<(() => Promise<PreparedFile>) | null> {
  const group = await groups.next();
  if (!group) return null;
  if (!options.follow) return () => prepare(options, group);
  const { isPartial } = head;
  if (isPartial && ++head.found > MAX_AT_HEAD) {
    state.isBehind = true;
    return null;
  }
  if (!isPartial && !(await groups.mayGrow(group))) return () => prepareBehindHead(options, state, group);
  const now = performance.now();
  head.deadline ??= now + (options.settle ?? DEFAULT_SETTLE_MS);
  const settle = Math.max(0, head.deadline - now);
  return () => prepareAtHead({ ...options, settle, isPartial }, state, group);
}

/** Every node has shown what it has of this instant; where that is not enough, folders are looked at once more. */
async function prepareBehindHead(
  options: VerifyOptions,
  state: StreamState,
  group: InstantGroup,
): Promise<PreparedFile> {
  const prepared = await prepare(options, group);
  return 'refusal' in prepared.result ? prepareAtHead({ ...options, settle: 0 }, state, group) : prepared;
}

async function prepareAtHead(
  options: VerifyOptions & { readonly settle: number; readonly isPartial?: boolean },
  state: StreamState,
  group: InstantGroup,
): Promise<PreparedFile> {
  const settled = await settleInstant({ ...options, ...lookOf(options) }, state, group);
  const prepared = await prepare(options, settled);
  const { result } = prepared;
  if ('refusal' in result || result.agreement.signatures.every(({ outcome }) => outcome !== 'unreadable')) {
    return prepared;
  }
  // A signature that cannot be read may just be half written.
  await options.source.changed(HALF_WRITTEN_MS, options.signal);
  return prepare(options, settled);
}

/** A source that reports no changes is asked no more often than it is polled. */
function lookOf({ source, pollInterval }: VerifyOptions): { readonly look?: number } {
  return source.changes === 0 && pollInterval !== undefined ? { look: pollInterval } : {};
}

function prepare(options: VerifyOptions, group: InstantGroup): Promise<PreparedFile> {
  const book = options.addressBooks.at(group.instant);
  const ratio = options.consensusRatio ?? ONE_THIRD;
  const { source, signal, stakes } = options;
  return prepareFile(group, book, stakes, { source, ratio, signal });
}

/** A file read ahead is judged again when a block in between changed the address book or the stakes. */
async function renewed(options: VerifyOptions, prepared: PreparedFile): Promise<PreparedFile> {
  const { addressBooks, stakes } = options;
  const current =
    prepared.book === addressBooks.at(prepared.group.instant) && prepared.stakeUpdates === stakes.updates;
  return current ? prepared : prepare(options, prepared.group);
}

function judge(
  options: VerifyOptions,
  state: StreamState,
  { result }: PreparedFile,
): ProvenBlock | StreamFileError | null {
  if ('refusal' in result) return result.refusal;
  try {
    return admitFile(result.agreement, result.content, state.position, options);
  } catch (error) {
    if (error instanceof StreamFileError) return error;
    throw error;
  }
}
