import { printTimestamp } from '@tain/ledger/timestamp';
import { count, type Progress } from '../../kernel/progress.ts';
import type { RangeProgress } from './read-range.ts';

/** Returns the progress through files or blocks: their number, transactions, transactions a second, consensus time. */
export function blockProgress(
  { blocks, transactions, lastConsensusEnd }: RangeProgress,
  total: number | null,
  unit: 'blocks' | 'files' = 'blocks',
  step?: string,
): Progress {
  const facts = (elapsedMs: number): string[] => [
    `${count(transactions)} transactions`,
    `${count(elapsedMs > 0 ? Math.round((transactions * 1000) / elapsedMs) : 0)}/s`,
    instant(lastConsensusEnd),
  ];
  return { ...(step === undefined ? {} : { step }), done: blocks, total, unit, facts };
}

/** Formats a time in UTC, `2022-07-13 08:46:11`; times beyond the calendar as seconds. */
function instant(nanos: bigint): string {
  const date = new Date(Number(nanos / 1_000_000n));
  return Number.isNaN(date.getTime())
    ? printTimestamp(nanos)
    : date.toISOString().slice(0, 19).replace('T', ' ');
}
