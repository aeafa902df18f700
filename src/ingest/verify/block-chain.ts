import { messageOf } from '../../kernel/failure.ts';
import { atOnce, inSlices, type Steps } from '../../kernel/limits/in-slices.ts';
import type { Log } from '../../kernel/log.ts';
import { type BlockFile, possibleRoots } from '../decode/block/block-file.ts';
import { wrappedFileOf } from '../decode/block/wrapped-block.ts';
import {
  BLOCK_STREAM_VERSION,
  type Block,
  type BlockPosition,
  positionAfter,
} from '../decode/decoded-block.ts';
import { recordFileHash, recordFileVersion } from '../decode/record-file.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import type { AddressBooks } from './address-books.ts';
import { expectNextBlock } from './block-checks.ts';
import {
  type ProofContext,
  type ProvableBlock,
  type ProvenRoot,
  provenByLater,
  proveRoot,
  type ThresholdTrust,
  type Trust,
} from './block-proofs.ts';
import { type ConsensusRatio, ONE_THIRD } from './consensus-ratio.ts';
import type { NodeStakes } from './node-stakes.ts';
import type { Proof } from './proof.ts';
import { admitBlock, type ProvenBlock } from './proven-block.ts';
import type { ReadBlock } from './read-block.ts';
import type { LedgerInForce } from './tss/ledger-history.ts';
import { learnForm } from './wrapped-form.ts';

/**
 * Translates a block file into a block with this root hash. `size`: bytes on the wire. `proven`: whether a proof covers
 * the root hash, if that was not known at first (`Block.isUndecided`). Throws `StreamFileError`.
 */
export type BlockDecoder = (
  file: BlockFile,
  root: Buffer,
  size: number,
  proven?: { readonly isCovered: boolean },
) => Steps<Block>;

export interface ChainOptions {
  readonly decode: BlockDecoder;
  /** Address books, stakes and ledgers, all updated block by block. */
  readonly addressBooks: AddressBooks;
  readonly stakes: NodeStakes;
  readonly threshold: ThresholdTrust;
  /** Whether blocks whose proof cannot be checked are stored. */
  readonly trust: Trust;
  /** Whether the network signs with mocks. */
  readonly acceptsMocks: boolean;
  /** Ratio for record files in blocks; default: exactly 1/3. */
  readonly consensusRatio?: ConsensusRatio;
  /** Position to continue after; null: begins with the first available block. */
  readonly startAfter: BlockPosition | null;
  /** Skips blocks that end before this instant (nanoseconds), when `startAfter` is null. */
  readonly startFrom?: bigint;
  /** Whether each block is proven by its own proof, although a later one proves it as well; default: false. */
  readonly provesEach?: boolean;
  readonly log: Log;
}

/**
 * Maximum size and number of items of a block that is decoded before its proof is verified. Larger ones are rare, and
 * anyone can forge one: a block of 120 MiB (120 KB compressed) took 3 GB and 8 s, one of 8 MiB 0.4 s.
 */
const MAX_UNPROVEN_BYTES = 2 * 1024 * 1024;
const MAX_UNPROVEN_ITEMS = 25_000;

const FIRST_LEDGER_HINT =
  'A block of this size is not searched for the first ledger: TAIN_LEDGER_FILE may name the block itself.';

/** A block whose position in the chain is known, and whose root hash is not yet proven. */
export interface Candidate {
  readonly read: ReadBlock;
  /** The block with the likely root hash. */
  readonly block: Block;
  readonly roots: readonly Buffer[];
  readonly publishes: boolean;
  /** Proof by the block itself, if that was verified before it was decoded; else null. */
  readonly proven: ProvenRoot | null;
  /** Whether the effects of the block must be known before the next block is judged. */
  readonly endsGroup: boolean;
}

/**
 * The chain of blocks as far as it is proven. While more blocks are available, one threshold signature proves many: the
 * signature of the newest block of a group is verified, and then the root hashes from it backwards. The chain reads
 * nothing itself; blocks are judged in order. Throws `StreamFileError` for a block that is refused.
 */
