import { access, mkdir, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../if-missing.ts';
import type { ServiceAddress } from '../ledger/service-endpoint.ts';
import { SOFTWARE_VERSION, type Version } from '../ledger/software-version.ts';
import { type BlockOptions, type DemoBlock, DemoNetwork } from '../network.ts';
import { planOf, type RunningOptions } from '../options.ts';
import {
  type Begun,
  type ChainEnd,
  DemoStateError,
  type PublishedBlock,
  StateStore,
  type StreamEnd,
} from '../state-store.ts';
import { type BlockSigner, openBlockSigner } from '../threshold/block-signer.ts';
import { CHAIN_START, provenBlock, type UnprovenBlock, unprovenBlock } from './block-file.ts';
import { BlockFolder } from './block-folder.ts';
import { layOutBlock, type TransactionGroup } from './block-layout.ts';
import { laterProof, mockProof, signatureProof } from './block-proof.ts';
import { BlockWriter, nodeFolder, replace } from './block-writer.ts';
import { decodedItem } from './decoded-item.ts';
import { streamInstant } from './file-names.ts';
import { blockEndItems, genesisItems } from './network-state.ts';
import { newerItems, newerRecords } from './newer.ts';
import { addressBook, type DemoNode, nodeDetails, openNodes, signatureFile } from './nodes.ts';
import { MIN_SAVING_BYTES, PartialChanges } from './partial-changes.ts';
import { recordFile } from './record-file.ts';
import { stateChangesOf } from './state-changes.ts';
import { transactionItems } from './transaction-items.ts';
import { signedWrappedBlock, wrappedBlock } from './wrapped-block.ts';

export interface StreamOptions extends RunningOptions {
  /** Folder of the stream, its keys and its state. */
  readonly dir: string;
  /** Whether every node's folder has data files (as hard links), and not only the first one's. Default true. */
  readonly dataEverywhere?: boolean;
  /**
   * Whether file 0.0.102 has the address book at genesis, as in real networks. Default false: the book contains the
   * nodes' RSA keys, and without it the seed alone determines every data file.
   */
  readonly publishAddressBook?: boolean;
  /**
   * Address of all nodes, for address books. Default port 50211 of this machine: all nodes share a port, because SDKs
   * expect TLS at port 50212, and the JavaScript SDK ignores endpoints in an address book with ports other than 50211.
   * A network that publishes its book publishes a new one when this address changes.
   */
  readonly serviceAt?: ServiceAddress;
  /** Bits of the nodes' RSA keys, where the folder has none yet. Default: 3072, as in real networks. */
  readonly keyBits?: number;
  /**
   * Number of the first block that is written to the block stream instead of as a record file. Default: none. A stream
   * cannot return to record files.
   */
  readonly cutover?: number;
  /**
   * Whether the nodes publish a ledger and sign blocks under it. Only the last of the blocks that are published
   * together is signed. State proofs lead to it from the others. A stream whose first blocks have mocks continues with
   * mocks. Default: false.
   */
  readonly signs?: boolean;
  /**
   * Whether each record file is also written as a wrapped record block, in a folder `wrapped` next to the stream
   * (HIP-1193). The first block of the block stream then references the last of them. Default false.
   */
  readonly wraps?: boolean;
  /** Returns the version that a record file or block names. Default: 0.77 in record files, 0.78 in blocks. */
  readonly versionOf?: (number: bigint) => Version;
  /**
   * Returns the threshold signature of a block's root hash; null: a mock. Default: mocks. For streams that are signed
   * in another way.
   */
  readonly signBlock?: (number: bigint, root: Uint8Array) => Uint8Array | null;
  /**
   * Number of the first block whose root hash has sixteen leaves (HAPI 0.78); earlier blocks have eight. Default: 0.
   */
  readonly sixteenLeavesFrom?: number;
  /**
   * Whether state changes are written as the changed fields only, as by consensus nodes since 0.80, if that saves at
   * least 64 bytes. A function gives the minimum saving in bytes by block (null: the block has whole values). Default:
   * false, all blocks have whole values.
   */
  readonly partialChanges?: boolean | ((block: bigint) => number | null);
  /** Returns whether no position of the stream is needed any more, so that its state may be compacted. Default: true. */
  readonly mayCompact?: () => boolean;
  /** Called when blocks of the block stream are published, with the numbers of the first and the last one. */
  readonly onPublished?: (first: bigint, last: bigint) => void;
}

/** Counts of the stream written so far. */
export interface DemoSummary {
  readonly blocks: number;
  /** Stream items, children included. */
  readonly transactions: number;
  /** Consensus time of the last item, in nanoseconds. */
  readonly consensusEnd: bigint;
}

/** A record file or block in memory, before it is written. */
interface Made {
  readonly block: DemoBlock;
  readonly begun: Begun;
  readonly published: PublishedBlock;
  /** Writes the file. Resolves to the function that publishes it. Null while the block waits for its proof. */
  readonly write: (() => Promise<() => Promise<void>>) | null;
}

/** Maximum number of blocks being written while further blocks are generated. */
const IN_FLIGHT = 4;
const ZERO_HASH = new Uint8Array(48);

/**
 * The stream of a demo network in a folder, open for writing. Blocks are published in groups: first their data files,
 * then the state after them, then the signatures. So after a crash at any moment there are only blocks that the state
 * includes, and the next start continues after the last of them.
 */
export class DemoStream {
  readonly network: DemoNetwork;
  readonly #nodes: readonly DemoNode[];
  readonly #writer: BlockWriter;
  readonly #folder: BlockFolder;
  readonly #store: StateStore;
  readonly #cutover: bigint | null;
  readonly #onPublished: (first: bigint, last: bigint) => void;
  readonly #signBlock: StreamOptions['signBlock'];
  /** Writer of partial changes; null if all blocks have whole values. */
  readonly #partial: PartialChanges | null;
  readonly #minSaving: (block: bigint) => number | null;
  readonly #sixteenLeavesFrom: bigint;
  /** Signer of blocks; null if blocks have mocks, or proofs of `signBlock`. */
  readonly #signer: BlockSigner | null;
  /** Blocks that wait for the signature of the last one of their group. */
  #unproven: UnprovenBlock[] = [];
  #running: Uint8Array;
  /** End of the block stream; null before the cutover. */
  #chain: ChainEnd | null;
  /** Folder of wrapped record blocks; null if record files are not wrapped. */
  readonly #wrappedFolder: BlockFolder | null;
  readonly #versionOf: StreamOptions['versionOf'];
  #wrapped: ChainEnd;
  #transactions: number;
  #writing: Promise<() => Promise<void>>[] = [];
  #written: (() => Promise<void>)[] = [];
  #group: PublishedBlock[] = [];
  #publishing: Promise<unknown> = Promise.resolve();
  /** Whether a step failed half way. Then the state in memory does not match the disk, and is not stored. */
  #broken = false;

  private constructor(
    options: StreamOptions,
    network: DemoNetwork,
    nodes: readonly DemoNode[],
    writer: BlockWriter,
    store: StateStore,
    end: StreamEnd | null,
    signer: BlockSigner | null,
  ) {
    this.#folder = new BlockFolder(options.dir);
    this.#cutover = options.cutover === undefined ? null : BigInt(options.cutover);
    this.#onPublished = options.onPublished ?? (() => {});
    this.#chain = end?.chain ?? (end?.root ? { ...CHAIN_START, root: end.root } : null);
    this.#wrappedFolder = options.wraps ? new BlockFolder(join(options.dir, 'wrapped')) : null;
    this.#wrapped = end?.wrapped ?? CHAIN_START;
    this.#versionOf = options.versionOf;
    this.#signBlock = options.signBlock;
    this.#signer = signer;
    const { partialChanges = false } = options;
    this.#sixteenLeavesFrom = BigInt(options.sixteenLeavesFrom ?? 0);
    const partial = new PartialChanges(network.ledger.emittedValues);
    this.#partial = partialChanges === false ? null : partial;
    // Values stored by an earlier run are removed, because this run does not update them.
    if (partialChanges === false) partial.clear();
    this.#minSaving = typeof partialChanges === 'function' ? partialChanges : () => MIN_SAVING_BYTES;
    this.network = network;
    this.#nodes = nodes;
    this.#writer = writer;
    this.#store = store;
    this.#running = end?.running ?? ZERO_HASH;
    this.#transactions = end?.transactions ?? 0;
  }

  /**
   * Opens or creates the stream in a folder. Throws `DemoStateError` when the folder contains something else,
   * `RangeError` for invalid options.
   */
  static async open(options: StreamOptions): Promise<DemoStream> {
    const { dir } = options;
    // Options are validated before any file is created.
    planOf(options);
    await mkdir(dir, { recursive: true });
    const nodes = await openNodes(dir, options.keyBits);
    const { serviceAt } = options;
    const book = addressBook(nodes, serviceAt);
    const network = new DemoNetwork(options, {
      addressBook: options.publishAddressBook ? book : new Uint8Array(),
      nodeDetails: nodeDetails(serviceAt),
      ...(serviceAt !== undefined && { serviceAt }),
    });
    const { store, end, begun } = await StateStore.open(join(dir, 'state'), network, options.mayCompact);
    try {
      if (end === null && begun.length === 0 && (await holdsFiles(nodeFolder(dir, nodes[0]?.account ?? 0)))) {
        throw new DemoStateError(
          `The folder ${dir} contains record files that were not written by a demo network: choose an empty folder.`,
        );
      }
      const writer = new BlockWriter(dir, nodes, options.dataEverywhere ?? true);
      await writer.prepare();
      await replace(join(dir, 'address_book.bin'), book);
      const signer = await signerOf(options, network, end);
      const stream = new DemoStream(options, network, nodes, writer, store, end, signer);
      for (const each of begun) {
        if ('start' in each) await removeRecordFile(dir, nodes, each.start);
        else await stream.#folder.remove(each.number);
      }
      await store.filesRemoved();
      for (const block of end?.blocks ?? []) await stream.#publishAgain(dir, block);
      return stream;
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  get summary(): DemoSummary {
    return {
      blocks: Number(this.network.progress.nextNumber),
      transactions: this.#transactions,
      consensusEnd: this.network.ledger.lastConsensus,
    };
  }

  /** Position after the last published block. All made blocks must be published. */
  get position(): number {
    return this.#store.position;
  }

  /** Returns to an earlier position: the stream must be closed, and opened again. */
  async returnTo(position: number): Promise<void> {
    await this.#publishing;
    await this.#store.returnTo(position);
  }

  /** Makes the next block, starts writing it, and returns it; `commit` publishes it. */
  async write(blockOptions?: BlockOptions): Promise<DemoBlock> {
    return this.#whole(async () => {
      const isBlock = this.#chain !== null || this.#isCutover;
      const made = await (isBlock ? this.#makeBlock(blockOptions) : this.#makeRecordFile(blockOptions));
      this.#group.push(made.published);
      await this.#store.intend(made.begun);
      if (made.write !== null) await this.#begin(made.write);
      return made.block;
    });
  }

  /** Begins to write, and waits while too many blocks are being written. */
  async #begin(write: NonNullable<Made['write']>): Promise<void> {
    const writing = write();
    // The promise is awaited later. Until then a failure must not count as unhandled.
    writing.catch(() => {});
    this.#writing.push(writing);
    if (this.#writing.length >= IN_FLIGHT) await this.#settleOne();
  }

  /**
   * Whether the block stream begins with the next block. The signing ledger is published before it, or by the very
   * first block.
   */
  get #isCutover(): boolean {
    const { nextNumber } = this.network.progress;
    if (this.#cutover === null || nextNumber < this.#cutover) return false;
    return nextNumber === 0n || this.#signer === null || this.network.hasPublished(this.#signer);
  }

  async #makeRecordFile(blockOptions: BlockOptions | undefined): Promise<Made> {
    const { ledger } = this.network;
    const partial = this.#partial;
    // A node's state continues across the cutover, so the first blocks may have changes relative to values of record
    // files.
    if (partial !== null)
      ledger.onTransaction = (recorded) => partial.note(stateChangesOf(recorded.map(decodedItem), ledger));
    const block = await this.network.nextBlock(blockOptions);
    ledger.onTransaction = null;
    const { newer } = this.network.plan;
    const items = newer ? newerRecords(block.items) : block.items;
    const version = this.#versionOf?.(block.number) ?? SOFTWARE_VERSION;
    const file = recordFile(block.number, this.#running, items, version);
    const folder = this.#wrappedFolder;
    const wrapped = folder && wrappedBlock(file, this.#wrapped, version);
    if (wrapped) this.#wrapped = wrapped.end;
    this.#running = file.endRunningHash;
    this.network.ledger.noteBlockHash(block.number, file.endRunningHash);
    this.#transactions += block.items.length;
    const { start, fileHash, metadataHash } = file;
    return {
      block,
      begun: { start },
      published: { start, fileHash, metadataHash },
      write: async () => {
        const publish = await this.#writer.write(file);
        if (folder === null || wrapped === null) return publish;
        const publishWrapped = await folder.write(await signedWrappedBlock(wrapped, file, this.#nodes));
        return async () => {
          await publish();
          await publishWrapped();
        };
      },
    };
  }

  async #makeBlock(blockOptions: BlockOptions | undefined): Promise<Made> {
    const { ledger, plan } = this.network;
    const before = this.#chain ?? this.#wrapped;
    const groups: TransactionGroup[] = [];
    ledger.onTransaction = (recorded) => {
      const made = transactionItems(recorded, ledger);
      groups.push({ recorded, items: plan.newer ? newerItems(recorded, made) : made });
    };
    const beginning = this.network.progress.nextNumber === 0n ? genesisItems(ledger) : [];
    const block = await this.network.nextBlock(blockOptions);
    const { number, start, items: recorded } = block;
    ledger.onTransaction = null;
    const [at, last] = [recorded[0]?.at ?? start, recorded.at(-1)?.at ?? start];
    const end = blockEndItems(number, at, last, before, ledger);
    const whole = [...layOutBlock(number, at, groups, beginning), ...end];
    const items = this.#partial?.written(whole, this.#minSaving(number)) ?? whole;
    const leafCount = number < this.#sixteenLeavesFrom ? 8 : 16;
    const unproven = unprovenBlock(number, at, before, items, leafCount, this.#versionOf?.(number));
    this.#chain = unproven.end;
    ledger.noteBlockHash(number, unproven.root);
    this.#transactions += recorded.length;
    const made = { block, begun: { number }, published: { number } };
    if (this.#signer !== null) {
      this.#unproven.push(unproven);
      return { ...made, write: null };
    }
    const signature = this.#signBlock?.(number, unproven.root) ?? null;
    const proof = signature === null ? mockProof(unproven.root) : signatureProof(signature);
    return { ...made, write: () => this.#folder.write(provenBlock(unproven, proof)) };
  }

  /** Signs the last of the waiting blocks, and begins to write all of them. */
  async #proveGroup(): Promise<void> {
    const blocks = this.#unproven;
    this.#unproven = [];
    const last = blocks.at(-1);
    if (last === undefined || this.#signer === null) return;
    const signature = this.#signer.sign(last.root);
    for (const [index, block] of blocks.entries()) {
      const climbs = blocks.slice(index + 1).map(({ climb }) => climb);
      const proof = block === last ? signatureProof(signature) : laterProof(block.root, climbs, signature);
      await this.#begin(() => this.#folder.write(provenBlock(block, proof)));
    }
  }

  /** Publishes the blocks written since the last call. */
  async commit(): Promise<void> {
    if (this.#broken || this.#group.length === 0) return;
    await this.#whole(async () => {
      await this.#proveGroup();
      while (this.#writing.length > 0) await this.#settleOne();
      await this.#publishing;
      await this.#store.commit(this.network, {
        running: this.#running,
        ...(this.#chain && { chain: this.#chain }),
        ...(this.#wrappedFolder && { wrapped: this.#wrapped }),
        blocks: this.#group,
        transactions: this.#transactions,
      });
      const written = this.#written;
      const numbers = this.#group.flatMap((block) => ('number' in block ? [block.number] : []));
      this.#group = [];
      this.#written = [];
      this.#publishing = Promise.all(written.map((publish) => publish())).then(() => {
        const [first, last] = [numbers[0], numbers.at(-1)];
        if (first !== undefined && last !== undefined) this.#onPublished(first, last);
      });
      this.#publishing.catch(() => {});
    });
  }

  /** Runs a step that must complete. If it fails, nothing more is stored. */
  async #whole<Result>(step: () => Promise<Result>): Promise<Result> {
    this.#broken = true;
    const result = await step();
    this.#broken = false;
    return result;
  }

  /** Publishes the remaining blocks and closes the folder. */
  async close(): Promise<void> {
    try {
      await this.commit();
      await this.#publishing;
    } finally {
      // The next process that opens the folder must not find files that are still being written.
      await Promise.allSettled([...this.#writing, this.#publishing]);
      await this.#store.close();
    }
  }

  async #settleOne(): Promise<void> {
    const publish = await this.#writing.shift();
    if (publish !== undefined) this.#written.push(publish);
  }

  async #publishAgain(dir: string, block: PublishedBlock): Promise<void> {
    if ('number' in block) return this.#folder.publish(block.number);
    for (const node of this.#nodes) {
      const path = join(nodeFolder(dir, node.account), `${streamInstant(block.start)}.rcd_sig`);
      if (await exists(path)) continue;
      await replace(path, await signatureFile(node, block.fileHash, block.metadataHash));
    }
  }
}

/** Returns the signer of a stream's blocks, or null. The network then publishes its ledger, unless it already has. */
async function signerOf(
  { dir, signs, cutover }: StreamOptions,
  network: DemoNetwork,
  end: StreamEnd | null,
): Promise<BlockSigner | null> {
  const hasBlocks = Boolean(end?.chain ?? end?.root);
  if (!signs || (cutover === undefined && !hasBlocks)) return null;
  const signer = await openBlockSigner(dir);
  if (hasBlocks && !network.hasPublished(signer)) return null;
  network.publish(signer);
  return signer;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(() => true, ifMissing(false));
}

async function holdsFiles(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(ifMissing([]));
  return names.some((name) => name !== 'sidecar');
}

/** Removes the files of a record file that was not published. */
async function removeRecordFile(dir: string, nodes: readonly DemoNode[], start: bigint): Promise<void> {
  const name = streamInstant(start);
  const files = [`${name}.rcd.gz`, `${name}.rcd_sig`, join('sidecar', `${name}_01.rcd.gz`)];
  const paths = nodes.flatMap((node) => files.map((file) => join(nodeFolder(dir, node.account), file)));
  await Promise.all(paths.flatMap((file) => [file, `${file}.tmp`]).map(unlinkIfExists));
}

/** Removes a file. Takes a third of the time of `rm` with `force`, which matters after a return over many blocks. */
async function unlinkIfExists(file: string): Promise<void> {
  await unlink(file).catch(ifMissing(undefined));
}
