import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { afterAll, expect, it } from 'vitest';
import { parseKey, readKeyFile } from '../../../src/rpc/nodes/operator-key.ts';

const BODY = Buffer.from('body');
const ed25519 = generateKeyPairSync('ed25519');
const ecdsa = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
const der = (key: KeyObject, type: 'pkcs8' | 'sec1'): string =>
  key.export({ format: 'der', type }).toString('hex');
const pem = (key: KeyObject, type: 'pkcs8' | 'sec1'): string =>
  key.export({ format: 'pem', type }).toString();

/** Returns a private key of 32 bytes as the network's SDKs print it: an octet string instead of an ECPrivateKey. */
const scalar = (key: KeyObject): string =>
  Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url').toString('hex');

it.each([
  ['PEM', pem(ed25519.privateKey, 'pkcs8')],
  ['DER', der(ed25519.privateKey, 'pkcs8')],
  ['DER with 0x and a line break', `0x${der(ed25519.privateKey, 'pkcs8').toUpperCase()}\n`],
  // RFC 8410, the form that SDKs print.
  ['DER of an SDK', `302e020100300506032b657004220420${scalar(ed25519.privateKey)}`],
])('signs with an Ed25519 key in %s', (_form, text) => {
  const { pubKeyPrefix, ed25519: signature } = parseKey(text)?.(BODY) ?? {};
  const raw = ed25519.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  expect(Buffer.from(pubKeyPrefix ?? [])).toEqual(raw);
  expect(verify(null, BODY, ed25519.publicKey, signature ?? Buffer.alloc(0))).toBe(true);
});

it.each([
  ['PEM (PKCS #8)', pem(ecdsa.privateKey, 'pkcs8')],
  ['PEM (SEC 1)', pem(ecdsa.privateKey, 'sec1')],
  ['DER (PKCS #8)', der(ecdsa.privateKey, 'pkcs8')],
  ['DER (SEC 1)', der(ecdsa.privateKey, 'sec1')],
  ['DER of an SDK', `3030020100300706052b8104000a04220420${scalar(ecdsa.privateKey)}`],
])('signs with an ECDSA key in %s', (_form, text) => {
  const { pubKeyPrefix, ECDSASecp256k1: signature } = parseKey(text)?.(BODY) ?? {};
  const jwk = createPublicKey(ecdsa.privateKey).export({ format: 'jwk' });
  const x = Buffer.from(jwk.x ?? '', 'base64url');
  expect(Buffer.from(pubKeyPrefix ?? []).subarray(1)).toEqual(x);
  expect(pubKeyPrefix?.length).toBe(33);
  const own = { prehash: false };
  expect(
    secp256k1.verify(
      signature ?? new Uint8Array(64),
      keccak_256(BODY),
      pubKeyPrefix ?? new Uint8Array(33),
      own,
    ),
  ).toBe(true);
});

const otherCurve = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
it.each([
  ['nothing', ''],
  ['32 bytes of an unknown kind', '11'.repeat(32)],
  ['another curve', pem(otherCurve, 'pkcs8')],
  ['another curve in DER', der(otherCurve, 'pkcs8')],
  ['a public key', ed25519.publicKey.export({ format: 'pem', type: 'spki' }).toString()],
  [
    'a key with a password',
    ed25519.privateKey
      .export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'x' })
      .toString(),
  ],
  ['a private key of zero', `3030020100300706052b8104000a04220420${'00'.repeat(32)}`],
])('refuses a key from %s', (_what, text) => {
  expect(parseKey(text)).toBeUndefined();
});

const folder = mkdtempSync(path.join(tmpdir(), 'tain-key-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('refuses a file that others can read, or without a key, and reveals nothing of it', () => {
  const file = path.join(folder, 'key.pem');
  const secret = der(ed25519.privateKey, 'pkcs8');
  writeFileSync(file, secret, { mode: 0o600 });
  expect(readKeyFile(file, 'SETTING')(BODY).ed25519?.length).toBe(64);
  for (const mode of [0o640, 0o604, 0o620]) {
    chmodSync(file, mode);
    expect(() => readKeyFile(file, 'SETTING')).toThrow(
      `The file ${file} (SETTING) can be read by others: chmod 600 ${file}.`,
    );
  }
  chmodSync(file, 0o600);
  writeFileSync(file, `x${secret}`);
  let message = '';
  try {
    readKeyFile(file, 'SETTING');
  } catch (error) {
    message = String(error) + String((error as Error).cause);
  }
  expect(message).toContain('has no private key');
  expect(message).not.toContain(secret.slice(-16));
  expect(() => readKeyFile(path.join(folder, 'none'), 'SETTING')).toThrow('cannot be read');
});
