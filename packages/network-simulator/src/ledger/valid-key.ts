import type { proto } from '@tain/protos/hapi';
import type Long from 'long';
import { Status } from './status.ts';

/** Maximum depth of nested lists and thresholds; a single key counts as one level. */
const MAX_LEVELS = 15;
const ED25519_BYTES = 32;
const ECDSA_BYTES = 33;
const ADDRESS_BYTES = 20;

type MaybeKey = proto.IKey | null | undefined;

/** Returns the keys of a list or threshold key; undefined for a single key. */
function keysIn(key: proto.IKey): readonly proto.IKey[] | undefined {
  if (key.keyList) return key.keyList.keys ?? [];
  return key.thresholdKey ? (key.thresholdKey.keys?.keys ?? []) : undefined;
}

/** Returns whether nothing can sign for a key: it is absent, or a list of empty keys. */
export function isEmptyKey(key: MaybeKey): boolean {
  if (!key) return true;
  const keys = keysIn(key);
  if (keys !== undefined) return keys.every(isEmptyKey);
  if (key.ed25519 || key.ECDSASecp256k1) return !key.ed25519?.length && !key.ECDSASecp256k1?.length;
  const contract = key.contractID ?? key.delegatableContractId;
  return !contract || (!isPositive(contract.contractNum) && !contract.evmAddress?.length);
}

/** Returns whether a key is usable: valid lengths, thresholds within their counts, no empty parts. */
export function isValidKey(key: MaybeKey, level = 1): key is proto.IKey {
  if (!key || level > MAX_LEVELS || isEmptyKey(key)) return false;
  const keys = keysIn(key);
  if (keys !== undefined) {
    const threshold = key.thresholdKey?.threshold ?? 0;
    if (key.thresholdKey && !key.keyList && (threshold < 1 || threshold > keys.length)) return false;
    return keys.every((entry) => isValidKey(entry, level + 1));
  }
  if (key.ed25519) return key.ed25519.length === ED25519_BYTES;
  if (key.ECDSASecp256k1) return isCompressedPoint(key.ECDSASecp256k1);
  const contract = key.contractID ?? key.delegatableContractId;
  return isPositive(contract?.contractNum) || contract?.evmAddress?.length === ADDRESS_BYTES;
}

/** Returns whether a key is the empty list, with which updates remove a key. */
export function isRemoval(key: MaybeKey): boolean {
  return Boolean(key?.keyList) && (key?.keyList?.keys ?? []).length === 0;
}

/** Returns OK for a valid key. */
export function keyStatus(key: MaybeKey, invalid: Status = Status.BAD_ENCODING): Status {
  return isValidKey(key) ? Status.OK : invalid;
}

function isCompressedPoint(key: Uint8Array): boolean {
  return key.length === ECDSA_BYTES && (key[0] === 2 || key[0] === 3);
}

function isPositive(num: Long | null | undefined): boolean {
  return num?.greaterThan(0) ?? false;
}
