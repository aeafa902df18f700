import type { Generator } from './generator.ts';

const MEMOS = ['rent', 'salary', 'coffee', 'invoice 7', 'thanks', 'refund', 'swap', 'deposit'] as const;

/** Returns a memo for one transfer in five. */
export function memo(g: Generator): { memo?: string } {
  return g.random.chance(0.2) ? { memo: g.random.pick(MEMOS) } : {};
}
