import { proto } from '@tain/protos/hapi';
import type { KeySpec } from '../../../packages/network-simulator/src/ledger/entities.ts';
import type { Ledger } from '../../../packages/network-simulator/src/ledger/ledger.ts';

/** Formats of the ledger's values in answers, written for the tests without src/rest. */

export const id = (num: number): string => `0.0.${num}`;
/** Returns an id; null for 0. */
export const idOrNull = (num: number): string | null => (num === 0 ? null : id(num));

export const time = (nanos: bigint): string =>
  `${nanos / 1_000_000_000n}.${String(nanos % 1_000_000_000n).padStart(9, '0')}`;

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
export const hex0x = (bytes: Uint8Array | null | undefined): string => `0x${hex(bytes ?? new Uint8Array())}`;
export const base64 = (bytes: Uint8Array | null | undefined): string =>
  Buffer.from(bytes ?? new Uint8Array()).toString('base64');

/** Returns the address of an entity without an EVM address of its own. */
export const longZero = (num: number): string => `0x${num.toString(16).padStart(40, '0')}`;

/** Formats 32 bytes as hex. */
export const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Encodes base32 (RFC 4648) without padding. */
export function base32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  let text = '';
  for (let at = 0; at < bits.length; at += 5) {
    text += BASE32[Number.parseInt(bits.slice(at, at + 5).padEnd(5, '0'), 2)] ?? '';
  }
  return text;
}

/** Returns a key in the format of answers. A list or threshold of one key becomes that key. */
export function keyJson(message: proto.IKey | null | undefined): object | null {
  if (!message) return null;
  const list = message.keyList?.keys ?? message.thresholdKey?.keys?.keys;
  if (list?.length === 0) return null;
  const only = list?.length === 1 ? (list[0] ?? message) : message;
  if (only.ed25519?.length) return { _type: 'ED25519', key: hex(only.ed25519) };
  if (only.ECDSASecp256k1?.length) return { _type: 'ECDSA_SECP256K1', key: hex(only.ECDSASecp256k1) };
  return { _type: 'ProtobufEncoded', key: hex(proto.Key.encode(message).finish()) };
}

/** Returns the key of a key specification, with the keys of the ledger. */
export function specJson(ledger: Ledger, spec: KeySpec | null): object | null {
  if (spec === null) return null;
  const keys = spec.refs.map((ref) => ledger.keys.get(ref).message);
  if (spec.form === 'key') return keyJson(keys[0]);
  if (spec.form === 'list') return keyJson({ keyList: { keys } });
  return keyJson({ thresholdKey: { threshold: spec.threshold, keys: { keys } } });
}
