import { stream } from '@tain/protos/block-stream';
import { Reader, Writer } from '@tain/protos/wire';
import type { EmittedValue } from '../ledger/entities.ts';
import type { Table } from '../ledger/table.ts';

/** Minimum saving for which consensus nodes write a change as a difference (`StateChangeDeltas` of 0.80). */
export const MIN_SAVING_BYTES = 64;
/** Wire type of strings, bytes and messages. */
const LENGTH_DELIMITED = 2;

/** A value relative to its previous one. */
interface Difference {
  /** Changed top-level fields of the value, as its field of `MapChangeValue` or `SingletonUpdateChange`. */
  readonly field: Uint8Array;
  readonly clearedFields: number[];
}

/**
 * Writes the state changes of blocks as consensus nodes of 0.80 do: if the previous value is known, only the changed
 * top-level fields. `values` holds the last value of each key and singleton, over all blocks and restarts.
 */
export class PartialChanges {
  readonly #values: Table<string, EmittedValue>;

  constructor(values: Table<string, EmittedValue>) {
    this.#values = values;
  }

  /**
   * Returns the items with state changes as differences, if that saves at least `minSaving` bytes. With null, changes
   * have whole values. The items must come in stream order.
   */
  written<T extends stream.IBlockItem>(items: readonly T[], minSaving: number | null): T[] {
    return items.map((item) => {
      const { stateChanges } = item;
      if (!stateChanges?.stateChanges?.length) return item;
      const changes = stateChanges.stateChanges.map((change) => this.#change(change, minSaving));
      return { ...item, stateChanges: { ...stateChanges, stateChanges: changes } };
    });
  }

  /** Drops all values, because they will not be updated. */
  clear(): void {
    for (const [name] of [...this.#values.entries()]) this.#values.remove(name);
  }

  /** Records the values of changes that are not in the block stream: those of record files. */
  note(changes: readonly stream.IStateChange[]): void {
    for (const change of changes) this.#change(change, null);
  }

  #change(change: stream.IStateChange, minSaving: number | null): stream.IStateChange {
    const { stateId, singletonUpdate, mapUpdate, mapDelete } = change;
    if (mapDelete) this.#values.remove(nameOf(stateId, mapDelete.key));
    if (singletonUpdate) {
      const found = this.#difference(`${stateId}`, singletonUpdate, minSaving, singletonMark);
      if (found === null) return change;
      const mark = singletonMark(found.clearedFields);
      return { ...change, singletonUpdate: Buffer.concat([found.field, mark]) };
    }
    if (mapUpdate?.value) {
      const field = stream.MapChangeValue.encode(mapUpdate.value).finish();
      const found = this.#difference(nameOf(stateId, mapUpdate.key), field, minSaving, mapMark);
      if (found === null) return change;
      const { clearedFields } = found;
      const value = stream.MapChangeValue.decode(found.field);
      return { ...change, mapUpdate: { ...mapUpdate, value, partial: true, clearedFields } };
    }
    return change;
  }

  /** Records a value. Returns its difference from the previous one, or null if it is written whole. */
  #difference(
    name: string,
    field: Uint8Array,
    minSaving: number | null,
    mark: (cleared: number[]) => Uint8Array,
  ): Difference | null {
    const before = this.#values.get(name)?.field;
    this.#values.put(name, { field });
    if (minSaving === null || before === undefined) return null;
    const difference = differenceOf(before, field);
    if (difference === null) return null;
    const overhead = mark(difference.clearedFields).length;
    return difference.omitted >= overhead + minSaving ? difference : null;
  }
}

function nameOf(stateId: number | null | undefined, key: stream.IMapChangeKey | null | undefined): string {
  return `${stateId}:${Buffer.from(stream.MapChangeKey.encode(key ?? {}).finish()).toString('base64')}`;
}

function mapMark(clearedFields: number[]): Uint8Array {
  return stream.MapUpdateChange.encode({ partial: true, clearedFields }).finish();
}

function singletonMark(clearedFields: number[]): Uint8Array {
  return stream.SingletonUpdateChange.encode({ partial: true, clearedFields }).finish();
}

/**
 * Compares two values by their top-level fields. `omitted`: bytes of the equal fields. Null: the values are of
 * different kinds.
 */
function differenceOf(before: Uint8Array, after: Uint8Array): (Difference & { omitted: number }) | null {
  const [old, next] = [kindAndValue(before), kindAndValue(after)];
  if (old === null || next === null || old.number !== next.number) return null;
  const [oldFields, fields] = [fieldsOf(old.value), fieldsOf(next.value)];
  const changed: Uint8Array[] = [];
  let omitted = 0;
  for (const [number, bytes] of fields) {
    if (Buffer.compare(oldFields.get(number) ?? Buffer.alloc(0), bytes) === 0) omitted += bytes.length;
    else changed.push(bytes);
  }
  const clearedFields = [...oldFields.keys()].filter((number) => !fields.has(number)).sort((a, b) => a - b);
  const field = Writer.create()
    .uint32(((next.number << 3) | LENGTH_DELIMITED) >>> 0)
    .bytes(Buffer.concat(changed))
    .finish();
  return { field, clearedFields, omitted };
}

/** Returns the value in a oneof of messages, and its field number; null: the oneof is empty. */
function kindAndValue(oneof: Uint8Array): { readonly number: number; readonly value: Uint8Array } | null {
  if (oneof.length === 0) return null;
  const reader = Reader.create(oneof);
  return { number: reader.uint32() >>> 3, value: reader.bytes() };
}

/**
 * Returns the bytes of each top-level field of a message with their tags, repeated ones together, in order of their
 * first occurrence.
 */
function fieldsOf(message: Uint8Array): Map<number, Buffer> {
  const fields = new Map<number, Buffer>();
  const reader = Reader.create(message);
  while (reader.pos < reader.len) {
    const from = reader.pos;
    const tag = reader.uint32();
    reader.skipType(tag & 7);
    const number = tag >>> 3;
    const more = message.subarray(from, reader.pos);
    fields.set(number, Buffer.concat([fields.get(number) ?? Buffer.alloc(0), more]));
  }
  return fields;
}
