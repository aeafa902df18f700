import { isKnownType } from '@tain/ledger/body-type';
import { observeUnknownFields } from '@tain/protos/decoding';
import type { Steps } from '../../kernel/limits/in-slices.ts';
import {
  OTHERS,
  type Unrecognized,
  type UnrecognizedKind,
  type UnrecognizedSince,
} from '../../kernel/unrecognized.ts';
import type { Block } from './decoded-block.ts';

/** Maximum number of names counted in one block, so that a hostile stream cannot fill the memory. */
const MAX_NAMES = 64;

/** Messages whose unknown fields are counted as other kinds, by `seeUnrecognized`. */
const COUNTED_APART: ReadonlySet<string> = new Set([
  'stream.BlockItem',
  'stream.StateChange',
  'stream.MapChangeKey',
  'stream.MapChangeValue',
]);
const BODY = 'proto.TransactionBody';

interface Entry {
  readonly kind: UnrecognizedKind;
  readonly name: string;
  /** Positions of the transactions that contain the part. A set, because a message may be decoded several times. */
  readonly positions: Set<number>;
  /** Number of occurrences that count one by one. */
  each: number;
}

/** Position outside of transactions. */
const NO_POSITION = -1;

/** Collects the parts of one block that are unknown to this program. */
class Collector {
  /** Position of the transaction that is being read. */
  position = NO_POSITION;
  readonly #entries = new Map<string, Entry>();

  /** `isEach`: counts every occurrence instead of one in each transaction. */
  add(kind: UnrecognizedKind, name: string, isEach: boolean): void {
    const entry = this.#entryOf(kind, name);
    if (isEach) entry.each += 1;
    else entry.positions.add(this.position);
  }

  #entryOf(kind: UnrecognizedKind, name: string): Entry {
    const known = this.#entries.get(`${kind} ${name}`);
    if (known) return known;
    if (this.#entries.size >= MAX_NAMES && name !== OTHERS) return this.#entryOf(kind, OTHERS);
    const entry = { kind, name, positions: new Set<number>(), each: 0 };
    this.#entries.set(`${kind} ${name}`, entry);
    return entry;
  }

  end(): readonly Unrecognized[] {
    const all = [...this.#entries.values()];
    // The field of an operation is reported as its type.
    const types = new Set(
      all.filter(({ kind }) => kind === 'transaction type').map(({ name }) => `${BODY}.${name}`),
    );
    return all
      .filter(({ kind, name }) => kind !== 'field' || !types.has(name))
      .map(({ kind, name, positions, each }) => ({ kind, name, count: each + positions.size }));
  }
}

let current: Collector | null = null;

/** Result of reading, and the parts that were unknown. */
interface Collected<T> {
  readonly value: T;
  readonly unrecognized: readonly Unrecognized[];
}

/**
 * Reads in steps, and returns the unknown parts with the result. A nested call adds them to the outer one and returns none.
 */
export function* collectUnrecognized<T>(reading: Steps<T>): Steps<Collected<T>> {
  if (current !== null) return { value: yield* reading, unrecognized: [] };
  const collector = new Collector();
  for (;;) {
    // Other blocks may be read between two steps.
    const { done, value } = collecting(collector, () => reading.next());
    if (done) return { value, unrecognized: collector.end() };
    yield;
  }
}

/** Runs one step, whose unknown parts a collector gets. */
function collecting<T>(collector: Collector, step: () => T): T {
  current = collector;
  const before = observeUnknownFields((message, field) => {
    if (message === BODY && isKnownType(field)) return;
    if (!COUNTED_APART.has(message)) collector.add('field', `${message}.${field}`, false);
  });
  try {
    return step();
  } finally {
    current = null;
    observeUnknownFields(before);
  }
}

/** Sets the transaction that is being read, by its position in the block: a part counts once in each. */
export function beginTransaction(position: number): void {
  if (current !== null) current.position = position;
}

/**
 * Counts a part that is unknown to this program. `isEach`: counts every occurrence instead of one in each
 * transaction.
 */
export function seeUnrecognized(kind: UnrecognizedKind, name: number, isEach = false): void {
  current?.add(kind, String(name), isEach);
}

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
