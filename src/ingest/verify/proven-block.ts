import { type Block, type BlockPosition, positionAfter } from '../decode/decoded-block.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import type { StoredObject } from '../store/object-store.ts';
import type { AddressBooks, AddressBookUpdates } from './address-books.ts';
import type { Agreement } from './agreement.ts';
import { expectNextBlock } from './block-checks.ts';
import type { ProvenRoot, ThresholdTrust } from './block-proofs.ts';
import type { NodeStakes } from './node-stakes.ts';
import type { PreparedContent } from './prepared-file.ts';
import type { NodeSignature, Proof } from './proof.ts';
import { expectNextFile, isSameFile, type Numbering, numberingOf, readAgreedFile } from './record-checks.ts';
import type { LedgerInForce } from './tss/ledger-history.ts';

/**
 * A block that may be stored, with its proof; the rest of the ingest accepts no other. Created by the functions of
 * this file only: the class is not exported, only its type, and its private field makes the type nominal.
 */
class ProvenBlockImpl {
  readonly block: Block;
  /**
   * Block number: the block's own (v6, blocks), else one more than that of the block before it; 0 for the first block.
   */
  readonly number: bigint;
  /**
   * Amount to add to the number of every earlier block; 0 except for the first v6 file after files without a number.
   */
  readonly numberShift: bigint;
  readonly proof: Proof;
  /** Changes to the address books. The first block of a new database also has the initial book. */
  readonly addressBooks: AddressBookUpdates;
  /** Ledgers that the block publishes, whose threshold signatures are trusted from then on. */
  readonly ledgers: readonly LedgerInForce[];
  /** Files that contain and prove the block, as received. */
  readonly files: readonly StoredObject[];

  readonly #proven = true;

  constructor(
    block: Block,
    files: readonly StoredObject[],
    numbering: Numbering,
    proof: Proof,
    context: AdmitContext,
  ) {
    this.block = block;
    this.files = files;
    this.number = numbering.number;
    this.numberShift = numbering.shift;
    this.proof = proof;
    this.addressBooks = context.addressBooks.apply(block);
    context.stakes.apply(block);
    this.ledgers = context.ledgers?.propose(block) ? context.ledgers.confirm(proof) : [];
    context.ledgers?.noteBlock();
  }

  get proven(): boolean {
    return this.#proven;
  }

  /** Signatures of each node of the address book in force; empty unless nodes sign. */
  get signatures(): readonly NodeSignature[] {
    return 'signatures' in this.proof ? this.proof.signatures : [];
  }

  /** The position after this block. */
  get position(): BlockPosition {
    return positionAfter(this.block, this.number);
  }
}

export type ProvenBlock = ProvenBlockImpl;

/**
 * Accepts a block whose root hash is proven and that continues the block before it (not checked for the very first one:
 * `previous` null). This is the last check of blocks. Then applies its address books and stakes. Throws
 * `StreamFileError`, having applied nothing.
 */
export function admitBlock(
  block: Block,
  files: readonly StoredObject[],
  proven: ProvenRoot,
  previous: BlockPosition | null,
  context: AdmitContext,
): ProvenBlock {
  const root = block.hashes.root?.hash;
  if (!proven.checked || !root || !proven.root.equals(root) || block.number === null) {
    throw new StreamFileError('hash-mismatch', block.name, null, 'has a root hash other than the proven one');
  }
  if (previous) expectNextBlock(block, previous);
  return new ProvenBlockImpl(block, files, { number: block.number, shift: 0n }, proven.proof, context);
}

/** Publications of proven blocks are passed to it. */
export type LedgerFollower = Pick<ThresholdTrust, 'propose' | 'confirm' | 'noteBlock'>;

export interface AdmitContext {
  readonly addressBooks: AddressBooks;
  readonly stakes: NodeStakes;
  /** Follower of published ledgers; null: threshold signatures are not followed. */
  readonly ledgers?: LedgerFollower | null;
}

/**
 * Compares a data file with the agreed hashes and with the block before it. This is the last check of record files: the
 * file hash, the metadata hash, the running hash, the sidecars, the previous hash (not for the very first file:
 * `previous` null), that time goes forward, and the block number. Then applies the block's address books and stakes.
 * Returns null when `previous` is the end of this very file (its name may have a later instant than its last
 * transaction). Throws `StreamFileError`, having applied nothing.
 */
export async function admitFile(
  agreement: Agreement,
  content: PreparedContent,
  previous: BlockPosition | null,
  context: AdmitContext,
): Promise<ProvenBlock | null> {
  const block = await readAgreedFile(agreement, content);
  if (previous) {
    if (isSameFile(block, previous)) return null;
    expectNextFile(block, previous);
  }
  const numbering = numberingOf(block, previous);
  const { signatures, signedWeight, totalWeight } = agreement;
  return new ProvenBlockImpl(
    block,
    content.files,
    numbering,
    { kind: 'record-signatures', signatures, signedWeight, totalWeight, readFrom: content.node.nodeId },
    context,
  );
}
