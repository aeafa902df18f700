import { NODE_HASHES } from '@tain/ledger/block-stream';
import { MalformedError } from '@tain/ledger/wire-reader';
import type { SignatureJson } from '@tain/verify/proof-json';
import type { MadeProof, ProofGrounds, RequestedBlock, UnprovenKind } from '@tain/verify/proof-subject';
import { readStateProof, signedRootOf } from '@tain/verify/state-proof';
import type { LedgerPublication } from '@tain/verify/tss/ledger-publication';
import { dropOldest } from '../../kernel/limits/bounded-cache.ts';
import { BLOCK_STREAM_VERSION } from '../decode/decoded-block.ts';
import { type Climb, climbInto, leadTo } from './climb.ts';
import type { ProvableBlock } from './provable-block.ts';

// A later signature is found block by block through leaf 1 (the previous root hash), at five hashes a block. Leaf 2
// (the tree of all root hashes) would need 27 hashes at any distance, but also the root hashes of all blocks since the
// first one.

/**
 * Returns whether the nodes of a ledger made this threshold signature of a root hash. Rejects when that cannot be
 * determined now.
 */
export type VerifySignature = (
  ledger: LedgerPublication,
  root: Uint8Array,
  signature: Uint8Array,
) => Promise<boolean>;

/** A signature that covers a block's root hash, with its ledger. */
export interface CoveringSignature {
  readonly signature: SignatureJson;
  readonly ledger: LedgerPublication;
}

export type Unproven = Extract<MadeProof, { readonly kind: UnprovenKind }>;

/** Sources of later signatures. */
export interface SignatureSources extends Pick<ProofGrounds, 'ledgerAt' | 'following'> {
  readonly verifySignature: VerifySignature;
  /** Reads a block, and checks that it is the verified one. */
  readonly read: (block: RequestedBlock) => Promise<ProvableBlock | Unproven>;
  readonly climbs: ClimbCache;
}

/**
 * Maximum number of later blocks that are read for a signature. Each adds five hashes to its path, of which a verifier
 * accepts 4,096; the limit on the cost of a request is lower.
 */
const MAX_LATER = 128;

/** Paths into blocks that were read and have no valid signature, by root hash. */
export class ClimbCache {
  readonly #max: number;
  readonly #cached = new Map<string, Climb>();

  /** `max`: maximum number; a climb takes about 500 bytes. */
  constructor(max = 4_096) {
    this.#max = max;
  }

  get(root: string): Climb | undefined {
    return this.#cached.get(root);
  }

  put(root: string, climb: Climb): void {
    this.#cached.set(root, climb);
    dropOldest(this.#cached, this.#max);
  }
}

/** Signatures of blocks in memory. Later blocks cannot change them. */
const known = new WeakMap<ProvableBlock, CoveringSignature>();

/**
 * Returns the signature of a block: its own if valid, else that of the first later block that has one, with the path to
 * it. The proof of a block that a later one proved was stored unverified, so it is verified here.
 */
export async function signatureOf(
  block: ProvableBlock,
  requested: RequestedBlock,
  sources: SignatureSources,
): Promise<CoveringSignature | Unproven> {
  const before = known.get(block);
  if (before !== undefined) return before;
  const found = (await ownSignature(block, requested, sources)) ?? (await laterSignature(requested, sources));
  if ('signature' in found) known.set(block, found);
  return found;
}

async function ownSignature(
  { signatures }: ProvableBlock,
  { hash, start, isSigned }: RequestedBlock,
  { ledgerAt, verifySignature }: SignatureSources,
): Promise<CoveringSignature | null> {
  const root = Buffer.from(hash, 'hex');
  for (const signature of signatures) {
    const signed = signedBy(root, signature);
    if (signed === null) continue;
    const { time } = signed;
    const ledger = await ledgerAt(time !== null && time > start ? time : start);
    if (ledger === null) continue;
    const isVerified = isSigned && signatures.length === 1;
    if (isVerified || (await verifySignature(ledger, signed.root, signed.bytes)))
      return { signature, ledger };
  }
  return null;
}

/**
 * Returns the root that a signature must cover, its bytes, and its time if it states one. Null when the signature is of
 * another block.
 */
function signedBy(root: Uint8Array, signature: SignatureJson) {
  if (signature.kind === 'direct')
    return { root, bytes: Buffer.from(signature.block_signature, 'base64'), time: null };
  try {
    const proof = readStateProof(Buffer.from(signature.state_proof, 'base64'));
    return { ...signedRootOf(proof, root, NODE_HASHES), bytes: proof.signature };
  } catch (error) {
    if (error instanceof MalformedError) return null;
    throw error;
  }
}

const unsigned = (detail: string): Unproven => ({ kind: 'unsigned', detail });

async function laterSignature(
  requested: RequestedBlock,
  sources: SignatureSources,
): Promise<CoveringSignature | Unproven> {
  const later = await sources.following(MAX_LATER);
  if (later.length < MAX_LATER && !later.at(-1)?.isSigned)
    return unsigned('Neither this block nor a later one is signed yet.');
  const climbs: Climb[] = [];
  let before = requested.hash;
  for (const one of later) {
    if (one.version !== BLOCK_STREAM_VERSION) break;
    let climb = sources.climbs.get(one.hash);
    if (climb === undefined) {
      const read = await sources.read(one);
      if ('kind' in read) return read;
      if (read.file.footer.previousRoot.toString('hex') !== before)
        return { kind: 'differs', detail: `The raw block ${one.number} has another previous root hash.` };
      climb = climbInto(read.file);
      const own = await ownSignature(read, one, sources);
      if (own !== null) {
        const signature = leadTo(requested.hash, [...climbs, climb], one.hash, own.signature);
        return { ...own, signature };
      }
      sources.climbs.put(one.hash, climb);
    }
    climbs.push(climb);
    before = one.hash;
  }
  return unsigned(`Neither this block nor one of the ${climbs.length} blocks after it is signed.`);
}
