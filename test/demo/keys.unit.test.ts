import { expect, test } from 'vitest';
import { KeyRing, publishedRef } from '../../packages/network-simulator/src/ledger/keys.ts';

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

// After a start of an existing network, and a return to a snapshot, no key was requested yet.
test.each([
  ['of 0.0.2', 0],
  ['of 0.0.1013', publishedRef(1013, 'ecdsa')],
  ['of 0.0.1022', publishedRef(1022, 'ed25519')],
])('a published key, %s, is known before it is requested', (_, ref) => {
  const { messageBytes } = new KeyRing(7).get(ref);
  expect(new KeyRing(7).refOf(messageBytes)).toBe(ref);
});
