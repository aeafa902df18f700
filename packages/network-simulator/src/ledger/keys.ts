import { createHash, sign } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { proto } from '@tain/protos/hapi';
import { pointCompress, pointFromScalar, sign as signEcdsa } from 'tiny-secp256k1';
import { ed25519PrivateKey, ed25519PublicBytes } from './ed25519.ts';
import { contractId, numOf } from './ids.ts';
import { ownCopy } from './table.ts';
import { FUNDED_ACCOUNTS, OPERATOR_KEY } from './well-known.ts';

/**
 * Reference of a key, a number: 0, 1, 2 … are Ed25519 keys, -1, -2, -3 … are ECDSA(secp256k1) keys. Rows contain these
 * numbers, and the key ring maps them to signing keys. Numbers from 2^40 (and below -2^40) are keys from outside, which
 * the network cannot sign with; numbers from 2^48 are contracts instead of keys.
 */
export type KeyRef = number;

/** Keys of pre-funded accounts: this number plus the account's number. */
const PUBLISHED = 2 ** 36;
/** The first number of a key from outside. */
export const FOREIGN = 2 ** 40;
const CONTRACTS = 2 ** 48;
const DELEGATABLE = 2 ** 49;

/**
 * Returns the reference of the key that a contract represents while its code runs. `isDelegatable`: also while its code
 * runs for another contract.
 */
export function contractKeyRef(num: number, isDelegatable: boolean): KeyRef {
  return (isDelegatable ? DELEGATABLE : CONTRACTS) + num;
}

/** Returns the `Key` that names a contract by its EVM address. */
export function contractAddressKey(evmAddress: Uint8Array, isDelegatable: boolean): Uint8Array {
  const contract: proto.IContractID = { evmAddress };
  const key: proto.IKey = isDelegatable ? { delegatableContractId: contract } : { contractID: contract };
  return proto.Key.encode(key).finish();
}

/** Returns whether a key is derived from the seed: neither published, nor from outside, nor a contract. */
export function isDerived(ref: KeyRef): boolean {
  return Math.abs(ref) < PUBLISHED;
}

/** A key of the demo network. `message` is the serialized `Key`, as in bodies and aliases. */
export interface SigningKey {
  readonly ref: KeyRef;
  readonly publicKey: Uint8Array;
  readonly message: proto.IKey;
  readonly messageBytes: Uint8Array;
  /** The 20-byte address of an ECDSA key; null for Ed25519. */
  readonly evmAddress: Uint8Array | null;
  /** Signs the bytes of a transaction body as clients do. 64 bytes. */
  sign(bytes: Uint8Array): Uint8Array;
}

/** Store of keys from outside. */
export interface ForeignKeys {
  /** Returns the serialized `Key` of a reference. Throws for an unknown number. */
  messageOf(ref: KeyRef): Uint8Array;
  /** Returns undefined for an unknown key. */
  refOf(message: Uint8Array): KeyRef | undefined;
  /** Assigns a number to a serialized `Key`; numbers of ECDSA keys are negative. */
  add(message: Uint8Array, isEcdsa: boolean): KeyRef;
}

/** Minimum number of recently requested keys that are cached; at most twice as many are. */
const MIN_CACHED_KEYS = 10_000;
/** Order of the group of secp256k1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
/** First byte of a compressed point whose second coordinate is even. */
const EVEN = 2;

class KeyCache {
  readonly byRef = new Map<KeyRef, SigningKey>();
  readonly byMessage = new Map<string, SigningKey>();
}

const PUBLISHED_KEYS = new Map<KeyRef, string>([
  [0, OPERATOR_KEY],
  ...FUNDED_ACCOUNTS.map(({ num, kind, privateKey }): [KeyRef, string] => [
    publishedRef(num, kind),
    privateKey,
  ]),
]);

/** Returns the reference of a pre-funded account's key. */
export function publishedRef(num: number, kind: string): KeyRef {
  return kind === 'ed25519' ? PUBLISHED + num : -(PUBLISHED + num);
}

/**
 * All keys of a demo network: keys derived from its seed, published keys, and public keys from outside. The private
 * keys of derived ECDSA keys are consecutive (base + n).
 */
