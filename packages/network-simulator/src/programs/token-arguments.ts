import type { Execution } from '../ledger/execution.ts';
import { addressOf, wordAt } from '../ledger/words.ts';
import { hex, longZeroNum } from './code-addresses.ts';

const SELECTOR = 4;

/** Returns the number of the entity whose address is an argument; 0: none. */
export function numAt(x: Execution, input: Uint8Array, index: number): number {
  const address = addressOf(wordAt(input, SELECTOR + index * 32));
  const num = x.ledger.resolveAlias(address);
  if (num !== 0) return num;
  // Tokens have no account, so only their long-zero address is valid.
  const low = longZeroNum(hex(address));
  return x.ledger.tokens.has(low) ? low : 0;
}
