import { proto } from '@tain/protos/hapi';
import { isValidKey } from './valid-key.ts';

const ADDRESS_BYTES = 20;
const LONG_ZERO_BYTES = 12;

/** Returns the key whose serialized form is the alias; null for addresses and other bytes. */
export function keyOfAlias(alias: Uint8Array): proto.IKey | null {
  if (alias.length <= ADDRESS_BYTES) return null;
  try {
    const key = proto.Key.decode(alias);
    const isSingle = Boolean(key.ed25519?.length || key.ECDSASecp256k1?.length);
    return isSingle && isValidKey(key) && isSameBytes(key, alias) ? key : null;
  } catch {
    return null;
  }
}

/** Returns whether the bytes are the key's canonical form: two forms of one key would be two aliases. */
function isSameBytes(key: proto.IKey, alias: Uint8Array): boolean {
  return Buffer.from(alias).equals(proto.Key.encode(key).finish());
}

/** Returns whether the bytes are a long-zero address, which contains only an entity's number. */
export function isLongZero(address: Uint8Array): boolean {
  return address.length === ADDRESS_BYTES && address.subarray(0, LONG_ZERO_BYTES).every((byte) => byte === 0);
}
