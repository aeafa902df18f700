import type { BlockRange } from './range.ts';

/** What a check does, in this order. */
const PHASES = ['blocks', 'tables', 'snapshots', 'present', 'stream', 'done'] as const;
export type Phase = (typeof PHASES)[number];

/** How far a check has come. Kept in a file, it lets another process go on. */
export interface CheckPoint {
  readonly range: BlockRange;
  phase: Phase;
  /** Up to which consensus time (nanoseconds), or which table, the phase is done; null at its beginning. */
  position: bigint | null;
  /** Numbers of the first and the last block that were compared; null when there was none. */
  first: bigint | null;
  last: bigint | null;
  blocks: number;
  transactions: number;
  /** Differences found so far, and the first block that has one. */
  differences: number;
  firstDiffering: bigint | null;
}

/** The beginning of a check. */
export function beginningOf(range: BlockRange): CheckPoint {
  return {
    range,
    phase: 'blocks',
    position: null,
    first: null,
    last: null,
    blocks: 0,
    transactions: 0,
    differences: 0,
    firstDiffering: null,
  };
}

/** Ends the phase of a point. */
export function nextPhase(point: CheckPoint): void {
  point.phase = PHASES[PHASES.indexOf(point.phase) + 1] ?? 'done';
  point.position = null;
}

const INTEGERS = ['position', 'first', 'last', 'firstDiffering'] as const;

/** A point as JSON text. */
export function printPoint(point: CheckPoint): string {
  const { range, ...rest } = point;
  const texts = Object.fromEntries(INTEGERS.map((name) => [name, point[name]?.toString() ?? null]));
  return JSON.stringify({
    ...rest,
    ...texts,
    range: { after: range.after.toString(), upTo: range.upTo.toString() },
  });
}

/** Reads what `printPoint` wrote; null where it is something else. */
export function parsePoint(text: string): CheckPoint | null {
  try {
    const read = JSON.parse(text) as Record<string, unknown>;
    const range = read.range as Record<string, unknown>;
    const phase = PHASES.find((name) => name === read.phase);
    if (phase === undefined) return null;
    return {
      range: { after: integer(range.after), upTo: integer(range.upTo) },
      phase,
      position: integerOrNull(read.position),
      first: integerOrNull(read.first),
      last: integerOrNull(read.last),
      blocks: Number(integer(String(read.blocks))),
      transactions: Number(integer(String(read.transactions))),
      differences: Number(integer(String(read.differences))),
      firstDiffering: integerOrNull(read.firstDiffering),
    };
  } catch {
    return null;
  }
}

function integerOrNull(value: unknown): bigint | null {
  return value === null ? null : integer(value);
}

/** Throws where it is none. */
function integer(value: unknown): bigint {
  if (typeof value !== 'string' || !/^-?\d{1,19}$/.test(value)) throw new RangeError('no integer');
  return BigInt(value);
}
