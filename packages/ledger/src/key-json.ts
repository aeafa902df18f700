import { EMPTY_KEY_LIST } from './keys.ts';

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
