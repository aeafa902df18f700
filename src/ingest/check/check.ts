import type { StoredStream } from '../range/read-range.ts';
import { checkDatabase, type DatabaseCheckOptions } from './check-database.ts';
import { type CheckPoint, nextPhase } from './check-point.ts';
import { checkStream } from './check-stream.ts';
import { type Finding, Findings } from './findings.ts';

/** Families of rows whose absence would show as a difference. */
export const FAMILIES = ['blocks', 'transactions', 'contracts', 'actions', 'topics'] as const;

export interface CheckOptions extends Omit<DatabaseCheckOptions, 'findings' | 'onNote'> {
  /** Stream to compare with besides the database itself; null: none. */
  readonly stream: StoredStream | null;
  /** Maximum number of findings that are described; the rest are only counted. */
  readonly max: number;
  readonly onFinding?: (finding: Finding) => void;
}

export interface CheckSummary extends Pick<CheckPoint, 'first' | 'last' | 'blocks' | 'transactions'> {
  /** Findings that are described. */
  readonly findings: readonly Finding[];
  /**
   * Number of all differences, including those found before the check was resumed, and the first block that differs.
   */
  readonly differences: number;
  readonly firstDiffering: bigint | null;
  /** One sentence for each part that could not be compared, with the reason. */
  readonly notes: readonly string[];
}

/** Compares a database with itself, then with the stream, and returns all differences. */
export async function check(options: CheckOptions): Promise<CheckSummary> {
  const { point, stream, max, onFinding } = options;
  const notes: string[] = [];
  const findings = new Findings(max, onFinding, {
    count: point.differences,
    first: point.firstDiffering,
  });
  const each = { ...options, findings, onNote: (sentence: string) => void notes.push(sentence) };
  await checkDatabase(each);
  if (point.phase === 'stream') {
    if (stream !== null) await checkStream(each, stream);
    nextPhase(point);
    await options.onPoint?.();
  }
  const { first, last, blocks, transactions } = point;
  return {
    first,
    last,
    blocks,
    transactions,
    findings: findings.described,
    differences: findings.count,
    firstDiffering: findings.first,
    notes,
  };
}
