import { createECDH, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { readFileSync, type Stats, statSync } from 'node:fs';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak256 } from '@tain/evm/keccak';
import { evmAddressOfKey } from '@tain/ledger/evm-address';
import { prefixedHex } from '@tain/ledger/integer-bytes';
import type { proto } from '@tain/protos/hapi';
import { Failure } from '../../kernel/failure.ts';
import type { OperatorAccount } from './envelope.ts';

/** DER prefix of an Ed25519 private key (RFC 8410). */
export const ED25519_DER = '302e020100300506032b657004220420';

/** Returns a signer with an Ed25519 key of 64 hex digits. */
export function ed25519Signer(digits: string): OperatorAccount['sign'] {
  const key = createPrivateKey({
    key: Buffer.from(ED25519_DER + digits, 'hex'),
    format: 'der',
    type: 'pkcs8',
  });
  const pubKeyPrefix = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  return (body) => ({ pubKeyPrefix, ed25519: sign(null, body, key) });
}

/** Returns a signer with an ECDSA (secp256k1) key of 64 hex digits. */
export function ecdsaSigner(digits: string): OperatorAccount['sign'] {
  const key = Buffer.from(digits, 'hex');
  const pubKeyPrefix = secp256k1.getPublicKey(key);
  return (body): proto.ISignaturePair => ({
    pubKeyPrefix,
    ECDSASecp256k1: secp256k1.sign(keccak256(body), key, { prehash: false }),
  });
}

/** Returns the EVM address of an ECDSA (secp256k1) key of 64 hex digits, with 0x. */
export function ecdsaAddress(digits: string): string {
  const publicKey = publicKeyOf({ type: 'ECDSA_SECP256K1', digits });
  return prefixedHex(evmAddressOfKey(publicKey) ?? new Uint8Array());
}

/** Beginning of an ECDSA (secp256k1) private key as the network's SDKs write it in DER: OpenSSL does not read it. */
const ECDSA_DER = '3030020100300706052b8104000a04220420';
const KEY_DIGITS = 64;
/** Maximum size of a key file; no key is larger. */
const MAX_FILE_BYTES = 16_384;

/**
 * Reads the operator's key from a file that only this process's user can read. Throws `Failure`, whose message contains
 * nothing of the file.
 */
export function readKeyFile(file: string, setting: string): OperatorAccount['sign'] {
  const refuse = (reason: string, cause?: unknown): Failure =>
    new Failure('usage', `The file ${file} (${setting}) ${reason}.`, { cause });
  let stats: Stats;
  let text: string;
  try {
    stats = statSync(file);
    text = stats.size > MAX_FILE_BYTES ? '' : readFileSync(file, 'utf8');
  } catch (cause) {
    throw refuse('cannot be read', cause);
  }
  if (isExposed(stats)) throw refuse(`can be read by others: chmod 600 ${file}`);
  const signer = parseKey(text);
  if (signer === undefined) {
    throw refuse(
      'has no private key: Ed25519 or ECDSA (secp256k1), as PEM without a password or as DER in hex',
    );
  }
  return signer;
}

/** Returns whether others may read a key file, by PostgreSQL's rule: a file of root may be readable by its group. */
function isExposed({ mode, uid }: Stats): boolean {
  const own = process.getuid?.();
  if (own === undefined) return false;
  return (mode & (uid === 0 && own !== 0 ? 0o037 : 0o077)) !== 0;
}

/** A private key as 64 hex digits. */
export interface PrivateKey {
  readonly type: 'ED25519' | 'ECDSA_SECP256K1';
  readonly digits: string;
}

/** Returns a signer with the private key of a text (`parsePrivateKey`). Undefined for any other text. */
export function parseKey(text: string): OperatorAccount['sign'] | undefined {
  const key = parsePrivateKey(text);
  return key && (key.type === 'ED25519' ? ed25519Signer(key.digits) : ecdsaSigner(key.digits));
}

/** Returns the private key of a text: PEM, or DER in hex digits. Undefined for any other text. */
export function parsePrivateKey(text: string): PrivateKey | undefined {
  const trimmed = text.trim();
  if (trimmed.startsWith('-----BEGIN')) return keyOf(() => createPrivateKey(trimmed));
  const digits = trimmed.replace(/^0x/, '').toLowerCase();
  if (!/^([\da-f]{2})+$/.test(digits)) return undefined;
  if (digits.startsWith(ECDSA_DER) && digits.length === ECDSA_DER.length + KEY_DIGITS) {
    return ecdsaKey(digits.slice(ECDSA_DER.length));
  }
  const key = Buffer.from(digits, 'hex');
  const types = ['pkcs8', 'sec1'] as const;
  for (const type of types) {
    const found = keyOf(() => createPrivateKey({ key, format: 'der', type }));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the ECDSA (secp256k1) key of 64 hex digits; undefined for a number that is none. */
export function ecdsaKey(digits: string): PrivateKey | undefined {
  const isKey = secp256k1.utils.isValidSecretKey(Buffer.from(digits, 'hex'));
  return isKey ? { type: 'ECDSA_SECP256K1', digits } : undefined;
}

function keyOf(create: () => KeyObject): PrivateKey | undefined {
  let key: KeyObject;
  try {
    key = create();
  } catch {
    // The library's error contains nothing of the key, but no useful reason either.
    return undefined;
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  const isEcdsa = type === 'ec' && details?.namedCurve === 'secp256k1';
  if (type !== 'ed25519' && !isEcdsa) return undefined;
  const { d = '' } = key.export({ format: 'jwk' });
  const digits = Buffer.from(d, 'base64url').toString('hex').padStart(KEY_DIGITS, '0');
  return { type: isEcdsa ? 'ECDSA_SECP256K1' : 'ED25519', digits };
}

/** Returns the public key (compressed) of a private key. */
export function publicKeyOf({ type, digits }: PrivateKey): Uint8Array {
  if (type === 'ED25519') {
    const key = createPrivateKey({
      key: Buffer.from(ED25519_DER + digits, 'hex'),
      format: 'der',
      type: 'pkcs8',
    });
    return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  }
  // OpenSSL: the first key takes `@noble/curves` half a second.
  const curve = createECDH('secp256k1');
  curve.setPrivateKey(digits, 'hex');
  return curve.getPublicKey(null, 'compressed');
}
