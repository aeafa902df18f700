import { proto } from '@tain/protos/hapi';
import type { KeySpec } from './entities.ts';
import type { KeyRing } from './keys.ts';

/** The `Key` message for `spec`. */
export function keyMessage(ring: KeyRing, spec: KeySpec): proto.IKey {
  const keys = spec.refs.map((ref) => ring.get(ref).message);
  if (spec.form === 'key' && keys[0] !== undefined) return keys[0];
  if (spec.form === 'list') return { keyList: { keys } };
  return { thresholdKey: { threshold: spec.threshold, keys: { keys } } };
}

/** The key requirement of a `Key` message of this network's own keys; null for the empty key list. */
export function specOf(ring: KeyRing, key: proto.IKey): KeySpec | null {
  const list = key.keyList?.keys ?? key.thresholdKey?.keys?.keys;
  if (!list) return { refs: [ring.refOf(keyBytes(key))], form: 'key', threshold: 1 };
  if (list.length === 0) return null;
  const refs = list.map((entry) => ring.refOf(keyBytes(entry)));
  if (key.thresholdKey) return { refs, form: 'threshold', threshold: key.thresholdKey.threshold ?? 0 };
  return { refs, form: 'list', threshold: refs.length };
}

/** The key an empty key list asks for: nobody's. Updating to it makes an entity immutable. */
export const NO_KEY: proto.IKey = { keyList: { keys: [] } };

/** Serialized, as protobuf puts it on the wire. */
export function keyBytes(key: proto.IKey): Uint8Array {
  return proto.Key.encode(key).finish();
}
