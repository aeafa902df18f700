import type { StoredStream } from '../range/read-stream.ts';
import { checkDatabase, type DatabaseCheckOptions } from './check-database.ts';
import { type CheckPoint, nextPhase } from './check-point.ts';
import { checkStream } from './check-stream.ts';
import { type Finding, Findings } from './findings.ts';

/** Families of rows whose absence would show as a difference. */
export const FAMILIES = ['blocks', 'transactions', 'contracts', 'actions', 'topics'] as const;

export interface CheckOptions extends Omit<DatabaseCheckOptions, 'findings' | 'onNote'> {
  /** What to compare with besides the database itself; null: nothing. */
  readonly stream: StoredStream | null;
  /** Findings that are described; more are counted. */
  readonly most: number;
  readonly onFinding?: (finding: Finding) => void;
}

export interface CheckSummary extends Pick<CheckPoint, 'first' | 'last' | 'blocks' | 'transactions'> {
  /** Those that are described. */
  readonly findings: readonly Finding[];
  /** How many there are, those before a check went on included, and the first block that differs. */
  readonly differences: number;
  readonly firstDiffering: bigint | null;
  /** What could not be compared, and why: a sentence each. */
  readonly notes: readonly string[];
}

/** Compares a database with itself, then with the stream, and gives all that differs. */
export async function check(options: CheckOptions): Promise<CheckSummary> {
  const { point, stream, most, onFinding } = options;
  const notes: string[] = [];
  const findings = new Findings(most, onFinding, {
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
