import { OTHERS, type UnrecognizedSince } from '../../kernel/unrecognized.ts';
import type { Block } from './decoded-block.ts';

/** Maximum number of names of a batch and of a database, so that a hostile stream cannot fill the memory or a table. */
export const MAX_UNRECOGNIZED = 200;

/** Adds the unknown parts of a block to those seen so far, by kind and name. */
export function addUnrecognized(
  seen: Map<string, UnrecognizedSince>,
  { unrecognized, consensusEnd }: Pick<Block, 'unrecognized' | 'consensusEnd'>,
): void {
  for (const { kind, name: own, count } of unrecognized) {
    const isFull = seen.size >= MAX_UNRECOGNIZED && !seen.has(`${kind} ${own}`);
    const name = isFull ? OTHERS : own;
    const before = seen.get(`${kind} ${name}`);
    seen.set(`${kind} ${name}`, {
      kind,
      name,
      count: (before?.count ?? 0) + count,
      firstSeen: before?.firstSeen ?? consensusEnd,
      lastSeen: consensusEnd,
    });
  }
}
