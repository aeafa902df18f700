import { MAX_INT64, NANOS_PER_SECOND, printTimestamp } from '@tain/ledger/timestamp';
import type { ParameterType } from '../query/parameter.ts';

/**
 * A position in a list that is ordered by consensus time. It consists only of values of the ledger, so it is valid for
 * every process, replica and mirror of the network.
 */
export interface Position {
  /** Nanoseconds; -1 before everything. */
  readonly time: bigint;
  /** Position among the rows of that time; undefined: after all of them. */
  readonly ordinal?: bigint | undefined;
}

/** The position before every row. */
export const BEFORE_ALL_ROWS: Position = { time: -1n };

const FORM = /^(\d{1,10})\.(\d{9})(?:-(-?\d{1,19}))?$/;
const MIN_ORDINAL = -(1n << 63n);

/** Parses a cursor; undefined for an invalid text. */
export function parseCursor(text: string): Position | undefined {
  const [, seconds, nanos, digits] = FORM.exec(text) ?? [];
  if (seconds === undefined || nanos === undefined) return undefined;
  const time = BigInt(seconds) * NANOS_PER_SECOND + BigInt(nanos);
  if (time > MAX_INT64) return undefined;
  if (digits === undefined) return { time };
  const ordinal = BigInt(digits);
  return ordinal < MIN_ORDINAL || ordinal > MAX_INT64 ? undefined : { time, ordinal };
}

/** Formats the cursor of a position: `seconds.nanoseconds`, with `-index` if it is between rows of one time. */
export function printCursor({ time, ordinal }: Position): string {
  const at = printTimestamp(time < 0n ? 0n : time);
  return ordinal === undefined ? at : `${at}-${ordinal}`;
}

/** Returns whether a position is after another one. */
export function isAfter(one: Position, other: Position): boolean {
  if (one.time !== other.time) return one.time > other.time;
  if (other.ordinal === undefined) return false;
  return one.ordinal === undefined || one.ordinal > other.ordinal;
}

/** The later of two positions. */
export function laterPosition(one: Position, other: Position): Position {
  return isAfter(one, other) ? one : other;
}

/** A cursor in a query, or the word for the current end of the list. */
export const CURSOR: ParameterType<Position | 'now'> = {
  parse: (text) => (text === 'now' ? 'now' : parseCursor(text)),
  schema: {
    type: 'string',
    pattern: '^(now|\\d{1,10}\\.\\d{9}(--?\\d{1,19}|-\\d{1,19})?)$',
    example: 'now',
  },
};