export class BlockChain {
  readonly #options: ChainOptions;
  #position: BlockPosition | null;
  /** Number of the first block that was not skipped, if the stream begins at an instant. */
  #next: bigint | null;
  /** The other possible root hash of the last block. */
  #otherRoot: Buffer | null = null;
  /** Ledgers published in skipped blocks, stored with the first block that is not skipped. */
  #leftOutLedgers: readonly LedgerInForce[] = [];
  /** Form of the root hashes of wrapped record blocks, as learnt from the chain. */
  #form = 0;

  constructor(options: ChainOptions) {
    this.#options = options;
    this.#position = options.startAfter;
    this.#next = options.startAfter ? options.startAfter.number + 1n : null;
  }

  /** Number of the next block; null when nothing is known of the stream yet. */
  get next(): bigint | null {
    return this.#next;
  }

  /** Sets the first block, when none was proven yet. */
  beginAt(number: bigint): void {
    this.#next = number;
  }

  /**
   * Returns whether the chain can begin with a block in the middle of the stream. Threshold signatures are verified
   * under a ledger that an earlier block publishes, unless one is known.
   */
  canBeginWith(read: ReadBlock | null): boolean {
    const { threshold, trust, acceptsMocks } = this.#options;
    if (read && threshold.isReadyAt(read.file.header.timestamp)) return true;
    const isSignedByNodes = read?.file.proofs.some(({ kind }) => kind === 'record-file') ?? false;
    return isSignedByNodes || trust === 'chain' || acceptsMocks;
  }

