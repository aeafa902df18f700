import type { proto } from '@tain/protos/hapi';

/** A key as the API shows it. */
export interface KeyJson {
  readonly _type: 'ED25519' | 'ECDSA_SECP256K1' | 'ProtobufEncoded';
  /** Lower-case hex: the raw key, or the whole protobuf for `ProtobufEncoded`. */
  readonly key: string;
}

/**
 * The bytes before a raw key in a serialized `Key`, in hex: the key alone, in a key list of one, in a
 * threshold key of one of one.
 */
const PREFIXES = [
  { type: 'ED25519', digits: 64, prefixes: ['1220', '32240a221220', '2a28080112240a221220'] },
  { type: 'ECDSA_SECP256K1', digits: 66, prefixes: ['3a21', '32250a233a21', '2a29080112250a233a21'] },
] as const;

/**
 * The form in which the API shows a serialized protobuf `Key`, given in lower-case hex. Null for no
 * key: no bytes, or an empty key list.
 */
export function keyJson(hex: string): KeyJson | null {
  if (hex === '' || hex === EMPTY_KEY_LIST) return null;
  for (const { type, digits, prefixes } of PREFIXES) {
    for (const prefix of prefixes) {
      if (hex.length === prefix.length + digits && hex.startsWith(prefix)) {
        return { _type: type, key: hex.slice(prefix.length) };
      }
    }
  }
  return { _type: 'ProtobufEncoded', key: hex };
}

/** Maximum depth of a key: a key list that holds one key counts as that key, but not a list inside a list. */
const MAX_DEPTH = 2;

/** A serialized empty key list, in hex: updates remove a key with it, and hollow accounts have it. */
const EMPTY_KEY_LIST = '3200';

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
