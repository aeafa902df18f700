import { printTimestamp } from '@tain/ledger/timestamp';

/** Kinds of parts of a stream that a newer network may have and that are unknown to this program. */
export const UNRECOGNIZED_KINDS = [
  'transaction type',
  'result',
  'field',
  'state',
  'map key',
  'map value',
  'state change',
  'block item',
] as const;
export type UnrecognizedKind = (typeof UNRECOGNIZED_KINDS)[number];

/** Name under which further parts are counted once the maximum number of names is reached. */
export const OTHERS = 'others';

/** A part of the stream that is unknown to this program. */
export interface Unrecognized {
  readonly kind: UnrecognizedKind;
  /** Number of the part; for a field, the name of the message and the field's number. */
  readonly name: string;
  /** Number of transactions that contain the part; state changes and items are counted one by one. */
  readonly count: number;
}

/**
 * A part of a stream that is unknown to this program, with the consensus times (nanoseconds) of its first and last
 * block.
 */
export interface UnrecognizedSince extends Unrecognized {
  readonly firstSeen: bigint;
  readonly lastSeen: bigint;
}

/** Statement that reads the parts of a database's stream, the oldest first. Its rows are for `unrecognizedOf`. */
export const UNRECOGNIZED_SQL = `
  select kind, name, count::text, first_seen::text as first, last_seen::text as last
  from tain.unrecognized order by first_seen, kind, name`;

/** A row of `UNRECOGNIZED_SQL`. */
export interface UnrecognizedRow {
  readonly kind: UnrecognizedKind;
  readonly name: string;
  readonly count: string;
  readonly first: string;
  readonly last: string;
}

export function unrecognizedOf({ kind, name, count, first, last }: UnrecognizedRow): UnrecognizedSince {
  return { kind, name, count: Number(count), firstSeen: BigInt(first), lastSeen: BigInt(last) };
}

/** Maximum number of parts that a sentence names; it only counts the others. */
const MAX_NAMED = 8;

/** Returns a sentence for operators, or null when everything is known. */
export function unrecognizedSentence(parts: readonly UnrecognizedSince[]): string | null {
  const [first] = parts;
  if (first === undefined) return null;
  const since = parts.reduce(
    (least, { firstSeen }) => (firstSeen < least ? firstSeen : least),
    first.firstSeen,
  );
  const last = parts.reduce((max, { lastSeen }) => (lastSeen > max ? lastSeen : max), first.lastSeen);
  const named = parts.slice(0, MAX_NAMED).map(({ kind, name, count }) => `${kind} ${name} (${count})`);
  const more = parts.length - named.length;
  const list = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return `The network is newer than this version: ${list}; since ${printTimestamp(since)}, last at ${printTimestamp(last)}. Everything else in these transactions is stored.`;
}
