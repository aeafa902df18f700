import type { proto } from '@tain/protos/hapi';

/** Maximum depth of a key: a key list that holds one key counts as that key, but not a list inside a list. */
const MAX_DEPTH = 2;

/** A serialized empty key list, in hex: updates remove a key with it, and hollow accounts have it. */
export const EMPTY_KEY_LIST = '3200';

/** Returns a stored key that can sign; undefined for no key and for an empty key list. */
export function usableKey(key: Uint8Array | null | undefined): Uint8Array | undefined {
  if (!key?.length || Buffer.from(key).toString('hex') === EMPTY_KEY_LIST) return undefined;
  return key;
}

/**
 * Lower-case hex of the key that accounts are searched by: the key itself when it is primitive, or
 * the only key of a key list or threshold key. Null for every other key.
 */
export function publicKeyHex(key: proto.IKey | null | undefined): string | null {
  const bytes = key ? primitiveKey(key, 1) : null;
  return bytes && bytes.length > 0 ? Buffer.from(bytes).toString('hex') : null;
}

function primitiveKey(key: proto.IKey, depth: number): Uint8Array | null {
  if (depth > MAX_DEPTH) return null;
  const primitive = key.ed25519 ?? key.ECDSASecp256k1 ?? key.ECDSA_384 ?? key.RSA_3072;
  if (primitive) return primitive;
  const list = key.keyList?.keys ?? key.thresholdKey?.keys?.keys;
  const [only] = list ?? [];
  return list?.length === 1 && only ? primitiveKey(only, depth + 1) : null;
}
