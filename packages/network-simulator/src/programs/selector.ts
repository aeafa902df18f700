import { keccak } from '../ledger/keccak.ts';

/** Returns the four bytes, as hex, with which a call selects a function. */
export function selectorOf(signature: string): string {
  return keccak(Buffer.from(signature)).toString('hex', 0, 4);
}
