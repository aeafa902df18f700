import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak256 } from '@tain/evm/keccak';
import { evmAddressOfKey } from './evm-address.ts';
import { shortestBytes } from './integer-bytes.ts';
import { rlpBytes } from './rlp.ts';

/** Authorizations of Ethereum transactions, by which accounts delegate to code (EIP-7702). */

/** First byte of the message that an authority signs. */
const MAGIC = 0x05;
const WORD_DIGITS = 64;

/** An authorization as `ethereum_transaction.authorization_list` has it: hex digits with `0x`, `nonce` as an integer. */
export interface Authorization {
  readonly address: string;
  readonly chain_id: string;
  readonly nonce: number | bigint;
  readonly r: string;
  readonly s: string;
  /** A number in databases of other mirrors. */
  readonly y_parity: string | number;
}

/** Parses `authorization_list`; null is an empty list. A nonce may have 64 bits, which a number does not hold. */
export function parseAuthorizations(list: string | null): Authorization[] {
  const all: readonly Authorization[] = JSON.parse((list ?? '[]').replace(NONCE, '$1"$2"'));
  return all.map((each) => ({ ...each, nonce: BigInt(each.nonce) }));
}

const NONCE = /("nonce":\s*)(\d+)/g;

/** The nonces that each authority signed, in order, by its address in hex digits. */
export type AuthorizedNonces = ReadonlyMap<string, readonly bigint[]>;

/**
 * Returns the nonces of the authorities in `authorization_list`. Yields after each signature, because its signer takes some
 * milliseconds to recover, and a transaction may have 600.
 */
export function* authorizedNonces(list: string | null): Generator<void, AuthorizedNonces, void> {
  const signed = new Map<string, bigint[]>();
  for (const each of parseAuthorizations(list)) {
    const signer = authorityOf(each);
    yield;
    if (signer === undefined) continue;
    const address = Buffer.from(signer).toString('hex');
    const nonces = signed.get(address);
    if (nonces === undefined) signed.set(address, [BigInt(each.nonce)]);
    else nonces.push(BigInt(each.nonce));
  }
  return signed;
}

/**
 * Returns the nonce of an authority after the authorizations of one transaction, of which at least one was applied:
 * each applied one has the authority's nonce, and increases it by one. `before` is the nonce before them, which may be
 * unknown or outdated: then only the last one counts. Undefined if no authorization is the authority's.
 */
export function nonceAfterAuthorizations(
  signed: AuthorizedNonces,
  authority: Uint8Array,
  before: bigint | undefined,
): bigint | undefined {
  const nonces = signed.get(Buffer.from(authority).toString('hex')) ?? [];
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
  const signed = rlpBytes([
    shortestBytes(chain_id === '0x' ? 0n : BigInt(chain_id)),
    bytesOf(address),
    shortestBytes(BigInt(nonce)),
  ]);
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
