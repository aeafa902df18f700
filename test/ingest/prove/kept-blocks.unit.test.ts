import { expect, test } from 'vitest';
import { KeptBlocks } from '../../../src/ingest/prove/kept-blocks.ts';
import type { ProvableBlock } from '../../../src/ingest/prove/provable-block.ts';

const blockOf = (bytes: number) => ({ items: [{ bytes: Buffer.alloc(bytes) }] }) as unknown as ProvableBlock;

test('caches the most recently used blocks, up to its bytes', () => {
  const kept = new KeptBlocks(900);
  const [a, b, c] = [blockOf(100), blockOf(100), blockOf(100)];
  kept.put('a', a);
  kept.put('b', b);
  kept.put('c', c);
  expect([kept.get('a'), kept.get('b'), kept.get('c'), kept.bytes]).toEqual([a, b, c, 900]);
  expect(kept.get('a')).toBe(a);
  kept.put('d', blockOf(50));
  expect(['a', 'b', 'c', 'd'].map((name) => kept.get(name) !== undefined)).toEqual([true, false, true, true]);
  kept.put('e', blockOf(301));
  expect([kept.get('e'), kept.bytes]).toEqual([undefined, 750]);
  kept.put('d', blockOf(100));
  expect(kept.bytes).toBe(750);
});
