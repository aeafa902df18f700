import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

// Keys are passed to Node.js as JWK (RFC 8037), because its versions up to 24 take ten times as long to parse DER, which is
// longer than signing.

/** Returns the private key with this seed of 32 bytes (RFC 8032). */
export function ed25519PrivateKey(secret: Uint8Array): KeyObject {
  ignoresX ??= readsWithoutX();
  return ignoresX
    ? fromJwk(secret)
    : createPrivateKey({ key: Buffer.concat([PKCS8, secret]), format: 'der', type: 'pkcs8' });
}

/** Whether Node.js ignores the public key of a private JWK. Version 26 checks it, and parses DER as fast. */
let ignoresX: boolean | undefined;

function readsWithoutX(): boolean {
  try {
    fromJwk(Buffer.alloc(32));
    return true;
  } catch {
    return false;
  }
}

function fromJwk(secret: Uint8Array): KeyObject {
  return createPrivateKey({ key: { ...OKP, d: base64url(secret), x: '' }, format: 'jwk' });
}

/** Returns the public key of 32 bytes. An invalid point is detected only by a verification. */
export function ed25519PublicKey(bytes: Uint8Array): KeyObject {
  return createPublicKey({ key: { ...OKP, x: base64url(bytes) }, format: 'jwk' });
}

/** Returns the 32 bytes of a private key's public key. */
export function ed25519PublicBytes(privateKey: KeyObject): Buffer {
  return Buffer.from(privateKey.export({ format: 'jwk' }).x ?? '', 'base64url');
}

const OKP = { kty: 'OKP', crv: 'Ed25519' };
/** Beginning of a private key in PKCS8 (RFC 8410), before its seed. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

/** 2^255 - 19. */
const FIELD = (1n << 255n) - 19n;
/** Y coordinates of the points whose order divides 8, except 0, 1 and -1. */
const OF_ORDER_8: readonly bigint[] = [
  0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n,
  0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd83d3d7a6a17c7n,
];
const WEAK: ReadonlySet<bigint> = new Set([0n, 1n, FIELD - 1n, ...OF_ORDER_8]);

/** Returns whether 32 bytes are a point of small order, or a non-canonical encoding. */
export function isWeakPoint(bytes: Uint8Array): boolean {
  const y = BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`) & ((1n << 255n) - 1n);
  return y >= FIELD || WEAK.has(y);
}
