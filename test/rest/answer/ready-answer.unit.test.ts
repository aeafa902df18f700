import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8Bytes } from '../../../src/rest/answer/ready-answer.ts';

const unit = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 });

test('a text of any length and characters is encoded like the runtime does', () => {
  fc.assert(
    fc.property(unit, fc.constantFrom(1, 60, 3_000, 80_000), (text, times) => {
      const long = text.repeat(times);
      expect(utf8Bytes(long).equals(Buffer.from(long))).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('half a surrogate pair becomes the replacement character, as everywhere', () => {
  const broken = `${'x'.repeat(5000)}\ud800`;
  expect(utf8Bytes(broken).equals(Buffer.from(broken))).toBe(true);
});

test('bytes made earlier do not change', () => {
  const first = utf8Bytes('a'.repeat(5000));
  utf8Bytes('b'.repeat(9000));
  expect(first.equals(Buffer.alloc(5000, 'a'))).toBe(true);
});
