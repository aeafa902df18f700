import { keccak } from '../ledger/keccak.ts';

/** The four bytes, as hex, by which a call names a function. */
export function selectorOf(signature: string): string {
  return keccak(Buffer.from(signature)).toString('hex', 0, 4);
}
