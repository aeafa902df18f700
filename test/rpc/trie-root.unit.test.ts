import { MerklePatriciaTrie } from '@ethereumjs/mpt';
import fc from 'fast-check';
import { expect, it } from 'vitest';
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
        expect(hexOf(trieRoot(entries))).toBe(hexOf(trie.root()));
      },
    ),
    { numRuns: 50 },
  );
});
