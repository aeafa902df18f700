import { MAX_INT64 } from '@tain/ledger/timestamp';
import type { BlockReference } from '../../../calls/simulation.ts';

const LATEST: ReadonlySet<string> = new Set(['', 'latest', 'pending', 'safe', 'finalized']);

/** Reads the field `block`. Throws `RangeError` with a message for the client. */
export function readBlockReference(text: string): BlockReference {
  const lower = text.toLowerCase();
  if (LATEST.has(lower)) return { kind: 'latest' };
  if (lower === 'earliest') return { kind: 'earliest' };
  const hash = /^0x([0-9a-f]{64}|[0-9a-f]{96})$/.exec(lower)?.[1];
  if (hash !== undefined) return { kind: 'hash', hash };
  const isHex = /^0x[0-9a-f]{1,16}$/.test(lower);
  if (!isHex && !/^[0-9]{1,20}$/.test(lower))
    throw new RangeError(`Invalid block value: ${text.slice(0, 200)}`);
  const number = BigInt(lower);
  if (number > MAX_INT64) {
    throw new RangeError(`${isHex ? 'Hex' : 'Decimal'} value out of range for block: ${text}`);
  }
  return { kind: 'number', number };
}
