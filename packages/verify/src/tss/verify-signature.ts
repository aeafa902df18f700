import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { verifyHints } from './hints.ts';
import { type HintsKey, readHintsKey } from './hints-key.ts';
import { readHintsSignature } from './hints-signature.ts';
import type { CheckedLedger } from './ledger.ts';
import type { ProfileName } from './profiles.ts';
import { TssRefusal } from './refusal.ts';
import { verifySchnorrTail } from './schnorr-tail.ts';
import { type SignatureParts, splitSignature, type TailKind } from './signature.ts';
import { verifyWraps } from './wraps.ts';
import { readWrapsKey, type WrapsKey } from './wraps-key.ts';
import { readWrapsProof } from './wraps-proof.ts';

/** Maximum number of cached hinTS keys: the network has one at a time. */
const MAX_KEYS = 16;

/** Evidence of a valid threshold signature. */
export interface SignatureEvidence {
  readonly profile: ProfileName;
  readonly tail: TailKind;
  /** Weight of the nodes that signed, and of all nodes, by the hinTS key. */
  readonly signedWeight: bigint;
  readonly totalWeight: bigint;
}

/**
 * Verifies threshold signatures under one ledger. Whether a hinTS key belongs to the ledger depends on neither block
 * nor message, so that is verified once for each key and tail; the last 16 valid ones are cached.
 */
export class SignatureVerifier {
  readonly #ledger: CheckedLedger;
  readonly #keys = new Map<string, HintsKey>();
  #wrapsKey: WrapsKey | undefined;

  constructor(ledger: CheckedLedger) {
    this.#ledger = ledger;
  }

  /** Profile of its ledger. */
  get profile(): ProfileName {
    return this.#ledger.profile.name;
  }

  /** Verifies the `block_signature` of a message: the 48 bytes of a root. Throws only `TssRefusal`. */
  verify(message: Uint8Array, signature: Uint8Array): SignatureEvidence {
    if (message.length === 0) throw new TssRefusal('length', 'The message to verify is empty.');
    const parts = splitSignature(signature);
    const key = this.#keyOf(parts);
    const proof = readHintsSignature(parts.hintsSignature);
    verifyHints(this.#ledger.profile, key, proof, message);
    return {
      profile: this.#ledger.profile.name,
      tail: parts.tail.kind,
      signedWeight: proof.weight,
      totalWeight: key.totalWeight,
    };
  }

  /** Returns the hinTS key of a signature, proven to belong to the ledger. */
  #keyOf({ hintsKey, tail }: SignatureParts): HintsKey {
    const name = bytesToHex(sha256(concatBytes(hintsKey, tail.bytes)));
    const known = this.#keys.get(name);
    // The key is moved to the end, so that the first one is the least recently used.
    this.#keys.delete(name);
    const key = known ?? this.#proveKey(hintsKey, tail);
    this.#keys.set(name, key);
    dropOldest(this.#keys, MAX_KEYS);
    return key;
  }

  #proveKey(bytes: Uint8Array, tail: SignatureParts['tail']): HintsKey {
    const key = readHintsKey(bytes);
    if (tail.kind === 'schnorr') verifySchnorrTail(this.#ledger, bytes, tail.bytes);
    else {
      this.#wrapsKey ??= publishedKey(this.#ledger);
      verifyWraps(this.#ledger, this.#wrapsKey, bytes, readWrapsProof(tail.bytes));
    }
    return key;
  }
}

/** Returns the WRAPS key of a ledger. A publication without such a key supports Schnorr tails only. */
function publishedKey({ wrapsKey }: CheckedLedger): WrapsKey {
  try {
    return readWrapsKey(wrapsKey);
  } catch (cause) {
    if (!(cause instanceof TssRefusal)) throw cause;
    throw new TssRefusal('publication', cause.message, { cause });
  }
}

/** Removes the oldest entry of a map with more than `max` entries. */
export function dropOldest<Key>(map: Map<Key, unknown>, max: number): void {
  const [oldest] = map.keys();
  if (map.size > max && oldest !== undefined) map.delete(oldest);
}
