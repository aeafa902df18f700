import { sha384 } from '@noble/hashes/sha2.js';
import { equalBytes } from '../bytes.ts';
import { HINTS_KEY_BYTES } from './hints-key.ts';
import { HINTS_SIGNATURE_BYTES } from './hints-signature.ts';
import { TssRefusal } from './refusal.ts';
import { SCHNORR_TAIL_BYTES } from './schnorr-tail.ts';
import { WRAPS_TAIL_BYTES } from './wraps-proof.ts';

/** Bytes of what development networks write in place of a signature: the SHA-384 of the root. */
export const MOCK_BYTES = 48;

/** How a hinTS key is shown to belong to the ledger. */
export type TailKind = 'schnorr' | 'wraps';

/** The parts of a `block_signature`. */
export interface SignatureParts {
  readonly hintsKey: Uint8Array;
  readonly hintsSignature: Uint8Array;
  readonly tail: { readonly kind: TailKind; readonly bytes: Uint8Array };
}

/**
 * What a `block_signature` of a root hash must be whatever the ledger, so that damage is never taken for a ledger that
 * is not known. Throws `TssRefusal`: `unsigned` for no bytes at all, `mock` for the mock of this very root, `signature` for
 * other bytes of a mock's length, `length` for what has no length of a signature.
 */
export function expectForm(root: Uint8Array, signature: Uint8Array): void {
  if (signature.length === 0) throw new TssRefusal('unsigned', 'The block carries no threshold signature.');
  if (signature.length === MOCK_BYTES && !equalBytes(sha384(root), signature))
    throw new TssRefusal(
      'signature',
      'The block carries a mock of a development network that is not the hash of its root.',
    );
  splitSignature(signature);
}

/** Splits a `block_signature` by its length. Throws `TssRefusal`: `mock` or `length`. */
export function splitSignature(bytes: Uint8Array): SignatureParts {
  if (bytes.length === MOCK_BYTES)
    throw new TssRefusal(
      'mock',
      'The block carries a mock of a development network in place of a signature.',
    );
  const start = HINTS_KEY_BYTES + HINTS_SIGNATURE_BYTES;
  const kind = tailOf(bytes.length - start);
  if (kind === undefined)
    throw new TssRefusal(
      'length',
      `The threshold signature has ${bytes.length} bytes, not ${start + SCHNORR_TAIL_BYTES} or ${start + WRAPS_TAIL_BYTES}.`,
    );
  return {
    hintsKey: bytes.subarray(0, HINTS_KEY_BYTES),
    hintsSignature: bytes.subarray(HINTS_KEY_BYTES, start),
    tail: { kind, bytes: bytes.subarray(start) },
  };
}

function tailOf(length: number): TailKind | undefined {
  if (length === SCHNORR_TAIL_BYTES) return 'schnorr';
  return length === WRAPS_TAIL_BYTES ? 'wraps' : undefined;
}
