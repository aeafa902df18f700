import { printEntityId } from '../../kernel/entity-id.ts';
import { messageOf } from '../../kernel/failure.ts';
import { sha384 } from '../../kernel/record-stream.ts';
import type { AddressBook } from '../decode/address-book.ts';
import type { BlockProof, RecordFileProof } from '../decode/block/block-proof.ts';
import { type SignedRoot, signedRootOf } from '../decode/block/state-proof.ts';
import type { Block } from '../decode/decoded-block.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import { checkHashSignature } from './checked-signature.ts';
import { type ConsensusRatio, printConsensusRatio, reachesRatio } from './consensus-ratio.ts';
import type { NodeSignature, NodeSignatures, Proof } from './proof.ts';
import type { LedgerInForce } from './tss/ledger-history.ts';

/**
 * Why a threshold signature is not believed. `isChecked`: it was checked and is wrong; else it cannot be checked (its
 * form or the ledger's keys are not known), which an operator may accept.
 */
export class ProofRefusal extends Error {
  readonly isChecked: boolean;

  constructor(isChecked: boolean, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProofRefusal';
    this.isChecked = isChecked;
  }
}

/** Verifies threshold signatures under the ledgers that the stream itself publishes. */
export interface ThresholdTrust {
  /** Notes what a block publishes, before it is proven; whether it publishes a ledger. */
  propose(block: Block): boolean;
  /**
   * Resolves when the network signed this root hash of a block that begins at `start` (nanoseconds). Rejects with
   * `ProofRefusal`; with `StreamFileError` for `name` when it cannot be checked now.
   */
  verify(root: Uint8Array, signature: Uint8Array, start: bigint, name: string): Promise<void>;
  /** The proposed block is proven: what it publishes holds from then on, and is to be stored with the block. */
  confirm(proof: Proof): readonly LedgerInForce[];
  /** The proposed block is not believed, or is read again. */
  discard(): void;
}

/** Whether blocks are stored whose proof cannot be checked (`chain`), or only proven ones. */
export type Trust = 'proof' | 'chain';

export interface ProofContext {
  readonly threshold: ThresholdTrust;
  readonly trust: Trust;
  /** The network is one that signs with mocks: the hash of the root in place of a signature. */
  readonly acceptsMocks: boolean;
  readonly ratio: ConsensusRatio;
  /** The address book in force and the weight of each of its nodes. Asked for where nodes sign. */
  readonly nodes: () => { readonly book: AddressBook; readonly weights: ReadonlyMap<bigint, bigint> };
}

/** A block's root hash, and why it is believed. Only the functions of this file make one. */
class ProvenRootImpl {
  readonly root: Buffer;
  readonly proof: Proof;

  readonly #checked = true;

  constructor(root: Buffer, proof: Proof) {
    this.root = root;
    this.proof = proof;
  }

  /** The field makes the type nominal: no other object can be passed for a proven root. */
  get checked(): boolean {
    return this.#checked;
  }
}

export type ProvenRoot = ProvenRootImpl;

/**
 * Checks a block's own proof, for one of the root hashes that it may have. Throws `StreamFileError`, and what the check
 * of a threshold signature throws besides `ProofRefusal`.
 */
export async function proveRoot(
  block: Block,
  roots: readonly Buffer[],
  proof: BlockProof,
  context: ProofContext,
): Promise<ProvenRoot> {
  const [likely] = roots;
  if (!likely) throw new StreamFileError('malformed', block.name, null, 'has no root hash');
  if (proof.kind === 'record-file') {
    return new ProvenRootImpl(likely, await verifyRecordFileProof(block, proof, context));
  }
  let refusal: ProofRefusal | null = null;
  for (const root of roots) {
    try {
      return new ProvenRootImpl(root, await verifySignature(block, root, proof, context));
    } catch (error) {
      if (!(error instanceof ProofRefusal)) throw error;
      refusal ??= error;
    }
  }
  if (refusal && !refusal.isChecked && context.trust === 'chain') {
    return new ProvenRootImpl(likely, { kind: 'chain' });
  }
  const hint = refusal?.isChecked ? '' : ' (TAIN_TRUST=chain stores such blocks on their hash chain alone)';
  throw new StreamFileError('not-proven', block.name, null, `${refusal?.message}${hint}`, { cause: refusal });
}

/** A block that a proven one continues is proven as well. `root`: its root hash, which `later` must name. */
export function provenByLater(root: Buffer, later: ProvenRoot, namedByLater: Uint8Array): ProvenRoot {
  if (!later.checked || !root.equals(namedByLater))
    throw new RangeError('another block comes before that one');
  const isSigned = later.proof.kind !== 'chain';
  return new ProvenRootImpl(root, { kind: isSigned ? 'later-block' : 'chain' });
}

async function verifySignature(
  block: Block,
  root: Buffer,
  proof: Exclude<BlockProof, RecordFileProof>,
  { threshold, acceptsMocks }: ProofContext,
): Promise<Proof> {
  if (acceptsMocks && proof.kind === 'signed-block' && proof.signature.equals(sha384(root))) {
    return { kind: 'chain' };
  }
  const start = block.consensusStart;
  if (proof.kind === 'signed-block') {
    await threshold.verify(root, proof.signature, start, block.name);
    return { kind: 'threshold-signature' };
  }
  let signed: SignedRoot;
  try {
    signed = signedRootOf(proof, root);
  } catch (error) {
    throw new ProofRefusal(true, messageOf(error), { cause: error });
  }
  await threshold.verify(signed.root, proof.signature, start, block.name);
  return { kind: 'state-proof' };
}

/** The nodes' RSA signatures of the record file in a block: of its file hash alone, unlike signature files. */
async function verifyRecordFileProof(
  block: Block,
  { version, signatures }: RecordFileProof,
  { nodes, ratio }: ProofContext,
): Promise<NodeSignatures> {
  const { name, hashes } = block;
  const { record } = hashes;
  const { book, weights } = nodes();
  if (!record)
    throw new StreamFileError('malformed', name, null, 'is proven as a record file, but holds none');
  if (version !== block.version) {
    const reason = `holds a record file of version ${block.version}, but its proof is for version ${version}`;
    throw new StreamFileError('malformed', name, null, reason);
  }
  const evidence = await Promise.all(
    book.entries.map(async (node): Promise<NodeSignature> => {
      const { nodeId, nodeAccountId } = node;
      const own = signatures.filter((signature) => signature.nodeId === nodeId);
      const checked = await Promise.all(
        own.map(({ signature }) => checkHashSignature(node, Buffer.from(record.fileHash), signature)),
      );
      const outcome = own.length === 0 ? 'missing' : checked.includes(true) ? 'verified' : 'invalid';
      return { nodeId, nodeAccountId, outcome };
    }),
  );
  let totalWeight = 0n;
  for (const weight of weights.values()) totalWeight += weight;
  const signers = evidence.filter(({ outcome }) => outcome === 'verified');
  const signedWeight = signers.reduce((sum, { nodeId }) => sum + (weights.get(nodeId) ?? 0n), 0n);
  if (signers.length === 0 || !reachesRatio(signedWeight, totalWeight, ratio)) {
    const sentence = `Require at least ${printConsensusRatio(ratio)} signatures to prove consensus, got ${signers.length} out of ${evidence.length} for block ${name}`;
    const detail = evidence
      .map(({ nodeAccountId, outcome }) => `${printEntityId(nodeAccountId)} ${outcome}`)
      .join(', ');
    throw new StreamFileError('no-consensus', name, null, sentence, { detail });
  }
  return { kind: 'record-file-proof', signatures: evidence, signedWeight, totalWeight, readFrom: null };
}
