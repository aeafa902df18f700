import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak256 } from '@tain/evm/keccak';
import { integerOfBytes } from '@tain/ledger/integer-bytes';
import { proto } from '@tain/protos/hapi';
import { type MethodResult, revertWith, SUCCESS, values } from '../answer.ts';
import { SIGNATURE_GAS } from '../gas.ts';
import type { MethodCall } from '../method.ts';

/** `isAuthorized` and `isAuthorizedRaw` return whether an account's key signed a message. */

const ED25519_SIGNATURE = 64;
const HASH = 32;
/** Maximum nesting of keys that is checked. */
const MAX_DEPTH = 15;

/** Verifies one raw signature: 64 bytes of Ed25519 over any message, or ECDSA with its `v` over a hash. */
export async function isAuthorizedRaw({ ledger, args }: MethodCall): Promise<MethodResult> {
  const [message, signature] = [args.bytes(1), args.bytes(2)];
  const isEd25519 = signature.length === ED25519_SIGNATURE;
  if (signature.length < ED25519_SIGNATURE) return revertWith('INVALID_TRANSACTION_BODY');
  if (!isEd25519 && message.length !== HASH) return revertWith('INVALID_TRANSACTION_BODY');
  const account = await ledger.accountAt(args.address(0));
  if (account === undefined) return revertWith('INVALID_ACCOUNT_ID');
  const key = account.key ? proto.Key.decode(account.key) : undefined;
  if (isEd25519) {
    const publicKey = key?.ed25519;
    if (!publicKey?.length) return revertWith('INVALID_SIGNATURE_TYPE_MISMATCHING_KEY');
    return values(verifyEd25519(publicKey, message, signature));
  }
  const publicKey = key?.ECDSASecp256k1;
  if (!publicKey?.length) return revertWith('INVALID_SIGNATURE_TYPE_MISMATCHING_KEY');
  const signer = recoverKey(message, signature);
  return values(signer !== undefined && Buffer.compare(signer, publicKey) === 0);
}

/** Verifies a serialized `SignatureMap` against the account's whole key. */
export async function isAuthorized({ ledger, args }: MethodCall): Promise<MethodResult> {
  const account = await ledger.accountAt(args.address(0));
  if (account === undefined) return revertWith('INVALID_ACCOUNT_ID');
  const pairs = signaturePairs(args.bytes(2));
  if (pairs === undefined) return revertWith('INVALID_TRANSACTION_BODY');
  // Nothing signs for an account without a key: its key on the ledger is an empty list.
  const key = account.key && proto.Key.decode(account.key);
  return values(SUCCESS, key !== undefined && verifies(key, args.bytes(1), pairs, 0));
}

/** Returns the price of one `ecrecover` for each signature. */
export function authorizationGas({ args, signature }: MethodCall): bigint {
  const count = signature.startsWith('isAuthorizedRaw') ? 1 : (signaturePairs(args.bytes(2))?.length ?? 0);
  return SIGNATURE_GAS * BigInt(count);
}

function signaturePairs(bytes: Uint8Array): readonly proto.ISignaturePair[] | undefined {
  try {
    return proto.SignatureMap.decode(bytes).sigPair;
  } catch {
    return undefined;
  }
}

function verifies(
  key: proto.IKey,
  message: Uint8Array,
  pairs: readonly proto.ISignaturePair[],
  depth: number,
): boolean {
  if (depth > MAX_DEPTH) return false;
  const list = key.thresholdKey?.keys?.keys ?? key.keyList?.keys;
  if (list) {
    const needed = key.thresholdKey ? (key.thresholdKey.threshold ?? 0) : list.length;
    const signed = list.filter((each) => verifies(each, message, pairs, depth + 1)).length;
    return list.length > 0 && signed >= needed;
  }
  const raw = key.ed25519 ?? key.ECDSASecp256k1;
  if (!raw?.length) return false;
  return pairs.some((pair) => {
    if (
      !Buffer.from(raw)
        .subarray(0, pair.pubKeyPrefix?.length ?? 0)
        .equals(pair.pubKeyPrefix ?? raw)
    )
      return false;
    if (key.ed25519) return verifyEd25519(raw, message, pair.ed25519 ?? new Uint8Array());
    return verifyEcdsa(raw, keccak256(message), pair.ECDSASecp256k1 ?? new Uint8Array());
  });
}

/** Returns whether an Ed25519 signature is valid; false also for malformed bytes. */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    // Keys of small order accept signatures of any message, so the ledger's library refuses them.
    return ed25519.verify(signature, message, publicKey, { zip215: false });
  } catch {
    return false;
  }
}

/** Returns whether an ECDSA signature of 64 bytes over a hash is valid; false also for malformed bytes. */
export function verifyEcdsa(publicKey: Uint8Array, hash: Uint8Array, signature: Uint8Array): boolean {
  try {
    return secp256k1.verify(signature, hash, publicKey, { prehash: false, lowS: false });
  } catch {
    return false;
  }
}

/**
 * Recovers the compressed key of a signature from `r`, `s` and a `v` of 0, 1, 27, 28 or EIP-155; undefined if it is
 * invalid.
 */
function recoverKey(hash: Uint8Array, signature: Uint8Array): Uint8Array | undefined {
  try {
    const v = integerOfBytes(signature.subarray(ED25519_SIGNATURE));
    const parity = v < 2n ? Number(v) : Number((v + 1n) % 2n);
    const compact = secp256k1.Signature.fromBytes(signature.subarray(0, ED25519_SIGNATURE));
    return compact.addRecoveryBit(parity).recoverPublicKey(hash).toBytes(true);
  } catch {
    return undefined;
  }
}