export class KeyRing {
  readonly #seed: string;
  readonly #minRetained: number;
  /** Keys by number and by their serialized message as hex: recently requested keys, and earlier ones. */
  #late = new KeyCache();
  #earlier = new KeyCache();
  readonly #ecdsaBase: bigint;
  readonly #foreign: ForeignKeys | null;
  /** Numbers of published keys by their serialized messages as hex. Clients use them at any time; null before the first look. */
  #published: ReadonlyMap<string, KeyRef> | null = null;

  /** `minRetained`: minimum number of recently requested keys that are cached. */
  constructor(seed: number, minRetained = MIN_CACHED_KEYS, foreign: ForeignKeys | null = null) {
    this.#minRetained = minRetained;
    this.#foreign = foreign;
    this.#seed = `tain demo ${seed}`;
    this.#ecdsaBase = (BigInt(`0x${this.#digest('ecdsa').toString('hex')}`) % (ORDER - 2n ** 40n)) + 1n;
  }

  get(ref: KeyRef): SigningKey {
    if (ref >= CONTRACTS) return contractKey(ref);
    // A key whose transaction was undone may lose its number to another: it is not cached.
    if (Math.abs(ref) >= FOREIGN && this.#foreign !== null)
      return foreignKey(ref, this.#foreign.messageOf(ref));
    const known = this.#late.byRef.get(ref);
    if (known !== undefined) return known;
    const key = this.#earlier.byRef.get(ref) ?? (ref >= 0 ? this.#ed25519(ref) : this.#ecdsa(ref));
    if (this.#late.byRef.size >= this.#minRetained) {
      this.#earlier = this.#late;
      this.#late = new KeyCache();
    }
    this.#late.byRef.set(ref, key);
    this.#late.byMessage.set(Buffer.from(key.messageBytes).toString('hex'), key);
    return key;
  }

  /**
   * Returns the number of a serialized `Key`. A key that is derived from the seed must have been requested recently. Other
   * keys are stored as keys from outside, which is a change of the ledger, unless they are published.
   */
  refOf(messageBytes: Uint8Array): KeyRef {
    const known = this.find(messageBytes);
    if (known !== undefined) return known;
    if (this.#foreign === null) throw new Error('this key is unknown to the demo network');
    return this.#foreign.add(messageBytes, ecdsaKeyOf(messageBytes) !== null);
  }

  /** Returns the number of a `Key` message. */
  refOfMessage(key: proto.IKey): KeyRef {
    const contract = key.contractID ?? key.delegatableContractId;
    const num = numOf(contract?.contractNum);
    if (num > 0 && num < CONTRACTS) return contractKeyRef(num, !key.contractID);
    // Some clients add shard and realm, others omit them.
    if (contract?.evmAddress?.length)
      return this.refOf(contractAddressKey(contract.evmAddress, !key.contractID));
    return this.refOf(proto.Key.encode(key).finish());
  }

  /** Returns the number of a serialized `Key`, or undefined when it has none. Changes nothing. */
  find(messageBytes: Uint8Array): KeyRef | undefined {
    return this.#find(messageBytes)?.ref ?? this.#foreign?.refOf(messageBytes);
  }

  /** Returns the EVM address of a serialized ECDSA `Key` that is used as an alias; null for other aliases. */
  addressOf(messageBytes: Uint8Array): Uint8Array | null {
    const known = this.#find(messageBytes);
    if (known !== undefined) return known.evmAddress;
    const publicKey = ecdsaKeyOf(messageBytes);
    return publicKey === null ? null : evmAddressOf(publicKey);
  }

  #find(messageBytes: Uint8Array): SigningKey | undefined {
    const message = Buffer.from(messageBytes).toString('hex');
    const known = this.#late.byMessage.get(message) ?? this.#earlier.byMessage.get(message);
    if (known !== undefined) return known;
    const ref = this.#publishedRefs().get(message);
    return ref === undefined ? undefined : this.get(ref);
  }

  #publishedRefs(): ReadonlyMap<string, KeyRef> {
    this.#published ??= new Map(
      [...PUBLISHED_KEYS.keys()].map((ref) => {
        const { messageBytes } = ref >= 0 ? this.#ed25519(ref) : this.#ecdsa(ref);
        return [Buffer.from(messageBytes).toString('hex'), ref];
      }),
    );
    return this.#published;
  }

