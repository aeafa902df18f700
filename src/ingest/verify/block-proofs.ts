import { NODE_HASHES } from '@tain/ledger/block-stream';
import { sha384 } from '@tain/ledger/record-stream';
import { type SignedRoot, signedRootOf } from '@tain/verify/state-proof';
import { messageOf } from '../../kernel/failure.ts';
import type { AddressBook } from '../decode/address-book.ts';
import type { BlockProof, RecordFileProof } from '../decode/block/block-proof.ts';
import type { Block, RecordHashes } from '../decode/decoded-block.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import { checkHashSignature } from './checked-signature.ts';
import { type ConsensusRatio, noConsensus, reachesRatio } from './consensus-ratio.ts';
import type { NodeSignature, NodeSignatures, Proof, ProofKind } from './proof.ts';
import type { LedgerInForce } from './tss/ledger-history.ts';

/**
 * Reason why a threshold signature is not trusted. `isChecked`: the signature was verified and is wrong. Otherwise it
 * cannot be verified (its form or the ledger's keys are not known), which an operator may accept.
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
  /** Records the ledgers that a block publishes, before the block is proven. Returns whether there are any. */
  propose(block: Block): boolean;
  /**
   * Resolves when the network signed this root hash, under the ledger from before `start` (nanoseconds). Rejects with
   * `ProofRefusal`; with `StreamFileError` for `name` when it cannot be verified now.
   */
  verify(root: Uint8Array, signature: Uint8Array, start: bigint, name: string): Promise<void>;
  /**
   * Puts the publications of the proposed block into force, once it is proven. The result must be stored with the
   * block.
   */
  confirm(proof: Proof): readonly LedgerInForce[];
  /** Drops the publications of the proposed block, because it is refused or read again. */
  discard(): void;
  /** Records that a block was proven, so that later blocks are not the beginning of the stream. */
  noteBlock(): void;
  /** Returns whether a known ledger can verify signatures at this time (nanoseconds). */
  isReadyAt(start: bigint): boolean;
}

/** Whether blocks are stored whose proof cannot be checked (`chain`), or only proven ones. */
export type Trust = 'proof' | 'chain';

export interface ProofContext {
  readonly threshold: ThresholdTrust;
  readonly trust: Trust;
  /** Whether the network signs with mocks: the hash of the root instead of a signature. */
  readonly acceptsMocks: boolean;
  readonly ratio: ConsensusRatio;
  /** Whether the block publishes a ledger. */
  readonly publishes: boolean;
  /** Returns the address book in force and the weight of each of its nodes. Called when nodes sign. */
  readonly nodes: () => { readonly book: AddressBook; readonly weights: ReadonlyMap<bigint, bigint> };
}

/** A block's root hash, with its proof. Created by the functions of this file only. */
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

/** Parts of a block by which its own proofs are verified. They are known before it is decoded. */
export interface ProvableBlock extends Pick<Block, 'name' | 'version' | 'consensusStart'> {
  /** File hash of the record file that the block wraps; null: it wraps none. */
  readonly hashes: { readonly record: Pick<RecordHashes, 'fileHash'> | null };
}

/** Kinds of proof, the strongest first. */
const STRENGTH: readonly ProofKind[] = ['threshold-signature', 'state-proof', 'record-file-proof', 'chain'];

/**
 * Verifies a block's own proofs, for one of its possible root hashes. The block is refused if any of them is wrong. A
 * proof that cannot be checked is ignored when another one holds; when none holds, only `TAIN_TRUST=chain` accepts the
 * block. Returns the strongest valid proof. If the block itself publishes the ledger of its threshold signature, the
 * nodes' signatures are returned instead. Source: HIP-1427. Throws `StreamFileError`, and errors of the verification of
 * a threshold signature other than `ProofRefusal`.
 */
export async function proveRoot(
  block: ProvableBlock,
  roots: readonly Buffer[],
  proofs: readonly BlockProof[],
  context: ProofContext,
): Promise<ProvenRoot> {
  const held: ProvenRoot[] = [];
  const unchecked: Unchecked[] = [];
  for (const proof of proofs) {
    // One root hash applies to all proofs: the one that a proof other than the record file's covers.
    const root = held.find(({ proof: { kind } }) => kind !== 'record-file-proof')?.root;
    const outcome = await checkProof(block, root ? [root] : roots, proof, context);
    if (outcome instanceof ProvenRootImpl) held.push(outcome);
    else unchecked.push(outcome);
  }
  const byNodes = held.find(({ proof }) => proof.kind === 'record-file-proof');
  if (byNodes && context.publishes) return byNodes;
  const [best] = held.toSorted((a, b) => STRENGTH.indexOf(a.proof.kind) - STRENGTH.indexOf(b.proof.kind));
  if (best) return best;
  const [first] = unchecked;
  if (first && context.trust === 'chain') return new ProvenRootImpl(first.root, { kind: 'chain' });
  throw notProven(block, first?.refusal ?? null);
}

