import { keccak_256 } from '@noble/hashes/sha3.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tries } from '../../../test/effort.ts';
import { keccak256, keccakWord } from '../src/keccak.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

it('a hash equals that of another implementation for any length and array', () => {
  const lengths = fc.oneof(fc.nat(300), fc.integer({ min: 16_300, max: 16_500 }), fc.nat(70_000));
  fc.assert(
    fc.property(lengths, fc.nat(255), fc.nat(40), (length, first, before) => {
      const data = new Uint8Array(before + length).map((_, at) => (first + at * 7) & 0xff).subarray(before);
      const expected = hex(keccak_256(data));
      expect(hex(keccak256(data))).toBe(expected);
      expect(hex(keccak256(Buffer.from(data)))).toBe(expected);
      expect(keccakWord(data)).toBe(BigInt(`0x${expected}`));
    }),
    { numRuns: tries(60) },
  );
});
