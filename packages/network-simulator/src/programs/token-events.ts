import { longZero } from '../ledger/ids.ts';
import { keccak } from '../ledger/keccak.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { CodeLog } from '../ledger/run-code.ts';
import { addressWord, word } from '../ledger/words.ts';
import { hex } from './code-addresses.ts';

/** Events of tokens, as declared by ERC-20 and ERC-721. */

export const TRANSFER = eventOf('Transfer(address,address,uint256)');
export const APPROVAL = eventOf('Approval(address,address,uint256)');
export const APPROVAL_FOR_ALL = eventOf('ApprovalForAll(address,address,bool)');

const NO_DATA = new Uint8Array();

/**
 * Encodes an event of a token between two parties; 0 for no party. A serial number is a topic (`isTopic`), other values
 * are data.
 */
export function tokenLog(
  ledger: Ledger,
  token: number,
  [event, first, second]: readonly [event: string, first: number, second: number],
  value: bigint,
  isTopic: boolean,
): CodeLog {
  const party = (num: number): string => hex(num === 0 ? word(0n) : addressWord(ledger.addressOf(num)));
  return {
    address: hex(longZero(token)),
    topics: [event, party(first), party(second), ...(isTopic ? [hex(word(value))] : [])],
    data: isTopic ? NO_DATA : word(value),
  };
}

function eventOf(signature: string): string {
  return keccak(Buffer.from(signature)).toString('hex');
}