  /** Returns the private key of an ECDSA key, for signing Ethereum transactions. */
  ecdsaSecret(ref: KeyRef): Uint8Array {
    const published = PUBLISHED_KEYS.get(ref);
    if (published !== undefined) return Buffer.from(published, 'hex');
    return Buffer.from((this.#ecdsaBase + BigInt(-ref)).toString(16).padStart(64, '0'), 'hex');
  }

  #digest(label: string): Buffer {
    return createHash('sha256').update(`${this.#seed} ${label}`).digest();
  }

  #ed25519(ref: KeyRef): SigningKey {
    const published = PUBLISHED_KEYS.get(ref);
    const secret = published === undefined ? this.#digest(`ed25519 ${ref}`) : Buffer.from(published, 'hex');
    const privateKey = ed25519PrivateKey(secret);
    const publicKey = ownCopy(ed25519PublicBytes(privateKey));
    const message: proto.IKey = { ed25519: publicKey };
    return {
      ref,
      publicKey,
      message,
      messageBytes: ownCopy(proto.Key.encode(message).finish()),
      evmAddress: null,
      sign: (bytes) => sign(null, bytes, privateKey),
    };
  }

  #ecdsa(ref: KeyRef): SigningKey {
    const secret = this.ecdsaSecret(ref);
    const point = pointFromScalar(secret, false);
    if (point === null) throw new Error('the demo network has no such key');
    const publicKey = ownCopy(
      Buffer.concat([Buffer.of(EVEN + ((point.at(-1) ?? 0) & 1)), point.subarray(1, 33)]),
    );
    const message: proto.IKey = { ECDSASecp256k1: publicKey };
    return {
      ref,
      publicKey,
      message,
      messageBytes: ownCopy(proto.Key.encode(message).finish()),
      evmAddress: ownCopy(keccak_256(point.subarray(1)).subarray(-20)),
      sign: (bytes) => signEcdsa(keccak_256(bytes), secret),
    };
  }
}

/** Returns the key that represents a contract. */
function contractKey(ref: KeyRef): SigningKey {
  const message: proto.IKey =
    ref >= DELEGATABLE
      ? { delegatableContractId: contractId(ref - DELEGATABLE) }
      : { contractID: contractId(ref - CONTRACTS) };
  return publicOnly(ref, message, ownCopy(proto.Key.encode(message).finish()), new Uint8Array());
}

/** Returns a key from outside, of which only the public half is known. */
function foreignKey(ref: KeyRef, messageBytes: Uint8Array): SigningKey {
  const message = proto.Key.decode(messageBytes);
  return publicOnly(
    ref,
    message,
    messageBytes,
    message.ed25519 ?? message.ECDSASecp256k1 ?? new Uint8Array(),
  );
}

function publicOnly(
  ref: KeyRef,
  message: proto.IKey,
  messageBytes: Uint8Array,
  publicKey: Uint8Array,
): SigningKey {
  return {
    ref,
    publicKey,
    message,
    messageBytes,
    get evmAddress() {
      return message.ECDSASecp256k1?.length ? evmAddressOf(publicKey) : null;
    },
    sign: () => {
      throw new Error('the demo network cannot sign with a key from outside');
    },
  };
}

const ECDSA_KEY_HEAD = [0x3a, 33] as const;

/** Returns the compressed point of a serialized ECDSA(secp256k1) `Key`; null for other keys. */
function ecdsaKeyOf(messageBytes: Uint8Array): Uint8Array | null {
  const isEcdsa = messageBytes.length === 35 && ECDSA_KEY_HEAD.every((byte, i) => messageBytes[i] === byte);
  return isEcdsa ? messageBytes.subarray(2) : null;
}

/** Returns the last 20 bytes of keccak-256 of the point; null for bytes that are not a point of the curve. */
export function evmAddressOf(compressed: Uint8Array): Uint8Array | null {
  try {
    return ownCopy(keccak_256(pointCompress(compressed, false).subarray(1)).subarray(-20));
  } catch {
    return null;
  }
}
