import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JoinedBytes } from '../../src/kernel/joined-bytes.ts';

test('parts of any size are joined in their order', () => {
  const size = fc.oneof(
    fc.nat(5),
    fc.nat(1_000),
    fc.integer({ min: 64 * 1024 - 1, max: 64 * 1024 + 1 }),
    fc.nat(300_000),
  );
  fc.assert(
    fc.property(fc.array(size, { maxLength: 30 }), (sizes) => {
      const parts = sizes.map((length, index) => Buffer.alloc(length, index + 1));
      const joined = new JoinedBytes();
      for (const part of parts) joined.add(part);
      expect(joined.length).toBe(sizes.reduce((sum, length) => sum + length, 0));
      expect(joined.bytes().equals(Buffer.concat(parts))).toBe(true);
      expect(joined.bytes().equals(Buffer.concat(parts))).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('small parts are copied, so that they retain nothing else', () => {
  const joined = new JoinedBytes();
  const whole = Buffer.from('abc');
  for (let at = 0; at < 3; at += 1) joined.add(whole.subarray(at, at + 1));
  whole.fill('x');
  expect(joined.bytes().toString()).toBe('abc');
});
