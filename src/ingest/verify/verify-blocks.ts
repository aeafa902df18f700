import { type BlockFile, possibleRoots } from '../decode/block/block-file.ts';
import { type Block, type BlockPosition, positionAfter } from '../decode/decoded-block.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import type { BlockSource } from '../source/block-source.ts';
import { ownSignal } from '../store/limit-time.ts';
import type { StoredObject } from '../store/object-store.ts';
import type { AddressBooks } from './address-books.ts';
import { expectNextBlock } from './block-checks.ts';
import {
  type ProvenRoot,
  provenByLater,
  proveRoot,
  type ThresholdTrust,
  type Trust,
} from './block-proofs.ts';
import { BlockReader } from './block-reader.ts';
import { type ConsensusRatio, ONE_THIRD } from './consensus-ratio.ts';
import type { NodeStakes } from './node-stakes.ts';
import { Problems, type StreamProblem, type VerifyLog } from './problems.ts';
import type { Proof } from './proof.ts';
import { admitBlock, type ProvenBlock } from './proven-block.ts';
import { lastBefore } from './start-block.ts';
import type { LedgerInForce } from './tss/ledger-history.ts';
import { learnForm } from './wrapped-form.ts';

/**
 * Translates a block file into a block with this root hash. `size`: bytes on the wire. `proven`: whether a proof covers the
 * root hash, where that was not known at first (`Block.isUndecided`). Throws `StreamFileError`.
 */
export type BlockDecoder = (
  file: BlockFile,
  root: Buffer,
  size: number,
  proven?: { readonly isCovered: boolean },
) => Block;

export interface VerifyBlocksOptions {
  readonly source: BlockSource;
  readonly decode: BlockDecoder;
  /** All are kept up to date by `verifyBlocks`, block by block. */
  readonly addressBooks: AddressBooks;
  readonly stakes: NodeStakes;
  readonly threshold: ThresholdTrust;
  /** Whether blocks whose proof cannot be checked are stored. */
  readonly trust: Trust;
  /** The network signs with mocks. */
  readonly acceptsMocks: boolean;
  /** Of record files in blocks. Default: exactly 1/3. */
  readonly consensusRatio?: ConsensusRatio;
  /** null: from the first block there is. */
  readonly startAfter: BlockPosition | null;
  /** Where `startAfter` is null: number of the first block. Default: the first one that the source has. */
  readonly startAt?: bigint;
  /** Where `startAfter` is null: leave out blocks that end before this instant (nanoseconds). */
  readonly startFrom?: bigint;
  /** Each block is proven by its own proof, though a later one proves it as well. Default false. */
  readonly provesEach?: boolean;
  /** Wait for more blocks instead of ending. */
  readonly follow: boolean;
  /** Milliseconds between looks for the next block when following. Default 100. */
  readonly pollInterval?: number;
  readonly patience?: number;
  readonly signal: AbortSignal;
  readonly log: VerifyLog;
  readonly onProblem?: (problem: StreamProblem | null) => void;
  /** In place of one from the options, where feeds take turns. */
  readonly problems?: Problems;
  /** Called, when following, each time the source has nothing more that can be trusted now. */
  readonly onEnd?: () => void;
}

const DEFAULT_POLL_MS = 100;
const MAX_BACK_OFF_MS = 10_000;
/** The same while the source itself fails: what it missed meanwhile is read soon after it is well again. */
const MAX_BACK_OFF_OF_SOURCE_MS = 2_000;
/**
 * Blocks that one signature may prove while catching up, and how much they may hold, decompressed. Their items take
 * many times their bytes until they are given away: 64 blocks of 1,000 transactions took 300 MB more than this.
 */
const MAX_GROUP = 64;
const MAX_GROUP_BYTES = 4 * 1024 * 1024;

/**
 * The blocks of a block stream that are proven, in order of their numbers, none left out. While more are there, one
 * threshold signature proves many: the newest of a group is checked, and the root hashes backwards from it. Ends when
 * the source has no more (not following) or the signal is aborted. Throws `StreamFileError` when the next block is
 * refused; following, it reports and waits instead.
 */
export async function* verifyBlocks(options: VerifyBlocksOptions): AsyncGenerator<ProvenBlock, void, void> {
  const own = ownSignal(options.signal);
  try {
    yield* followBlocks({ ...options, signal: own.signal });
  } catch (error) {
    if (options.signal.aborted && !(error instanceof StreamFileError)) return;
    throw error;
  } finally {
    own.end();
  }
}

