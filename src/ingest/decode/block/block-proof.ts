import { stream } from '#block-stream';
import { leafHash, oneChildHash, twoChildrenHash } from '../../../kernel/block-stream.ts';
import { longToBigInt } from '../../../kernel/long.ts';
import { HASH_LENGTH } from '../../../kernel/record-stream.ts';
import { MalformedError } from '../byte-reader.ts';

/** A threshold signature over the block's own root hash. */
export interface SignedBlockProof {
  readonly kind: 'signed-block';
  readonly signature: Buffer;
}

/** A threshold signature over a later block's root hash, and the way there from this block's. */
export interface StateProof {
  readonly kind: 'state';
  readonly signature: Buffer;
  readonly paths: readonly MerklePath[];
}

/** Signatures of nodes over the hash of the record file in the block. */
export interface RecordFileProof {
  readonly kind: 'record-file';
  /** Format version of the record file: 2, 5 or 6. */
  readonly version: number;
  readonly signatures: readonly { readonly nodeId: bigint; readonly signature: Buffer }[];
}

/** What a block says makes it true; none of it is checked yet. */
export type BlockProof = SignedBlockProof | StateProof | RecordFileProof;

/** From one hash upwards. */
export interface MerklePath {
  readonly siblings: readonly { readonly isLeft: boolean; readonly hash: Buffer }[];
  /** What the path starts with: a hash, or the bytes of a leaf. */
  readonly start: { readonly kind: 'hash' | 'timestamp' | 'other'; readonly bytes: Buffer } | null;
}

/** Longest path to a later block that is read: a hundred blocks ahead, with what each adds. */
const MAX_SIBLINGS = 1000;
/** More nodes than a network has. */
const MAX_SIGNATURES = 10_000;
/** A proof goes by these paths: of the later block's timestamp, of this block, and of where they meet. */
const STATE_PROOF_PATHS = 3;
/** What lies between a block's root hash and that of the next one. */
const LEAST_SIBLINGS = 4;

/** Throws `MalformedError`, or what protobufjs throws. */
export function readProof(bytes: Buffer): { readonly block: bigint; readonly proof: BlockProof } {
  const message = stream.BlockProof.decode(bytes);
  return { block: BigInt.asUintN(64, longToBigInt(message.block)), proof: proofOf(message) };
}

function proofOf(message: stream.BlockProof): BlockProof {
  const { signedBlockProof, blockStateProof, signedRecordFileProof } = message;
  if (signedBlockProof) return { kind: 'signed-block', signature: signatureOf(signedBlockProof) };
  if (blockStateProof) {
    const paths = (blockStateProof.paths ?? []).map(pathOf);
    return { kind: 'state', signature: signatureOf(blockStateProof.signedBlockProof), paths };
  }
  if (!signedRecordFileProof) throw new MalformedError('its proof is of no known kind');
  const signatures = signedRecordFileProof.recordFileSignatures ?? [];
  if (signatures.length > MAX_SIGNATURES) throw new MalformedError(`has ${signatures.length} signatures`);
  return {
    kind: 'record-file',
    version: signedRecordFileProof.version ?? 0,
    signatures: signatures.map(({ nodeId, signaturesBytes }) => ({
      nodeId: longToBigInt(nodeId),
      signature: bufferOf(signaturesBytes),
    })),
  };
}

function signatureOf(proof: stream.ITssSignedBlockProof | null | undefined): Buffer {
  return bufferOf(proof?.blockSignature);
}

function pathOf(path: stream.IMerklePath): MerklePath {
  const siblings = path.siblings ?? [];
  if (siblings.length > MAX_SIBLINGS)
    throw new MalformedError(`a path of its proof has ${siblings.length} nodes`);
  return {
    siblings: siblings.map(({ isLeft, hash }) => ({ isLeft: isLeft ?? false, hash: bufferOf(hash) })),
    start: startOf(path),
  };
}

function startOf(path: stream.IMerklePath): MerklePath['start'] {
  if (path.hash) return { kind: 'hash', bytes: bufferOf(path.hash) };
  if (path.timestampLeaf) return { kind: 'timestamp', bytes: bufferOf(path.timestampLeaf) };
  const other = path.stateItemLeaf ?? path.blockItemLeaf;
  return other ? { kind: 'other', bytes: bufferOf(other) } : null;
}

/**
 * The root hash that a state proof's signature must be of, for a block with this root hash: the path from it to
 * the later block, then that block's timestamp. Source: HIP-1193. Throws `MalformedError` when the proof does not
 * begin at this root hash.
 */
export function signedRootOf(proof: StateProof, blockRoot: Uint8Array): Buffer {
  const [timePath, blockPath] = proof.paths;
  if (proof.paths.length !== STATE_PROOF_PATHS || !timePath || !blockPath) {
    throw new MalformedError(`its state proof has ${proof.paths.length} paths, not ${STATE_PROOF_PATHS}`);
  }
  if (timePath.start?.kind !== 'timestamp') throw new MalformedError('its state proof names no timestamp');
  const { start, siblings } = blockPath;
  if (start?.kind !== 'hash' || !start.bytes.equals(blockRoot)) {
    throw new MalformedError('its state proof is of another block');
  }
  if (siblings.length < LEAST_SIBLINGS) {
    throw new MalformedError(`its state proof has a path of ${siblings.length} nodes`);
  }
  let hash = start.bytes;
  for (const sibling of siblings) hash = parentOf(hash, sibling);
  return twoChildrenHash(leafHash(timePath.start.bytes), hash);
}

/** An empty hash says that there is no sibling. */
function parentOf(child: Buffer, sibling: { readonly isLeft: boolean; readonly hash: Buffer }): Buffer {
  if (sibling.hash.length === 0) return oneChildHash(child);
  if (sibling.hash.length !== HASH_LENGTH) {
    throw new MalformedError(`a node of its state proof has ${sibling.hash.length} bytes`);
  }
  return sibling.isLeft ? twoChildrenHash(sibling.hash, child) : twoChildrenHash(child, sibling.hash);
}

function bufferOf(bytes: Uint8Array | null | undefined): Buffer {
  return bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : Buffer.alloc(0);
}
