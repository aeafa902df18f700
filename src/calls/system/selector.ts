import { keccakHex } from '@tain/evm/keccak';

/** Bytes of a selector. */
export const SELECTOR = 4;

/** Returns the first bytes of a signature's Keccak-256, in hex without a prefix. */
export function selectorOf(signature: string): string {
  return signatureHash(signature).slice(0, 2 * SELECTOR);
}

/** Returns the Keccak-256 of a text, in hex: the topic of an event. */
export function signatureHash(signature: string): string {
  return keccakHex(Buffer.from(signature, 'latin1')).slice(2);
}
