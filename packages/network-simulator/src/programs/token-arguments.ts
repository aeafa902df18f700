import type { Execution } from '../ledger/execution.ts';
import { addressOf, wordAt } from '../ledger/words.ts';
import { hex, longZeroNum } from './code-addresses.ts';

const SELECTOR = 4;

/** Number of the entity whose address is an argument; 0 when there is none. */
export function numAt(x: Execution, input: Uint8Array, index: number): number {
  const address = addressOf(wordAt(input, SELECTOR + index * 32));
  const num = x.ledger.resolveAlias(address);
  if (num !== 0) return num;
  // Tokens have no account; their address is their number.
  const low = longZeroNum(hex(address));
  return x.ledger.tokens.has(low) ? low : 0;
}
