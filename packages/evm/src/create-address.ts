import type { Address } from './execution.ts';
import { toHex } from './hex.ts';
import { keccak256 } from './keccak.ts';

const SHORT_STRING = 0x80;
const SHORT_LIST = 0xc0;

/**
 * Returns the address of a created contract: by the sender and its previous nonce (yellow paper, 7), or by a salt and
 * the init code (EIP-1014).
 */
export function createAddress(sender: Address, nonceOrSalt: bigint, initCode?: Uint8Array): Address {
  const hash =
    initCode === undefined
      ? keccak256(rlpOf(sender, nonceOrSalt))
      : keccak256(
          Buffer.concat([
            Buffer.from(`ff${sender}${nonceOrSalt.toString(16).padStart(64, '0')}`, 'hex'),
            keccak256(initCode),
          ]),
        );
  return toHex(hash.subarray(-20));
}

/** Returns the list of both in RLP. */
function rlpOf(sender: Address, nonce: bigint): Uint8Array {
  const digits = nonce.toString(16);
  const bytes = nonce === 0n ? '' : digits.length % 2 === 1 ? `0${digits}` : digits;
  const isSelf = nonce > 0n && nonce < SHORT_STRING;
  const tail = isSelf ? bytes : `${(SHORT_STRING + bytes.length / 2).toString(16)}${bytes}`;
  const length = 21 + tail.length / 2;
  return Buffer.from(`${(SHORT_LIST + length).toString(16)}94${sender}${tail}`, 'hex');
}
