import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

// Keys are handed to Node.js as JWK (RFC 8037): it then takes their bytes as they are. To have DER read by OpenSSL 3 takes ten
// times as long, longer than to sign.

/** The private key that 32 bytes are the seed of (RFC 8032). */
export function ed25519PrivateKey(secret: Uint8Array): KeyObject {
  // Node.js wants an `x` and does not read it.
  return createPrivateKey({ key: { ...OKP, d: base64url(secret), x: '' }, format: 'jwk' });
}

/** The public key of 32 bytes. Whether they are a point shows when something is verified with it. */
export function ed25519PublicKey(bytes: Uint8Array): KeyObject {
  return createPublicKey({ key: { ...OKP, x: base64url(bytes) }, format: 'jwk' });
}

/** The 32 bytes of the public key of a private key. */
export function ed25519PublicBytes(privateKey: KeyObject): Buffer {
  return Buffer.from(privateKey.export({ format: 'jwk' }).x ?? '', 'base64url');
}

const OKP = { kty: 'OKP', crv: 'Ed25519' };

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}