/** A proof that cannot be checked, with the root hash that it would prove. */
interface Unchecked {
  readonly root: Buffer;
  readonly refusal: ProofRefusal;
}

function notProven({ name }: ProvableBlock, refusal: ProofRefusal | null): StreamFileError {
  const hint = refusal?.isChecked ? '' : ' (TAIN_TRUST=chain stores such blocks by their hash chain alone)';
  return new StreamFileError('not-proven', name, null, `${refusal?.message}${hint}`, { cause: refusal });
}

/** Checks one proof. Throws `StreamFileError` when it is wrong. */
async function checkProof(
  block: ProvableBlock,
  roots: readonly Buffer[],
  proof: BlockProof,
  context: ProofContext,
): Promise<ProvenRoot | Unchecked> {
  const [likely] = roots;
  if (!likely) throw new StreamFileError('malformed', block.name, null, 'has no root hash');
  if (proof.kind === 'record-file') {
    return new ProvenRootImpl(likely, await verifyRecordFileProof(block, proof, context));
  }
  let wrong: ProofRefusal | null = null;
  let unchecked: Unchecked | null = null;
  for (const root of roots) {
    try {
      return new ProvenRootImpl(root, await verifySignature(block, root, proof, context));
    } catch (error) {
      if (!(error instanceof ProofRefusal)) throw error;
      if (error.isChecked) wrong ??= error;
      else unchecked ??= { root, refusal: error };
    }
  }
  // A mock, or the beginning of a state proof, identifies its root hash.
  if (unchecked) return unchecked;
  throw notProven(block, wrong);
}

/** Proves a block by a proven one that continues it. `root`: its root hash, which `later` must name. */
export function provenByLater(root: Buffer, later: ProvenRoot, namedByLater: Uint8Array): ProvenRoot {
  if (!later.checked || !root.equals(namedByLater))
    throw new RangeError('another block comes before that one');
  const isSigned = later.proof.kind !== 'chain';
  return new ProvenRootImpl(root, { kind: isSigned ? 'later-block' : 'chain' });
}

async function verifySignature(
  block: ProvableBlock,
  root: Buffer,
  proof: Exclude<BlockProof, RecordFileProof>,
  { threshold, acceptsMocks }: ProofContext,
): Promise<Proof> {
  if (acceptsMocks && proof.kind === 'signed-block' && proof.signature.equals(sha384(root))) {
    return { kind: 'chain' };
  }
  if (proof.kind === 'signed-block') {
    await threshold.verify(root, proof.signature, signedAt(block), block.name);
    return { kind: 'threshold-signature' };
  }
  let signed: SignedRoot;
  try {
    signed = signedRootOf(proof, root, NODE_HASHES);
  } catch (error) {
    throw new ProofRefusal(true, messageOf(error), { cause: error });
  }
  await threshold.verify(signed.root, proof.signature, signedAt(block, signed.time), block.name);
  return { kind: 'state-proof' };
}

/** Time after all others, at which the newest known ledger is in force. */
const LAST_TIME = 2n ** 63n - 1n;

/**
 * Returns the time at which a threshold signature was made, which determines its ledger. For a block's own signature
 * this is the block's time; for a state proof, the time of the later block that it leads to. A record file was wrapped
 * and signed long after its time, at an unknown time.
 */
function signedAt({ consensusStart, hashes }: ProvableBlock, later: bigint | null = null): bigint {
  if (later !== null) return later > consensusStart ? later : consensusStart;
  return hashes.record === null ? consensusStart : LAST_TIME;
}

/**
 * Verifies the nodes' RSA signatures of the record file in a block. They sign the file hash alone, unlike signature
 * files.
 */
async function verifyRecordFileProof(
  block: ProvableBlock,
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
    const shortfall = {
      what: 'signatures',
      where: `block ${name}`,
      signed: signers.length,
      weight: signedWeight,
      totalWeight,
    };
    throw noConsensus(name, shortfall, evidence, ratio);
  }
  return { kind: 'record-file-proof', signatures: evidence, signedWeight, totalWeight, readFrom: null };
}
