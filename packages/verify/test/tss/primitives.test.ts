import { bn254 } from '@noble/curves/bn254.js';
import { describe, expect, it } from 'vitest';
import { sharedDir } from '../../../../test/shared.ts';
import { compressedG2, Fr, hashToG2 } from '../../src/tss/bls12-381.ts';
import { ORDER } from '../../src/tss/ed-on-bn254.ts';
import { toLittleEndian } from '../../src/tss/field-reader.ts';
import { hashToField, hintsKeyHash, poseidonHash } from '../../src/tss/hash-to-field.ts';
import { findProfile } from '../../src/tss/profiles.ts';
import { splitSignature } from '../../src/tss/signature.ts';
import { LIBRARY, sharedVectors } from './vectors.ts';

it('Poseidon hashes like arkworks', () => {
  expect(poseidonHash([1n])).toBe(0x0fe896c25d7e32889bdff98e915a5fc35fca904c90d392d10226bc3839ba5e90n);
  expect(poseidonHash([1n, 2n, 3n, 4n, 5n])).toBe(
    0x046f72048d371ab8c2793248aee7aa80a56a4f990d4d21ca5424509a0d5c85c3n,
  );
});

it('hash-to-field pads with 48 bytes, like arkworks', () => {
  expect(hashToField(Fr.ORDER, '', Buffer.from('abc'))).toBe(
    0x3c2b435597b55b2deedf3cdc6fdd19fdf66a814bbb8ac8c05658da32e7218edn,
  );
});

interface FieldCase {
  readonly messageUtf8: string;
  readonly dst: string;
  readonly value: string;
}

interface Primitives {
  readonly poseidon: { readonly hash: readonly { input: string[]; output: string }[] };
  readonly hashToFieldBls12381Fr: FieldCase[];
  readonly hashToFieldBn254Fr: FieldCase[];
  readonly hashToFieldJubJubFr: FieldCase[];
}

describe.skipIf(sharedDir === null)('unit values of ../shared/streams/tss', () => {
  const poseidon = sharedVectors('primitives', (file: Primitives) => [...file.poseidon.hash]);
  const fields = sharedVectors('primitives', (file: Primitives) => [
    ...file.hashToFieldBls12381Fr.map((each) => ({ ...each, order: Fr.ORDER })),
    ...file.hashToFieldBn254Fr.map((each) => ({ ...each, order: bn254.fields.Fr.ORDER })),
    ...file.hashToFieldJubJubFr.map((each) => ({ ...each, order: ORDER })),
  ]);

  it.each(poseidon)('Poseidon of $input', ({ input, output }) => {
    expect(poseidonHash(input.map(BigInt))).toBe(BigInt(output));
  });

  it.each(fields)('hash to field of "$messageUtf8", tag "$dst"', ({ messageUtf8, dst, value, order }) => {
    expect(hashToField(order, dst, Buffer.from(messageUtf8))).toBe(BigInt(value));
  });

  it.each(LIBRARY)('hash of the hinTS key of $name', ({ signature, hintsKeyHash: expected, ...vector }) => {
    const profile = findProfile(vector.expected);
    const hash = profile && hintsKeyHash(profile, splitSignature(signature).hintsKey);
    expect(Buffer.from(toLittleEndian(hash ?? 0n)).toString('hex')).toBe(expected);
  });

  it('the signed point of a message', () => {
    const expected = sharedVectors(
      'library-vectors',
      (file: { vectors: { message: string; intermediate: { hashToG2: string } }[] }) =>
        file.vectors.map(({ message, intermediate }) => ({ message, point: intermediate.hashToG2 })),
    );
    for (const { message, point } of expected) {
      expect(Buffer.from(compressedG2(hashToG2(Buffer.from(message, 'hex')))).toString('hex')).toBe(point);
    }
  });
});
