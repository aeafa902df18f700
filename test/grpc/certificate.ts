import { generateKeyPairSync, sign } from 'node:crypto';

/**
 * Returns a self-signed certificate for `localhost`, and its key, both in PEM. It is valid for a day before and after
 * now.
 */
export function makeCertificate(): { readonly certificate: Buffer; readonly key: Buffer } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // Algorithm: ecdsa-with-SHA256 (RFC 5758).
  const algorithm = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const commonName = sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from('localhost')));
  const name = sequence(der(0x31, commonName));
  const day = 86_400_000;
  const validity = sequence(time(Date.now() - day), time(Date.now() + day));
  // Extension subjectAltName with a DNS name.
  const names = sequence(der(0x82, Buffer.from('localhost')));
  const extensions = sequence(sequence(der(0x06, Buffer.from('551d11', 'hex')), der(0x04, names)));
  const body = sequence(
    der(0xa0, integer(2)),
    integer(1),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]));
  const text = sequence(body, algorithm, signature).toString('base64');
  return {
    certificate: Buffer.from(`-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`),
    key: Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function integer(value: number): Buffer {
  return der(0x02, Buffer.from([value]));
}

function time(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().replace(/\D/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
}
