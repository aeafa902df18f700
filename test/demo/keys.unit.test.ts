import { expect, test } from 'vitest';
import { KeyRing } from '../../packages/network-simulator/src/ledger/keys.ts';

test('a recently requested key is known by its message, however many came before and after it', () => {
  const keys = new KeyRing(7, 100);
  let next = 0;
  for (let round = 0; round < 3; round++) {
    const { messageBytes } = keys.get(next);
    for (let others = 0; others < 99; others++) keys.get(++next);
    expect(keys.refOf(messageBytes)).toBe(next - 99);
    next++;
  }
});

test('a key that no signer requested is not known', () => {
  expect(() => new KeyRing(7).refOf(Buffer.from('1220', 'hex'))).toThrow('is unknown to the demo network');
});
