import { RLP } from '@ethereumjs/rlp';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Rlp, readRlp, rlpBytes } from '../src/rlp.ts';

const { item } = fc.letrec<{ item: Rlp; list: readonly Rlp[]; bytes: Uint8Array }>((tie) => ({
  item: fc.oneof({ maxDepth: 5 }, tie('bytes'), tie('list')),
  list: fc.array(tie('item'), { maxLength: 20 }),
  bytes: fc.oneof(
    fc.uint8Array({ maxLength: 3 }),
    fc.uint8Array({ minLength: 54, maxLength: 57 }),
    fc.uint8Array({ minLength: 254, maxLength: 300, size: 'max' }),
  ),
}));

test('items are encoded as another implementation encodes them, and decoded to the same', () => {
  fc.assert(
    fc.property(item, (given) => {
      const encoded = rlpBytes(given);
      expect(Buffer.from(encoded).toString('hex')).toBe(
        Buffer.from(RLP.encode(given as Parameters<typeof RLP.encode>[0])).toString('hex'),
      );
      expect(rlpBytes(readRlp(encoded))).toEqual(encoded);
    }),
  );
});

test.each([0, 1, 55, 56, 255, 256, 65_535, 65_536])(
  'a text of %i bytes has the shortest header',
  (length) => {
    const bytes = new Uint8Array(length).fill(1);
    expect(rlpBytes(bytes)).toEqual(Buffer.from(RLP.encode(bytes)));
  },
);
