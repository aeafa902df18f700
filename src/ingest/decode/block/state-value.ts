import type { stream } from '@tain/protos/block-stream';
import { WireReader } from '../../../kernel/wire-reader.ts';

/** A top-level field of a message of the state: its name in decoded messages, and its number. */
export interface Field<Message, Name extends keyof Message> {
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
 * The value of one key of the state as some changes tell it, one after the other. A partial change
 * (`MapUpdateChange.partial`) carries only the top-level fields that changed, and the numbers of those that became empty.
 */
export class StateValue {
  /** The first change is partial, so the key had a value before: a key that is created comes whole. */
  readonly existed: boolean;
  /** From the last whole value on. */
  #changes: Change[];
  #merged: Merged | null = null;
  #decoded: object | null = null;

  /** `bytes`: the serialized message that the change holds. */
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

  /** The whole serialized message; null where only some of its fields are known. */
  whole(): Uint8Array | null {
    const { bytes, cleared } = this.#merge();
    return cleared === null ? bytes : null;
  }

  /**
   * A field as it is after these changes; its default where it is absent from a whole value or cleared. Undefined where
   * they are partial and leave it as it was. Ask each value for fields of one message only. Throws what `decode` throws.
   */
  field<M extends object, N extends keyof M>({ message, name, number }: Field<M, N>): M[N] | undefined {
    const { bytes, cleared } = this.#merge();
    this.#decoded ??= message.decode(bytes);
    const decoded = this.#decoded as M;
    const isTold = cleared === null || Object.hasOwn(decoded, name) || cleared.has(number);
    return isTold ? decoded[name] : undefined;
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

/** Merges changes: the newest value of each field counts as a whole. Nested messages and lists are never merged. */
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
