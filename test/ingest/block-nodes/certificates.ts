import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/**
 * X.509 certificates for tests of TLS, written byte by byte (RFC 5280), because node:crypto can only read certificates.
 */

const ECDSA_WITH_SHA256 = Buffer.from('300a06082a8648ce3d040302', 'hex');
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const BASIC_CONSTRAINTS = Buffer.from('0603551d13', 'hex');
const SUBJECT_ALT_NAME = Buffer.from('0603551d11', 'hex');
const TRUE = Buffer.from('0101ff', 'hex');
const YEAR_MS = 365 * 86_400_000;

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const name = (text: string) => sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(text)))));
const time = (milliseconds: number) =>
  der(
    0x17,
    Buffer.from(
      `${new Date(milliseconds)
        .toISOString()
        .replace(/[-:T]|\..*/g, '')
        .slice(2)}Z`,
    ),
  );
const pem = (what: string, bytes: Buffer) =>
  Buffer.from(
    `-----BEGIN ${what}-----\n${bytes.toString('base64').replace(/(.{64})/g, '$1\n')}\n-----END ${what}-----\n`,
  );

export interface Certified {
  readonly key: Buffer;
  readonly certificate: Buffer;
}

export interface Authority extends Certified {
  /** Issues a certificate for an IPv4 address that expires in `validFor` milliseconds (default: a year). */
  issue(address: string, validFor?: number): Certified;
}

/** Creates a certificate authority for tests. */
export function makeAuthority(subject: string): Authority {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const make = (of: string, publicKey: KeyObject, extension: Buffer, validFor: number): Buffer => {
    const now = Date.now();
    const body = sequence(
      der(0xa0, der(0x02, Buffer.from([2]))),
      der(0x02, Buffer.from([1, ...Buffer.from(String(now))])),
      ECDSA_WITH_SHA256,
      name(subject),
      sequence(time(now - 2 * YEAR_MS), time(now + validFor)),
      name(of),
      publicKey.export({ type: 'spki', format: 'der' }),
      der(0xa3, sequence(extension)),
    );
    const signature = sign('sha256', body, pair.privateKey);
    return pem('CERTIFICATE', sequence(body, ECDSA_WITH_SHA256, der(0x03, Buffer.from([0]), signature)));
  };
  const pemOf = (key: KeyObject) => Buffer.from(key.export({ type: 'pkcs8', format: 'pem' }));
  const isAuthority = sequence(BASIC_CONSTRAINTS, TRUE, der(0x04, sequence(TRUE)));
  return {
    key: pemOf(pair.privateKey),
    certificate: make(subject, pair.publicKey, isAuthority, YEAR_MS),
    issue(address, validFor = YEAR_MS) {
      const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const ip = der(0x87, Buffer.from(address.split('.').map(Number)));
      const extension = sequence(SUBJECT_ALT_NAME, der(0x04, sequence(ip)));
      return { key: pemOf(own.privateKey), certificate: make(address, own.publicKey, extension, validFor) };
    },
  };
}
