import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { proto } from '@tain/protos/hapi';
import { pointFromScalar, sign as signEcdsa } from 'tiny-secp256k1';
import { keep } from './table.ts';

/**
 * A key by number: 0, 1, 2 … are Ed25519 keys, -1, -2, -3 … are ECDSA(secp256k1) keys. Rows hold
 * these numbers; the key ring turns them into keys that really sign.
 */
export type KeyRef = number;

/** A key of the demo network. `message` is the serialized `Key`, as bodies and aliases carry it. */
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

/** Header of a PKCS#8 document that holds an Ed25519 private key. */
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
/** This many of the last requested keys are still known; at most twice as many are kept. */
const SURELY_KEPT = 10_000;
/** Of the group of secp256k1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
/** First byte of a compressed point whose second coordinate is even. */
const EVEN = 2;

class KeyCache {
  readonly byRef = new Map<KeyRef, SigningKey>();
  readonly byMessage = new Map<string, SigningKey>();
}

/** All keys of a demo network, derived from its seed. Private keys of ECDSA keys follow each other (base + n). */
export class KeyRing {
  readonly #seed: string;
  readonly #surelyKept: number;
  /** Keys by number and by their serialized message as hex: recently requested ones, and those before. */
  #late = new KeyCache();
  #earlier = new KeyCache();
  readonly #ecdsaBase: bigint;

  /** `surelyKept`: how many of the last requested keys are guaranteed to be known. */
  constructor(seed: number, surelyKept = SURELY_KEPT) {
    this.#surelyKept = surelyKept;
    this.#seed = `tain demo ${seed}`;
    this.#ecdsaBase = (BigInt(`0x${this.#digest('ecdsa').toString('hex')}`) % (ORDER - 2n ** 40n)) + 1n;
  }

  get(ref: KeyRef): SigningKey {
    const known = this.#late.byRef.get(ref);
    if (known !== undefined) return known;
    const key = this.#earlier.byRef.get(ref) ?? (ref >= 0 ? this.#ed25519(ref) : this.#ecdsa(ref));
    if (this.#late.byRef.size >= this.#surelyKept) {
      this.#earlier = this.#late;
      this.#late = new KeyCache();
    }
    this.#late.byRef.set(ref, key);
    this.#late.byMessage.set(Buffer.from(key.messageBytes).toString('hex'), key);
    return key;
  }

  /** The number of a serialized `Key`. It must have been requested not long ago. */
  refOf(messageBytes: Uint8Array): KeyRef {
    const key = this.#find(messageBytes);
    if (key === undefined) throw new Error('the demo network does not know this key');
    return key.ref;
  }

  /** The number of a `Key` message. */
  refOfMessage(key: proto.IKey): KeyRef {
    return this.refOf(proto.Key.encode(key).finish());
  }

  /** The EVM address of a serialized ECDSA `Key` used as alias; null for other aliases. */
  addressOf(messageBytes: Uint8Array): Uint8Array | null {
    return this.#find(messageBytes)?.evmAddress ?? null;
  }

  #find(messageBytes: Uint8Array): SigningKey | undefined {
    const message = Buffer.from(messageBytes).toString('hex');
    return this.#late.byMessage.get(message) ?? this.#earlier.byMessage.get(message);
  }

  /** The private key of an ECDSA key, to sign Ethereum transactions. */
  ecdsaSecret(ref: KeyRef): Uint8Array {
    return Buffer.from((this.#ecdsaBase + BigInt(-ref)).toString(16).padStart(64, '0'), 'hex');
  }

  #digest(label: string): Buffer {
    return createHash('sha256').update(`${this.#seed} ${label}`).digest();
  }

  #ed25519(ref: KeyRef): SigningKey {
    const secret = this.#digest(`ed25519 ${ref}`);
    const privateKey: KeyObject = createPrivateKey({
      key: Buffer.concat([ED25519_PKCS8, secret]),
      format: 'der',
      type: 'pkcs8',
    });
    const publicKey = keep(createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32));
    const message: proto.IKey = { ed25519: publicKey };
    return {
      ref,
      publicKey,
      message,
      messageBytes: keep(proto.Key.encode(message).finish()),
      evmAddress: null,
      sign: (bytes) => sign(null, bytes, privateKey),
    };
  }

  #ecdsa(ref: KeyRef): SigningKey {
    const secret = this.ecdsaSecret(ref);
    const point = pointFromScalar(secret, false);
    if (point === null) throw new Error('the demo network has no such key');
    const publicKey = keep(
      Buffer.concat([Buffer.of(EVEN + ((point.at(-1) ?? 0) & 1)), point.subarray(1, 33)]),
    );
    const message: proto.IKey = { ECDSASecp256k1: publicKey };
    return {
      ref,
      publicKey,
      message,
      messageBytes: keep(proto.Key.encode(message).finish()),
      evmAddress: keep(keccak_256(point.subarray(1)).subarray(-20)),
      sign: (bytes) => signEcdsa(keccak_256(bytes), secret),
    };
  }
}
