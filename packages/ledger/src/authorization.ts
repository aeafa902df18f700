import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak256 } from '@tain/evm/keccak';
import { evmAddressOfKey } from './evm-address.ts';
import { shortestBytes } from './integer-bytes.ts';
import { rlpBytes } from './rlp.ts';

/** Authorizations of Ethereum transactions, by which accounts delegate to code (EIP-7702). */

/** First byte of the message that an authority signs. */
const MAGIC = 0x05;
const WORD_DIGITS = 64;

/** An authorization as `ethereum_transaction.authorization_list` has it: hex digits with `0x`, `nonce` as a number. */
export interface Authorization {
  readonly address: string;
  readonly chain_id: string;
  readonly nonce: number | bigint;
  readonly r: string;
  readonly s: string;
  readonly y_parity: string;
}

/**
 * Returns the nonce of an authority after the authorizations of one transaction, of which at least one was applied:
 * each applied one has the authority's nonce, and increases it by one. `before` is the nonce before them, which may be
 * unknown or outdated: then only the last one counts. Undefined if no authorization is the authority's.
 */
export function nonceAfterAuthorizations(
  list: string | null,
  authority: Uint8Array,
  before: bigint | undefined,
): bigint | undefined {
  const all: readonly Authorization[] = list === null ? [] : JSON.parse(list);
  const nonces = all.flatMap((each) => {
    const signer = authorityOf(each);
    return signer !== undefined && Buffer.compare(signer, authority) === 0 ? [BigInt(each.nonce)] : [];
  });
  const last = nonces.at(-1);
  if (last === undefined) return undefined;
  const isKnown = before !== undefined && nonces.includes(before);
  return nonces.reduce((next, nonce) => (nonce === next ? next + 1n : next), isKnown ? before : last);
}

/** Returns the address of the account that signed an authorization; undefined for an invalid signature. */
export function authorityOf({
  address,
  chain_id,
  nonce,
  r,
  s,
  y_parity,
}: Authorization): Uint8Array | undefined {
  const signed = rlpBytes([shortestBytes(BigInt(chain_id)), bytesOf(address), shortestBytes(BigInt(nonce))]);
  const hash = keccak256(Buffer.concat([Buffer.of(MAGIC), signed]));
  const word = (digits: string) => bytesOf(digits.slice(2).padStart(WORD_DIGITS, '0'));
  const signature = Buffer.concat([Buffer.of(Number(y_parity)), word(r), word(s)]);
  try {
    return evmAddressOfKey(secp256k1.recoverPublicKey(signature, hash, { prehash: false })) ?? undefined;
  } catch {
    return undefined;
  }
}

function bytesOf(digits: string): Buffer {
  return Buffer.from(digits.replace('0x', ''), 'hex');
}
