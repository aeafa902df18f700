import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAddressBook } from '../../../src/ingest/decode/address-book.ts';
import { readSignatureFile } from '../../../src/ingest/decode/signature-file.ts';
import { StreamFileError } from '../../../src/ingest/decode/stream-error.ts';
import { checkSignature } from '../../../src/ingest/verify/checked-signature.ts';
import {
  encodeBook,
  makeItem,
  makeNode,
  START,
  type WrittenFile,
  writeSignature,
  writeV2,
  writeV5,
  writeV6,
  ZERO_HASH,
} from '../stream-writer.ts';

const items = [makeItem({ time: START })];
const files: [string, WrittenFile][] = [
  ['v2', writeV2(items, ZERO_HASH)],
  ['v5', writeV5(items, ZERO_HASH)],
  ['v6', writeV6(items, ZERO_HASH, { number: 4n })],
];
const node = makeNode(0);
const [entry] = readAddressBook(encodeBook([node]), 102n) ?? [];
if (!entry) throw new Error('no entry');

function refusal(bytes: Uint8Array): StreamFileError {
  try {
    readSignatureFile('a.rcd_sig', bytes);
  } catch (error) {
    if (error instanceof StreamFileError) return error;
    throw error;
  }
  throw new Error('was not refused');
}

describe.each(files)('signature file %s', (_, file) => {
  const bytes = writeSignature(file, node.privateKey);

  it('returns the signed hashes, and verifies with the key of the node', async () => {
    const read = readSignatureFile('a.rcd_sig', bytes);
    expect(read.file.hash).toEqual(file.fileHash);
    expect(read.metadata?.hash ?? null).toEqual(file.metadataHash);
    expect((await checkSignature(entry, 'a.rcd_sig', bytes)).outcome).toBe('valid');
  });

  it('is refused when it ends early', () => {
    for (let length = 0; length < bytes.length; length += 1) {
      expect(refusal(bytes.subarray(0, length)).code).toBe('malformed');
    }
  });

  it('is invalid with any signed bit flipped', async () => {
    for (let position = 0; position < bytes.length; position += 1) {
      const flipped = Buffer.from(bytes);
      flipped[position] = (flipped[position] ?? 0) ^ (1 << (position & 7));
      const { outcome, signature } = await checkSignature(entry, 'a.rcd_sig', flipped);
      if (outcome !== 'valid') continue;
      // Only bytes outside of hash and signature, such as class ids, may change without an error.
      expect(signature?.file.hash).toEqual(file.fileHash);
      expect(signature?.metadata?.hash ?? null).toEqual(file.metadataHash);
    }
  });

  it('is invalid with the key of another node, or with a malformed key', async () => {
    const [other] = readAddressBook(encodeBook([makeNode(0)]), 102n) ?? [];
    const keyless = { ...entry, publicKey: 'not hex' };
    for (const wrong of [other ?? keyless, keyless, { ...entry, publicKey: '' }]) {
      expect((await checkSignature(wrong, 'a.rcd_sig', bytes)).outcome).toBe('invalid');
    }
  });
});

describe('malformed signature files', () => {
  it('are recognized by their first byte', () => {
    expect(refusal(Buffer.alloc(0)).reason).toBe('is empty');
    for (const first of [0, 1, 2, 3, 7, 0x0a, 255]) {
      expect(refusal(Buffer.from([first, 1, 2])).reason).toContain(`begins with byte ${first}`);
    }
  });

  it('have wrong lengths, markers, checksums or bytes after their end', () => {
    const v2 = writeSignature(writeV2(items, ZERO_HASH), node.privateKey);
    expect(refusal(Buffer.concat([v2, Buffer.from([0])])).reason).toContain('1 bytes too many');
    for (const length of [0, -1, 385, 0x7fffffff]) {
      const wrong = Buffer.from(v2);
      wrong.writeInt32BE(length, 50);
      expect(refusal(wrong).reason).toContain(`the length of the signature is ${length}`);
    }
    const v5 = writeSignature(writeV5(items, ZERO_HASH), node.privateKey);
    const checksum = Buffer.from(v5);
    checksum.writeInt32BE(7, 5 + 68 + 8 + 4 + 4 + 4);
    expect(refusal(checksum).reason).toContain('the checksum of the file signature is 7');
    expect(refusal(Buffer.concat([v5, v5])).reason).toContain('bytes too many');
  });

  it('throw StreamFileError, whatever they contain', () => {
    fc.assert(
      fc.property(fc.constantFrom(4, 5, 6), fc.uint8Array({ maxLength: 600 }), (first, rest) => {
        expect(refusal(Buffer.concat([Buffer.from([first]), rest])).code).toBe('malformed');
      }),
      { numRuns: 500 },
    );
  });
});
