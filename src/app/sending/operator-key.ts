import { createECDH, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { readFileSync, type Stats, statSync } from 'node:fs';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak256 } from '@tain/evm/keccak';
import { evmAddressOfKey } from '@tain/ledger/evm-address';
import { prefixedHex } from '@tain/ledger/integer-bytes';
import type { proto } from '@tain/protos/hapi';
import { Failure } from '../../kernel/failure.ts';
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
    ECDSASecp256k1: secp256k1.sign(keccak256(body), key, { prehash: false }),
  });
}

/** Returns the EVM address of an ECDSA (secp256k1) key of 64 hex digits, with 0x. */
export function ecdsaAddress(digits: string): string {
  // OpenSSL: the first key takes `@noble/curves` half a second.
  const curve = createECDH('secp256k1');
  curve.setPrivateKey(digits, 'hex');
  return prefixedHex(evmAddressOfKey(curve.getPublicKey(null, 'compressed')) ?? new Uint8Array());
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
export function readKeyFile(file: string, setting: string): Operator['sign'] {
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

/** Returns a signer with the private key of a text: PEM, or DER in hex digits. Undefined for any other text. */
export function parseKey(text: string): Operator['sign'] | undefined {
  const trimmed = text.trim();
  if (trimmed.startsWith('-----BEGIN')) return signerOf(() => createPrivateKey(trimmed));
  const digits = trimmed.replace(/^0x/, '').toLowerCase();
  if (!/^([\da-f]{2})+$/.test(digits)) return undefined;
  if (digits.startsWith(ECDSA_DER) && digits.length === ECDSA_DER.length + KEY_DIGITS) {
    const key = digits.slice(ECDSA_DER.length);
    return secp256k1.utils.isValidSecretKey(Buffer.from(key, 'hex')) ? ecdsaSigner(key) : undefined;
  }
  const key = Buffer.from(digits, 'hex');
  const types = ['pkcs8', 'sec1'] as const;
  for (const type of types) {
    const signer = signerOf(() => createPrivateKey({ key, format: 'der', type }));
    if (signer !== undefined) return signer;
  }
  return undefined;
}

function signerOf(create: () => KeyObject): Operator['sign'] | undefined {
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
  return isEcdsa ? ecdsaSigner(digits) : ed25519Signer(digits);
}
