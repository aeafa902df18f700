import { MerklePatriciaTrie } from '@ethereumjs/mpt';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { atOnce } from '../../src/kernel/limits/in-slices.ts';
import { trieRoot } from '../../src/rpc/objects/receipts-root.ts';

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

it('has the root of @ethereumjs/mpt, for any entries', async () => {
  const entry = fc.tuple(
    fc.uint8Array({ minLength: 1, maxLength: 3 }),
    fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 40 }),
      fc.uint8Array({ minLength: 600, maxLength: 700 }),
    ),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(entry, { selector: ([key]) => hexOf(key), maxLength: 40 }),
      async (entries) => {
        const trie = new MerklePatriciaTrie();
        for (const [key, value] of entries) await trie.put(key, value);
        expect(hexOf(atOnce(trieRoot(entries)))).toBe(hexOf(trie.root()));
      },
    ),
    { numRuns: 50 },
  );
});

it('is made in more steps than there are entries, between which other clients have turns', () => {
  const entries = Array.from(
    { length: 500 },
    (_, index) => [Uint8Array.of(index >> 8, index), Uint8Array.of(1)] as const,
  );
  const steps = trieRoot(entries);
  let count = 0;
  while (!steps.next().done) count += 1;
  expect(count).toBeGreaterThan(500);
});
