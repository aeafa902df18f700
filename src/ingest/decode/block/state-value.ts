import { WireReader } from '@tain/ledger/wire-reader';
import type { stream } from '@tain/protos/block-stream';

/** A top-level field of a message of the state: its name in decoded messages, and its number. */
export interface StateField<Message, Name extends keyof Message> {
  readonly message: { decode(bytes: Uint8Array): Message };
  readonly name: Name;
  readonly number: number;
}

type Update = Pick<stream.IMapUpdateChange, 'partial' | 'clearedFields'>;

interface Change {
  readonly bytes: Uint8Array;
  readonly isPartial: boolean;
  readonly cleared: readonly number[];
}

/**
 * The value of one key of the state, after consecutive changes. A partial change (`MapUpdateChange.partial`) contains
 * only the top-level fields that changed, and the numbers of those that became empty.
 */
export class StateValue {
  /** Whether the first change is partial, so that the key had a value before: a created key has a whole value. */
  readonly existed: boolean;
  /** Changes since the last whole value, which is the first of them. */
  #changes: Change[];
  #merged: Merged | null = null;
  #decoded: object | null = null;

  /** `bytes`: the serialized message in the change. */
  constructor(update: Update, bytes: Uint8Array) {
    this.existed = update.partial ?? false;
    this.#changes = [changeOf(update, bytes)];
  }

  /** Adds a later change of the same key. */
  add(update: Update, bytes: Uint8Array): void {
    const change = changeOf(update, bytes);
    if (!change.isPartial) this.#changes = [];
    this.#changes.push(change);
    this.#merged = null;
    this.#decoded = null;
  }

  /** Returns the whole serialized message; null when only some of its fields are known. */
  whole(): Uint8Array | null {
    const { bytes, cleared } = this.#merge();
    return cleared === null ? bytes : null;
  }

  /**
   * Returns a field after these changes; its default when it is absent from a whole value or cleared. Undefined when
   * partial changes leave it unchanged. Each value must be queried for fields of one message only. Throws the errors of
   * `decode`.
   */
  field<M extends object, N extends keyof M>({ message, name, number }: StateField<M, N>): M[N] | undefined {
    const { bytes, cleared } = this.#merge();
    this.#decoded ??= message.decode(bytes);
    const decoded = this.#decoded as M;
    const isKnown = cleared === null || Object.hasOwn(decoded, name) || cleared.has(number);
    return isKnown ? decoded[name] : undefined;
  }

  #merge(): Merged {
    this.#merged ??= merge(this.#changes);
    return this.#merged;
  }
}

function changeOf({ partial, clearedFields }: Update, bytes: Uint8Array): Change {
  return { bytes, isPartial: partial ?? false, cleared: (partial && clearedFields) || [] };
}

interface Merged {
  readonly bytes: Uint8Array;
  /** Numbers of fields that are known to be empty; null: every field that `bytes` lacks is. */
  readonly cleared: ReadonlySet<number> | null;
}

/**
 * Merges changes: the newest value of each field replaces the earlier one. Nested messages and lists are never merged.
 */
function merge(changes: readonly Change[]): Merged {
  const isWhole = changes[0]?.isPartial === false;
  const [only] = changes;
  if (changes.length === 1 && only) {
    return { bytes: only.bytes, cleared: isWhole ? null : new Set(only.cleared) };
  }
  const known = new Set<number>();
  const cleared = new Set<number>();
  const parts: Uint8Array[] = [];
  for (const change of changes.toReversed()) {
    const own = new Set<number>();
    const reader = new WireReader(change.bytes);
    for (let start = 0; reader.next(); start = reader.position) {
      const { field } = reader;
      reader.skip();
      own.add(field);
      if (!known.has(field)) parts.push(change.bytes.subarray(start, reader.position));
    }
    for (const field of own) known.add(field);
    for (const field of change.cleared) {
      if (!known.has(field)) cleared.add(field);
      known.add(field);
    }
  }
  return { bytes: Buffer.concat(parts), cleared: isWhole ? null : cleared };
}
