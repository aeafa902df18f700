import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak256 } from '@tain/evm/keccak';
import { evmAddressOfKey } from './evm-address.ts';
import { integerOfBytes } from './integer-bytes.ts';
import { type Rlp, readRlp, rlpBytes } from './rlp.ts';

/** Minimum first byte of an RLP list. A legacy transaction begins with one, because it has no type number. */
const FIRST_LIST_BYTE = 0xc0;
/** Number of fields of a legacy transaction without the signature: nonce, price, limit, receiver, value, data. */
const LEGACY_FIELDS = 6;
const LEGACY_DATA = 5;
/** Index of the call data in the fields of a typed transaction. */
const DATA_FIELDS: Readonly<Record<number, number>> = { 1: 6, 2: 7, 4: 7 };
const SIGNATURE_FIELDS = 3;
/** EIP-155: v is 35 or 36 plus twice the chain id. Before EIP-155, v was 27 or 28. */
const EIP_155 = 35n;

/**
 * Recovers the sender of a raw Ethereum transaction (types 0, 1, 2, 4) from the signature. `callData` is the signed data when
 * the raw transaction omits it because it is in a file. Returns the address as 40 lower-case hex digits, or undefined when no
 * key can be recovered.
 */
export function ethereumSender(raw: Uint8Array, callData?: Uint8Array): string | undefined {
  try {
    const { hash, signature } = readSigned(raw, callData);
    const address = evmAddressOfKey(secp256k1.recoverPublicKey(signature, hash, { prehash: false }));
    return address === null ? undefined : Buffer.from(address).toString('hex');
  } catch {
    return undefined;
  }
}

/**
 * Returns the hash that was signed, and the signature as recovery id, r, s. Throws for a transaction
 * without a valid form or signature.
 */
function readSigned(
  raw: Uint8Array,
  callData: Uint8Array | undefined,
): { readonly hash: Uint8Array; readonly signature: Uint8Array } {
  const [type = 0] = raw;
  const isLegacy = type >= FIRST_LIST_BYTE;
  const fields = readRlp(isLegacy ? raw : raw.subarray(1));
  if (fields instanceof Uint8Array) throw new RangeError('no list of fields');
  const [v, r, s] = fields.slice(-SIGNATURE_FIELDS).map(unsigned);
  if (v === undefined || r === undefined || s === undefined) throw new RangeError('no signature');
  const dataField = isLegacy ? LEGACY_DATA : DATA_FIELDS[type];
  const signed = fields
    .slice(0, isLegacy ? LEGACY_FIELDS : -SIGNATURE_FIELDS)
    .map((field, index) => (index === dataField && callData !== undefined ? callData : field));
  if (!isLegacy) {
    return {
      hash: keccak256(Buffer.concat([Buffer.of(type), rlpBytes(signed)])),
      signature: signatureOf(v, r, s),
    };
  }
  if (v < EIP_155) return { hash: keccak256(rlpBytes(signed)), signature: signatureOf(v - 27n, r, s) };
  const chainId = (v - EIP_155) >> 1n;
  const bytes = Buffer.from(evenHex(chainId), 'hex');
  return {
    hash: keccak256(rlpBytes([...signed, bytes, new Uint8Array(), new Uint8Array()])),
    signature: signatureOf((v - EIP_155) & 1n, r, s),
  };
}

function unsigned(item: Rlp): bigint {
  if (!(item instanceof Uint8Array) || item.length > 32) throw new RangeError('no integer');
  return integerOfBytes(item);
}

function signatureOf(recovery: bigint, r: bigint, s: bigint): Uint8Array {
  const word = (value: bigint) => value.toString(16).padStart(64, '0');
  if (recovery !== 0n && recovery !== 1n) throw new RangeError('no recovery id');
  return Buffer.from(`0${recovery}${word(r)}${word(s)}`, 'hex');
}

/** Hex digits of an integer without leading zero bytes; none for 0. */
function evenHex(value: bigint): string {
  if (value === 0n) return '';
  const digits = value.toString(16);
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}
