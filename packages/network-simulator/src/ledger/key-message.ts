import { proto } from '@tain/protos/hapi';
import type { KeySpec } from './entities.ts';
import type { KeyRing } from './keys.ts';

/** Maximum depth of nested lists; a deeper key cannot sign. */
const MAX_DEPTH = 15;

/** Returns the `Key` message of a requirement. */
export function keyMessage(ring: KeyRing, spec: KeySpec): proto.IKey {
  const keys =
    spec.parts?.map((part) => keyMessage(ring, part)) ?? spec.refs.map((ref) => ring.get(ref).message);
  if (spec.form === 'key' && keys[0] !== undefined) return keys[0];
  if (spec.form === 'list') return { keyList: { keys } };
  return { thresholdKey: { threshold: spec.threshold, keys: { keys } } };
}

/**
 * Returns the key requirement of a `Key` message; null for the empty key list. New keys are stored as keys from outside, which
 * is a change of the ledger.
 */
export function specOf(ring: KeyRing, key: proto.IKey): KeySpec | null {
  if (listOf(key)?.length === 0) return null;
  return requirement(ring, key, 0);
}

function requirement(ring: KeyRing, key: proto.IKey, depth: number): KeySpec {
  const list = listOf(key);
  if (list === null || depth === MAX_DEPTH) {
    return { refs: [ring.refOfMessage(key)], form: 'key', threshold: 1 };
  }
  const parts = list.map((entry) => requirement(ring, entry, depth + 1));
  const isFlat = parts.every((part) => part.form === 'key');
  return {
    refs: parts.flatMap((part) => part.refs),
    ...(key.thresholdKey
      ? { form: 'threshold', threshold: key.thresholdKey.threshold ?? 0 }
      : { form: 'list', threshold: list.length }),
    ...(isFlat ? null : { parts }),
  };
}

/** Returns the entries of a list or threshold key; null for other keys. */
function listOf(key: proto.IKey): readonly proto.IKey[] | null {
  if (key.thresholdKey) return key.thresholdKey.keys?.keys ?? [];
  return key.keyList ? (key.keyList.keys ?? []) : null;
}

/** The empty key list, which cannot sign: an update to it makes an entity immutable. */
export const NO_KEY: proto.IKey = { keyList: { keys: [] } };

/** Serializes a key. */
export function keyBytes(key: proto.IKey): Uint8Array {
  return proto.Key.encode(key).finish();
}
