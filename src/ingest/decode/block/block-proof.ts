import { asBuffer } from '@tain/ledger/integer-bytes';
import { longToBigInt } from '@tain/ledger/long';
import { MalformedError } from '@tain/ledger/wire-reader';
import { stream } from '@tain/protos/block-stream';
import { readPaths, type StateProof } from '@tain/verify/state-proof';

/** A threshold signature over the block's own root hash. */
export interface SignedBlockProof {
  readonly kind: 'signed-block';
  readonly signature: Buffer;
}

/** Signatures of nodes over the hash of the record file in the block. */
export interface RecordFileProof {
  readonly kind: 'record-file';
  /** Format version of the record file: 2, 5 or 6. */
  readonly version: number;
  readonly signatures: readonly { readonly nodeId: bigint; readonly signature: Buffer }[];
}

/** Proof that a block contains, not yet verified. */
export type BlockProof = SignedBlockProof | StateProof | RecordFileProof;

/** Maximum number of signatures, more than a network has nodes. */
const MAX_SIGNATURES = 10_000;
/**
 * Maximum size; real proofs have 16 kB at most. Decoding the smallest parts makes objects of a hundred times their
 * bytes.
 */
const MAX_PROOF_BYTES = 1024 * 1024;

/**
 * Returns a proof, null when its kind is newer than this code, and its block. Throws `MalformedError`, or the errors of
 * protobufjs.
 */
export function readProof(bytes: Buffer): { readonly block: bigint; readonly proof: BlockProof | null } {
  if (bytes.length > MAX_PROOF_BYTES) throw new MalformedError(`its proof has ${bytes.length} bytes`);
  const message = stream.BlockProof.decode(bytes);
  return { block: BigInt.asUintN(64, longToBigInt(message.block)), proof: proofOf(message) };
}

function proofOf(message: stream.BlockProof): BlockProof | null {
  const { signedBlockProof, blockStateProof, signedRecordFileProof } = message;
  if (signedBlockProof) return { kind: 'signed-block', signature: signatureOf(signedBlockProof) };
  if (blockStateProof) {
    const paths = readPaths(blockStateProof.paths ?? []);
    return { kind: 'state', signature: signatureOf(blockStateProof.signedBlockProof), paths };
  }
  if (!signedRecordFileProof) return null;
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

function bufferOf(bytes: Uint8Array | null | undefined): Buffer {
  return bytes ? asBuffer(bytes) : Buffer.alloc(0);
}
