import { type KeyObject, verify } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { proto } from '@tain/protos/hapi';
import { verify as verifyEcdsa } from 'tiny-secp256k1';
import { ed25519PublicKey, isWeakPoint } from '../ledger/ed25519.ts';
import type { Signers } from '../ledger/execution.ts';
import { keyBytes } from '../ledger/key-message.ts';
import { evmAddressOf, type KeyRef } from '../ledger/keys.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { ownCopy } from '../ledger/table.ts';

const ED25519_BYTES = 32;
const ECDSA_BYTES = 33;
const SIGNATURE_BYTES = 64;

type Curve = 'ed25519' | 'ECDSASecp256k1';

/** One signature with a prefix of its public key, or the whole key. */
interface Pair {
  readonly curve: Curve;
  readonly prefix: Buffer;
  readonly signature: Uint8Array;
}

/**
 * Signatures of a sent transaction. A key signed if the pair with its longest matching prefix is valid. Each pair is
 * verified once, on demand.
 */
export class SentSignatures implements Signers {
  readonly #ledger: Ledger;
  readonly #bodyBytes: Uint8Array;
  readonly #pairs: readonly Pair[];
  /** Results of verification, by public key as hex. */
  readonly #verified = new Map<string, boolean>();

  constructor(ledger: Ledger, bodyBytes: Uint8Array, pairs: readonly proto.ISignaturePair[]) {
    this.#ledger = ledger;
    this.#bodyBytes = bodyBytes;
    this.#pairs = pairs.flatMap(pairOf);
  }

  get size(): number {
    return this.#pairs.length;
  }

  has(ref: KeyRef): boolean {
    const { message, publicKey } = this.#ledger.keys.get(ref);
    if (message.ed25519?.length) return this.#signed('ed25519', publicKey);
    return message.ECDSASecp256k1?.length ? this.#signed('ECDSASecp256k1', publicKey) : false;
  }

  /** Keys that are named completely and signed. New keys are stored as keys from outside. */
  *[Symbol.iterator](): Iterator<KeyRef> {
    for (const { curve, prefix } of this.#pairs) {
      if (prefix.length === publicKeyBytes(curve) && this.#signed(curve, prefix)) {
        yield this.#ledger.keys.refOf(keyBytes({ [curve]: ownCopy(prefix) }));
      }
    }
  }

  hollowAccounts(ledger: Ledger): { num: number; message: Uint8Array }[] {
    const found: { num: number; message: Uint8Array }[] = [];
    for (const { curve, prefix } of this.#pairs) {
      if (curve !== 'ECDSASecp256k1' || prefix.length !== ECDSA_BYTES) continue;
      const address = evmAddressOf(prefix);
      const num = address === null ? 0 : ledger.resolveAlias(address);
      if (!ledger.accounts.get(num)?.hollow || !this.#signed(curve, prefix)) continue;
      found.push({ num, message: keyBytes({ ECDSASecp256k1: ownCopy(prefix) }) });
    }
    return found;
  }

  ofInner(bodyBytes: Uint8Array, pairs: readonly proto.ISignaturePair[]): SentSignatures {
    return new SentSignatures(this.#ledger, bodyBytes, pairs);
  }

  #signed(curve: Curve, publicKey: Uint8Array): boolean {
    const hex = Buffer.from(publicKey).toString('hex');
    const known = this.#verified.get(hex);
    if (known !== undefined) return known;
    const pair = this.#bestFor(curve, publicKey);
    const holds = pair !== undefined && verifySignature(curve, publicKey, this.#bodyBytes, pair.signature);
    this.#verified.set(hex, holds);
    return holds;
  }

  /** Returns the pair with the longest prefix of the key. */
  #bestFor(curve: Curve, publicKey: Uint8Array): Pair | undefined {
    let best: Pair | undefined;
    for (const pair of this.#pairs) {
      const fits = pair.curve === curve && pair.prefix.equals(publicKey.subarray(0, pair.prefix.length));
      if (fits && (best === undefined || pair.prefix.length > best.prefix.length)) best = pair;
    }
    return best;
  }
}

function pairOf(pair: proto.ISignaturePair): Pair[] {
  const prefix = Buffer.from(pair.pubKeyPrefix ?? []);
  if (pair.ed25519?.length) return [{ curve: 'ed25519', prefix, signature: pair.ed25519 }];
  if (pair.ECDSASecp256k1?.length)
    return [{ curve: 'ECDSASecp256k1', prefix, signature: pair.ECDSASecp256k1 }];
  return [];
}

function publicKeyBytes(curve: Curve): number {
  return curve === 'ed25519' ? ED25519_BYTES : ECDSA_BYTES;
}

/** Recently verified keys by their bytes as hex, because creating a key object takes longer than a verification. */
const ed25519Keys = new Map<string, KeyObject>();
const MAX_KEYS = 1_000;

function ed25519Key(publicKey: Uint8Array): KeyObject {
  const hex = Buffer.from(publicKey).toString('hex');
  const known = ed25519Keys.get(hex);
  if (known !== undefined) return known;
  const key = ed25519PublicKey(publicKey);
  if (ed25519Keys.size >= MAX_KEYS) ed25519Keys.clear();
  ed25519Keys.set(hex, key);
  return key;
}

/**
 * Verifies a signature over the bytes of a transaction's body (ECDSA: over their keccak-256). Never throws. The rules
 * are those of the network's nodes, which use libsodium and libsecp256k1 (`Ed25519VerificationProvider`,
 * `EcdsaSecp256k1Verifier`): points of small order are refused, because they sign anything, and both forms of an ECDSA
 * signature are accepted, because `s` is normalized first.
 */
export function verifySignature(
  curve: Curve,
  publicKey: Uint8Array,
  bytes: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (publicKey.length !== publicKeyBytes(curve) || signature.length !== SIGNATURE_BYTES) return false;
  try {
    if (curve === 'ECDSASecp256k1') return verifyEcdsa(keccak_256(bytes), publicKey, signature);
    if (isWeakPoint(publicKey) || isWeakPoint(signature.subarray(0, ED25519_BYTES))) return false;
    return verify(null, bytes, ed25519Key(publicKey), signature);
  } catch {
    // The bytes are not a point of the curve, or numbers are out of range.
    return false;
  }
}