async function* followBlocks(options: VerifyBlocksOptions): AsyncGenerator<ProvenBlock, void, void> {
  const { source, signal } = options;
  const problems = options.problems ?? new Problems(options);
  const chain = new BlockChain(options);
  const poll = options.pollInterval ?? DEFAULT_POLL_MS;
  let backOff = poll;
  for (;;) {
    signal.throwIfAborted();
    const seen = source.changes;
    let refusal: StreamFileError | null = null;
    // Not the blocks given away: those before the instant at which the stream begins are left out.
    const before = chain.next;
    try {
      for await (const proven of chain.nextGroup()) {
        problems.resolve();
        yield proven;
      }
    } catch (error) {
      if (!(error instanceof StreamFileError) || !options.follow) throw error;
      refusal = error;
    }
    if (chain.next !== before && refusal === null) {
      backOff = poll;
      continue;
    }
    if (!options.follow) return;
    if (refusal) {
      problems.report(refusal);
      if (chain.next !== null) source.refused?.(chain.next, refusal.reason);
    }
    options.onEnd?.();
    await source.changed(backOff, signal, seen);
    // Polled less and less often where a block is refused, not where there is none yet.
    const sourceFails = refusal?.code === 'unreadable' || refusal?.code === 'timeout';
    const most = sourceFails ? MAX_BACK_OFF_OF_SOURCE_MS : MAX_BACK_OFF_MS;
    backOff = refusal ? Math.min(2 * backOff, most) : poll;
  }
}

/** A block whose place in the chain is known, and whose root hash is not yet proven. */
interface Candidate {
  readonly file: BlockFile;
  /** With the likely root hash. */
  readonly block: Block;
  readonly roots: readonly Buffer[];
  readonly bytes: number;
  /** As it came, and its bytes on the wire. */
  readonly stored: StoredObject;
  readonly size: number;
  readonly publishes: boolean;
}

/** The chain of blocks as far as it is proven. */
class BlockChain {
  readonly #options: VerifyBlocksOptions;
  readonly #reader: BlockReader;
  #position: BlockPosition | null;
  /** Number of the first block that was not left out, where the stream begins at an instant. */
  #next: bigint | null;
  /** The other root hash that the last block may have. */
  #otherRoot: Buffer | null = null;
  /** Published in blocks that were left out: stored with the first one that is not. */
  #leftOutLedgers: readonly LedgerInForce[] = [];
  /** Which of the possible root hashes wrapped record blocks have, as the chain of them shows. */
  #form = 0;
  #isFormLearnt = false;

  constructor(options: VerifyBlocksOptions) {
    this.#options = options;
    this.#reader = new BlockReader(options.source, options.signal);
    this.#position = options.startAfter;
    this.#next = options.startAfter ? options.startAfter.number + 1n : (options.startAt ?? null);
  }

  /** Number of the next block; null where nothing is known of the stream yet. */
  get next(): bigint | null {
    return this.#next;
  }

