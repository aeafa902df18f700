import type { BlockRange } from './range.ts';

/** Phases of a check, in order. */
const PHASES = ['blocks', 'tables', 'snapshots', 'present', 'stream', 'done'] as const;
export type Phase = (typeof PHASES)[number];

/** Progress of a check. Stored in a file, it lets another process continue. */
export interface CheckPoint {
  readonly range: BlockRange;
  phase: Phase;
  /** Consensus time (nanoseconds), or number of the table, up to which the phase is finished; null at its beginning. */
  position: bigint | null;
  /** Numbers of the first and the last compared block; null when there was none. */
  first: bigint | null;
  last: bigint | null;
  blocks: number;
  transactions: number;
  /** Number of differences so far, and the first block that has one. */
  differences: number;
  firstDiffering: bigint | null;
}

/** Returns the beginning of a check. */
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

/** Formats a point as JSON text. */
export function printPoint(point: CheckPoint): string {
  const { range, ...rest } = point;
  const texts = Object.fromEntries(INTEGERS.map((name) => [name, point[name]?.toString() ?? null]));
  return JSON.stringify({
    ...rest,
    ...texts,
    range: { after: range.after.toString(), upTo: range.upTo.toString() },
  });
}

/** Parses the output of `printPoint`; null for anything else. */
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

/** Parses an integer. Throws when the value is not one. */
function integer(value: unknown): bigint {
  if (typeof value !== 'string' || !/^-?\d{1,19}$/.test(value)) throw new RangeError('no integer');
  return BigInt(value);
}
