import { expect, test } from 'vitest';
import { BlockCache } from '../../../src/ingest/prove/block-cache.ts';
import type { ProvableBlock } from '../../../src/ingest/prove/provable-block.ts';

const blockOf = (bytes: number) => ({ items: [{ bytes: Buffer.alloc(bytes) }] }) as unknown as ProvableBlock;

test('caches the most recently used blocks, up to its bytes', () => {
  const retained = new BlockCache(900);
  const [a, b, c] = [blockOf(100), blockOf(100), blockOf(100)];
  retained.put('a', a);
  retained.put('b', b);
  retained.put('c', c);
  expect([retained.get('a'), retained.get('b'), retained.get('c'), retained.bytes]).toEqual([a, b, c, 900]);
  expect(retained.get('a')).toBe(a);
  retained.put('d', blockOf(50));
  expect(['a', 'b', 'c', 'd'].map((name) => retained.get(name) !== undefined)).toEqual([
    true,
    false,
    true,
    true,
  ]);
  retained.put('e', blockOf(301));
  expect([retained.get('e'), retained.bytes]).toEqual([undefined, 750]);
  retained.put('d', blockOf(100));
  expect(retained.bytes).toBe(750);
});