  /** The blocks that are there now, as many as one proof is good for. None: there is no further block yet. */
  async *nextGroup(): AsyncGenerator<ProvenBlock, void, void> {
    const { signal, threshold } = this.#options;
    this.#next ??= await this.#first(signal);
    if (this.#next === null) return;
    await this.#learnForm(this.#next);
    const group = await this.#gather(this.#next);
    const last = group.at(-1);
    if (!last) return;
    try {
      if (this.#options.provesEach) {
        // All at once: other threads do the work.
        const proofs = group.map((candidate) => this.#proveOwn(candidate));
        await Promise.allSettled(proofs);
        for (const [index, candidate] of group.entries()) {
          const root = await proofs[index];
          if (root) yield* this.#admit(candidate, root);
        }
        return;
      }
      const proven = await this.#proveGroup(group, last);
      for (const [index, candidate] of group.entries()) {
        const root = proven[index] ?? (await this.#proveOwn(candidate));
        yield* this.#admit(candidate, root);
      }
    } finally {
      threshold.discard();
    }
  }

  /** What follows in the source, up to a block that must be proven before anything after it. */
  async #gather(from: bigint): Promise<Candidate[]> {
    const group: Candidate[] = [];
    let bytes = 0;
    let before = this.#position;
    while (group.length < MAX_GROUP && bytes < MAX_GROUP_BYTES) {
      let candidate: Omit<Candidate, 'publishes'> | null;
      try {
        candidate = await this.#read(from + BigInt(group.length), before);
      } catch (error) {
        // What is wrong with it is said when it comes first.
        if (group.length === 0 || !(error instanceof StreamFileError)) throw error;
        return group;
      }
      if (candidate === null) return group;
      const { file, block } = candidate;
      // The nodes that sign it, and their weights, follow from all blocks before it.
      if (file.isWrapped && group.length > 0) return group;
      bytes += candidate.bytes;
      const publishes = this.#options.threshold.propose(block);
      group.push({ ...candidate, publishes });
      if (publishes || file.isWrapped || block.number === null) return group;
      before = positionAfter(block, block.number);
    }
    return group;
  }

  /** The first block to read: the first one there is or, where the stream begins at an instant, one near it. */
  async #first(signal: AbortSignal): Promise<bigint | null> {
    const { source, startFrom, trust, acceptsMocks, threshold } = this.#options;
    const first = await source.first(signal);
    if (first === null || startFrom === undefined) return first;
    const near = await lastBefore(startFrom, first, async (number) => {
      return (await this.#reader.peek(number))?.file.header.timestamp ?? null;
    });
    if (near === first) return first;
    // Threshold signatures are checked under a ledger that an earlier block publishes, unless one is known.
    const peeked = (await this.#reader.peek(near))?.file;
    if (peeked && threshold.isReadyAt(peeked.header.timestamp)) return near;
    const isSignedByNodes = peeked?.proofs.some(({ kind }) => kind === 'record-file');
    return isSignedByNodes || trust === 'chain' || acceptsMocks ? near : first;
  }

  /** Once, before anything is read. */
  async #learnForm(next: bigint): Promise<void> {
    if (this.#isFormLearnt) return;
    const learnt = await learnForm(this.#reader, this.#position, next);
    this.#isFormLearnt = true;
    if (learnt === null) return;
    this.#form = learnt.form;
    this.#position = learnt.position;
    this.#otherRoot = this.#position && learnt.otherRoot;
  }

  async #read(number: bigint, before: BlockPosition | null): Promise<Omit<Candidate, 'publishes'> | null> {
    const { decode, log } = this.#options;
    const opened = await this.#reader.take(number);
    if (opened === null) return null;
    const { file, stored, size, bytes } = opened;
    const { name } = file;
    const continued = this.#settle(before, file.footer.previousRoot);
    const roots = this.#form === 0 ? possibleRoots(file) : possibleRoots(file).toReversed();
    const [likely] = roots;
    if (!likely) throw new StreamFileError('malformed', name, null, 'has no root hash');
    const block = decode(file, likely, size);
    const warning = continued && expectNextBlock(block, continued);
    if (warning) log.warn({ block: number.toString() }, warning);
    return { file, block, roots, bytes, stored, size };
  }

  /**
   * A wrapped record block can have one of two root hashes, and what nodes signed does not say which: the next block
   * does. What it shows is taken for the blocks after it, too.
   */
  #settle(before: BlockPosition | null, named: Buffer): BlockPosition | null {
    if (before === null || before !== this.#position || !this.#otherRoot?.equals(named)) return before;
    this.#form = 1 - this.#form;
    this.#otherRoot = null;
    this.#position = { ...before, rootHash: named.toString('hex') };
    return this.#position;
  }

  /** The proof of the newest block, and by it of all before it; empty where each has to be proven by its own. */
  async #proveGroup(group: readonly Candidate[], last: Candidate): Promise<readonly ProvenRoot[]> {
    if (group.length === 1) return [await this.#proveOwn(last)];
    let proven: ProvenRoot;
    try {
      proven = await this.#proveOwn(last);
    } catch (error) {
      if (!(error instanceof StreamFileError)) throw error;
      return [];
    }
    if (proven.proof.kind === 'chain') return [];
    const all: ProvenRoot[] = [proven];
    for (let index = group.length - 2; index >= 0; index -= 1) {
      const [candidate, later, known] = [group[index], group[index + 1], all[0]];
      const root = candidate?.roots[0];
      if (!root || !later || !known) return [];
      all.unshift(provenByLater(root, known, later.file.footer.previousRoot));
    }
    return all;
  }

  #proveOwn({ file, block, roots, publishes }: Candidate): Promise<ProvenRoot> {
    const { addressBooks, stakes, threshold, trust, acceptsMocks, consensusRatio } = this.#options;
    return proveRoot(block, roots, file.proofs, {
      threshold,
      publishes,
      trust,
      acceptsMocks,
      ratio: consensusRatio ?? ONE_THIRD,
      nodes: () => {
        const book = addressBooks.at(block.consensusStart);
        return { book, weights: stakes.weights(book) };
      },
    });
  }

  /** The block as it is stored, now that it is known what its proofs cover. */
  #decided({ file, block, size }: Candidate, { root, proof }: ProvenRoot): Block {
    if (!block.isUndecided) return withRoot(block, root);
    return this.#options.decode(file, root, size, { isCovered: coversRoot(proof) });
  }

  *#admit(candidate: Candidate, root: ProvenRoot): Generator<ProvenBlock, void, void> {
    const { addressBooks, stakes, threshold, startFrom } = this.#options;
    const block = this.#decided(candidate, root);
    const proven = admitBlock(block, [candidate.stored], root, this.#position, {
      addressBooks,
      stakes,
      ledgers: {
        propose: () => candidate.publishes || this.#leftOutLedgers.length > 0,
        confirm: (proof) => [
          ...this.#leftOutLedgers,
          ...(candidate.publishes ? threshold.confirm(proof) : []),
        ],
        noteBlock: () => threshold.noteBlock(),
      },
    });
    const isBeforeStart =
      this.#position === null && startFrom !== undefined && block.consensusEnd < startFrom;
    this.#next = proven.number + 1n;
    this.#leftOutLedgers = isBeforeStart ? proven.ledgers : [];
    if (isBeforeStart) return;
    this.#position = proven.position;
    this.#otherRoot = coversRoot(root.proof)
      ? null
      : (candidate.roots.find((other) => !other.equals(root.root)) ?? null);
    yield proven;
  }
}

/** Whether a proof is of the block's root hash, and not of the record file in it alone. */
function coversRoot({ kind }: Proof): boolean {
  return kind !== 'record-file-proof' && kind !== 'record-signatures';
}

function withRoot(block: Block, hash: Buffer): Block {
  const { root } = block.hashes;
  return root === null || hash.equals(root.hash)
    ? block
    : { ...block, hashes: { ...block.hashes, root: { ...root, hash } } };
}