  /**
   * Determines the form of root hashes. Must be called once, before any block is judged. `read` returns the block of a
   * number, or null.
   */
  async learnForm(read: (number: bigint) => Promise<ReadBlock | null>): Promise<void> {
    if (this.#next === null) return;
    const learnt = await learnForm(read, this.#position, this.#next);
    if (learnt === null) return;
    this.#form = learnt.form;
    this.#position = learnt.position;
    this.#otherRoot = this.#position && learnt.otherRoot;
  }

  /**
   * Appends a block to another appended one (null: to the last proven one). Returns null when that one must be proven
   * first. A large block is decoded only once its own proof holds, which needs the effects of all blocks before it.
   */
  async append(read: ReadBlock, last: Candidate | null): Promise<Candidate | null> {
    const { decode, log, threshold } = this.#options;
    const { file } = read;
    const large = isLarge(read);
    if (large && last !== null) return null;
    const proven = large ? await this.#proveUndecoded(file) : null;
    // The nodes that sign a wrapped record block, and their weights, follow from all blocks before it.
    if (file.isWrapped && last !== null) return null;
    const before = last?.block.number == null ? this.#position : positionAfter(last.block, last.block.number);
    const continued = this.#chooseRoot(before, file.footer.previousRoot);
    const roots = this.#form === 0 ? possibleRoots(file) : possibleRoots(file).toReversed();
    const [likely] = roots;
    if (!likely) throw new StreamFileError('malformed', file.name, null, 'has no root hash');
    const block = await inSlices(decode(file, likely, read.size));
    const warning = continued && expectNextBlock(block, continued);
    if (warning) log.warn({ block: file.header.number.toString() }, warning);
    const publishes = threshold.propose(block);
    return {
      read,
      block,
      roots,
      publishes,
      proven,
      endsGroup: large || publishes || file.isWrapped || block.number === null,
    };
  }

  /** Proves consecutive appended blocks, at least one, and yields them in the form in which they are stored. */
  async *prove(group: readonly Candidate[]): AsyncGenerator<ProvenBlock, void, void> {
    const { threshold, provesEach } = this.#options;
    const last = group.at(-1);
    if (!last) return;
    try {
      if (provesEach) {
        // The proofs run concurrently, because other threads do the work.
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

  /**
   * Determines the root hash of the last wrapped record block, which has two possible ones. The nodes' signatures do
   * not cover the choice, but the next block names the hash. The same form is assumed for the blocks after it.
   */
  #chooseRoot(before: BlockPosition | null, named: Buffer): BlockPosition | null {
    if (before === null || before !== this.#position || !this.#otherRoot?.equals(named)) return before;
    this.#form = 1 - this.#form;
    this.#otherRoot = null;
    this.#position = { ...before, rootHash: named.toString('hex') };
    return this.#position;
  }

  /** Returns the proof of the newest block, which proves all before it; empty when each must be proven by its own. */
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
      all.unshift(provenByLater(root, known, later.read.file.footer.previousRoot));
    }
    return all;
  }

  /**
   * Verifies the proofs of a large block, before it is decoded. It cannot be proven by the first ledger if it contains that:
   * anyone can forge a block that publishes a ledger. Throws `StreamFileError`.
   */
  async #proveUndecoded(file: BlockFile): Promise<ProvenRoot> {
    try {
      const block = provableOf(file);
      return await proveRoot(block, possibleRoots(file), file.proofs, this.#proofContext(block, false));
    } catch (error) {
      const isNotProven = error instanceof StreamFileError && error.code === 'not-proven';
      if (!isNotProven || this.#options.threshold.isReadyAt(file.header.timestamp)) throw error;
      const reason = `${error.reason} ${FIRST_LEDGER_HINT}`;
      throw new StreamFileError(error.code, error.file, error.node, reason, { cause: error });
    }
  }

  /**
   * A block that publishes a ledger is proven anew, because then signatures of nodes are preferred, and so is a wrapped record
   * block, whose likely root hash is known only now.
   */
  async #proveOwn({ read, block, roots, publishes, proven }: Candidate): Promise<ProvenRoot> {
    if (proven !== null && !publishes && !read.file.isWrapped) return proven;
    return proveRoot(block, roots, read.file.proofs, this.#proofContext(block, publishes));
  }

  #proofContext(block: ProvableBlock, publishes: boolean): ProofContext {
    const { addressBooks, stakes, threshold, trust, acceptsMocks, consensusRatio } = this.#options;
    return {
      threshold,
      publishes,
      trust,
      acceptsMocks,
      ratio: consensusRatio ?? ONE_THIRD,
      nodes: () => {
        const book = addressBooks.at(block.consensusStart);
        return { book, weights: stakes.weights(book) };
      },
    };
  }

  /** Returns the block as it is stored, once it is known what its proofs cover. */
  #decided({ read, block }: Candidate, { root, proof }: ProvenRoot): Block {
    if (!block.isUndecided) return withRoot(block, root);
    return atOnce(this.#options.decode(read.file, root, read.size, { isCovered: coversRoot(proof) }));
  }

  *#admit(candidate: Candidate, root: ProvenRoot): Generator<ProvenBlock, void, void> {
    const { addressBooks, stakes, threshold, startFrom } = this.#options;
    const block = this.#decided(candidate, root);
    const proven = admitBlock(block, [candidate.read.stored], root, this.#position, {
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

function isLarge({ file, bytes }: ReadBlock): boolean {
  return bytes > MAX_UNPROVEN_BYTES || file.items.length > MAX_UNPROVEN_ITEMS;
}

/** Returns the parts of a block by which its proofs are verified, without decoding its transactions. Throws `StreamFileError`. */
function provableOf(file: BlockFile): ProvableBlock {
  const { name, header } = file;
  const block = { name: name.replaceAll('/', ''), consensusStart: header.timestamp };
  if (!file.isWrapped) return { ...block, version: BLOCK_STREAM_VERSION, hashes: { record: null } };
  try {
    const { bytes } = wrappedFileOf(file);
    const record = { fileHash: recordFileHash(bytes) };
    return { ...block, version: recordFileVersion(bytes), hashes: { record } };
  } catch (error) {
    throw new StreamFileError('malformed', file.name, null, messageOf(error), { cause: error });
  }
}

/** Returns whether a proof covers the block's root hash, and not only the record file in it. */
function coversRoot({ kind }: Proof): boolean {
  return kind !== 'record-file-proof' && kind !== 'record-signatures';
}

function withRoot(block: Block, hash: Buffer): Block {
  const { root } = block.hashes;
  return root === null || hash.equals(root.hash)
    ? block
    : { ...block, hashes: { ...block.hashes, root: { ...root, hash } } };
}
