import { sha384 } from '@noble/hashes/sha2.js';
import { equalBytes } from '../hashes.ts';
import { HINTS_KEY_BYTES } from './hints-key.ts';
import { HINTS_SIGNATURE_BYTES } from './hints-signature.ts';
import { TssRefusal } from './refusal.ts';
import { SCHNORR_TAIL_BYTES } from './schnorr-tail.ts';
import { WRAPS_TAIL_BYTES } from './wraps-proof.ts';

/** Length of a development network's mock: the SHA-384 of the root. */
export const MOCK_BYTES = 48;

/** Kind of proof that the hinTS key belongs to the ledger. */
export type TailKind = 'schnorr' | 'wraps';

/** The parts of a `block_signature`. */
export interface SignatureParts {
  readonly hintsKey: Uint8Array;
  readonly hintsSignature: Uint8Array;
  readonly tail: { readonly kind: TailKind; readonly bytes: Uint8Array };
}

/**
 * Checks the form of a `block_signature` of a root hash. The form does not depend on the ledger, so a damaged signature
 * is never mistaken for one of an unknown ledger. Throws `TssRefusal`: `unsigned` for no bytes, `mock` for the mock of
 * this root, `signature` for other bytes of a mock's length, `length` for another length.
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
    throw new TssRefusal('mock', 'The block carries a mock of a development network instead of a signature.');
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
