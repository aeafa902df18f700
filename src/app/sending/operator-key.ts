import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { proto } from '@tain/protos/hapi';
import type { Operator } from './envelope.ts';

/** DER prefix of an Ed25519 private key (RFC 8410). */
export const ED25519_DER = '302e020100300506032b657004220420';

/** Returns a signer with an Ed25519 key of 64 hex digits. */
export function ed25519Signer(digits: string): Operator['sign'] {
  const key = createPrivateKey({
    key: Buffer.from(ED25519_DER + digits, 'hex'),
    format: 'der',
    type: 'pkcs8',
  });
  const pubKeyPrefix = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  return (body) => ({ pubKeyPrefix, ed25519: sign(null, body, key) });
}

/** Returns a signer with an ECDSA (secp256k1) key of 64 hex digits. */
export function ecdsaSigner(digits: string): Operator['sign'] {
  const key = Buffer.from(digits, 'hex');
  const pubKeyPrefix = secp256k1.getPublicKey(key);
  return (body): proto.ISignaturePair => ({
    pubKeyPrefix,
    ECDSASecp256k1: secp256k1.sign(keccak_256(body), key, { prehash: false }),
  });
}
