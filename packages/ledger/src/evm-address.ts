import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak256 } from '@tain/evm/keccak';
import { MAX_NUM } from './entity-id.ts';
import { asBuffer } from './integer-bytes.ts';

/** Bytes of an EVM address. */
export const EVM_ADDRESS_LENGTH = 20;
/** The zero address, in hex digits without prefix. */
export const ZERO_ADDRESS = '00'.repeat(EVM_ADDRESS_LENGTH);

/** Tag and length that an alias with an ECDSA secp256k1 key begins with: field 7 of `Key`, 33 bytes. */
const ECDSA_ALIAS_PREFIX = [0x3a, 0x21] as const;
const COMPRESSED_KEY_LENGTH = 33;
const LONG_ZERO_PREFIX = 12;

/**
 * Returns the EVM address of an alias: the alias itself when it is an address (20 bytes), the address of the key when
 * it is a serialized ECDSA secp256k1 `Key`, else null. An alias that only looks like a key (no point of the curve)
 * has none.
 */
export function evmAddressOfAlias(alias: Uint8Array): Uint8Array | null {
  if (alias.length === EVM_ADDRESS_LENGTH) return alias;
  const isEcdsa =
    alias.length === COMPRESSED_KEY_LENGTH + 2 &&
    alias[0] === ECDSA_ALIAS_PREFIX[0] &&
    alias[1] === ECDSA_ALIAS_PREFIX[1];
  return isEcdsa ? evmAddressOfKey(alias.subarray(2)) : null;
}

/** Last 20 bytes of the Keccak-256 of the public key's point. Null when the bytes are no such key. */
export function evmAddressOfKey(compressed: Uint8Array): Uint8Array | null {
  try {
    const point = secp256k1.Point.fromBytes(compressed).toBytes(false);
    return keccak256(point.subarray(1)).subarray(-EVM_ADDRESS_LENGTH);
  } catch {
    return null;
  }
}

/** The "long-zero" address of an entity: 12 zero bytes and its num in 8 bytes. */
export function longZeroAddress(num: bigint): Uint8Array {
  const address = Buffer.alloc(EVM_ADDRESS_LENGTH);
  address.writeBigInt64BE(num, LONG_ZERO_PREFIX);
  return address;
}

/** Returns the num in a long-zero address, or null when the address is another. */
export function parseLongZeroAddress(address: Uint8Array): bigint | null {
  if (address.length !== EVM_ADDRESS_LENGTH) return null;
  for (let i = 0; i < LONG_ZERO_PREFIX; i += 1) if (address[i] !== 0) return null;
  const num = asBuffer(address).readBigUInt64BE(LONG_ZERO_PREFIX);
  return num <= MAX_NUM ? num : null;
}

const LONG_ZERO_HEX_PREFIX = '0'.repeat(2 * LONG_ZERO_PREFIX);

/** Returns the num in a long-zero address of 40 hex digits, or undefined when the address is another. */
export function longZeroNumOfHex(hex: string): bigint | undefined {
  if (!hex.startsWith(LONG_ZERO_HEX_PREFIX)) return undefined;
  const num = BigInt(`0x${hex}`);
  return num <= MAX_NUM ? num : undefined;
}

/** The 40 hex digits of an entity's long-zero address, from its packed id. */
export function longZeroHex(id: bigint): string {
  return (id & MAX_NUM).toString(16).padStart(2 * EVM_ADDRESS_LENGTH, '0');
}
