import { stream } from '@tain/protos/block-stream';

/** A change of the state for a reader that retains every value. */
export interface AppliedChange {
  readonly block: bigint;
  /** The state, and the key of a map in hex. */
  readonly name: string;
  readonly stateId: number;
  /**
   * The whole value after it, as top-level fields in ascending order; null if it was deleted, or if the previous value is
   * unknown.
   */
  readonly value: Fields | null;
  /** Numbers of the top-level fields that the change carries. */
  readonly carried: readonly number[];
  readonly cleared: readonly number[];
  readonly isPartial: boolean;
  /** Bytes that a difference saves, by the rule of consensus nodes; null where there is no value before. */
  readonly saving: number | null;
}

/** Number of a field, and its occurrences as hex with their tags. */
export type Fields = readonly (readonly [number: number, hex: string])[];

interface Value {
  /** Which value of the oneof it is. */
  readonly kind: number;
  readonly fields: ReadonlyMap<number, string>;
}

/**
 * Applies state changes as a reader that retains the whole state: a partial one to the last value of the same key or singleton.
 * Written from the rules of the consensus node's `state_changes.proto`, without code of the simulated network or the mirror.
 * Throws if a change breaks them. `lenient`: a partial change without a previous value is no error.
 */
export class StateTracker {
  readonly #values = new Map<string, Value>();
  readonly #lenient: boolean;

  constructor({ lenient = false }: { readonly lenient?: boolean } = {}) {
    this.#lenient = lenient;
  }

  /** `item`: a serialized `BlockItem`. */
  apply(item: Uint8Array, block: bigint): AppliedChange[] {
    const { stateChanges } = stream.BlockItem.decode(item);
    return (stateChanges?.stateChanges ?? []).flatMap((change) => this.#change(change, block) ?? []);
  }

  #change(change: stream.IStateChange, block: bigint): AppliedChange | null {
    const { stateId: id, mapUpdate, mapDelete, singletonUpdate } = change;
    const stateId = id ?? 0;
    const keyOf = (key: stream.IMapChangeKey | null | undefined) =>
      `${stateId}/${Buffer.from(stream.MapChangeKey.encode(key ?? {}).finish()).toString('hex')}`;
    if (mapDelete) {
      const name = keyOf(mapDelete.key);
      this.#values.delete(name);
      return { block, name, stateId, value: null, carried: [], cleared: [], isPartial: false, saving: null };
    }
    if (mapUpdate) {
      if (!mapUpdate.value || Object.keys(mapUpdate.value).length === 0) return null;
      const { partial, clearedFields } = mapUpdate;
      const value = readValue(stream.MapChangeValue.encode(mapUpdate.value).finish());
      return this.#update({ block, stateId, name: keyOf(mapUpdate.key) }, value, partial, clearedFields, 4);
    }
    if (!singletonUpdate) return null;
    const { partial, clearedFields } = stream.SingletonUpdateChange.decode(singletonUpdate);
    const value = readValue(singletonUpdate);
    return this.#update({ block, stateId, name: `${stateId}` }, value, partial, clearedFields, 24);
  }

  /** `flag`: number of the field `partial`; the cleared fields are in the next one. */
  #update(
    what: Pick<AppliedChange, 'block' | 'stateId' | 'name'>,
    carried: Value,
    partial: boolean | null | undefined,
    clearedFields: readonly number[] | null | undefined,
    flag: number,
  ): AppliedChange {
    const isPartial = partial ?? false;
    const cleared = clearedFields ?? [];
    if (cleared.length > 0 && !isPartial) throw new Error(`${what.name}: cleared fields of a whole value`);
    if (cleared.some((number, index) => number <= (cleared[index - 1] ?? 0)))
      throw new Error(`${what.name}: cleared fields ${cleared.join()} are not ascending`);
    if (cleared.some((number) => carried.fields.has(number)))
      throw new Error(`${what.name}: a cleared field is supplied`);
    const before = this.#values.get(what.name);
    if (isPartial && !before && !this.#lenient) throw new Error(`${what.name}: no value before`);
    if (isPartial && before && before.kind !== carried.kind) throw new Error(`${what.name}: another kind`);
    const after = isPartial ? before && changed(before, carried, cleared) : carried;
    if (after) this.#values.set(what.name, after);
    return {
      ...what,
      value: after ? [...after.fields].sort(([a], [b]) => a - b) : null,
      carried: [...carried.fields.keys()],
      cleared,
      isPartial,
      saving: before && after && before.kind === after.kind ? saving(before, after, flag) : null,
    };
  }
}

function changed(before: Value, carried: Value, cleared: readonly number[]): Value {
  const fields = new Map(before.fields);
  for (const number of cleared) fields.delete(number);
  for (const [number, bytes] of carried.fields) fields.set(number, bytes);
  return { kind: before.kind, fields };
}

/** Bytes of the equal fields, minus those of the flag and of the list of cleared fields. */
function saving(before: Value, after: Value, flag: number): number {
  let bytes = 0;
  for (const [number, hex] of after.fields) if (before.fields.get(number) === hex) bytes += hex.length / 2;
  const cleared = [...before.fields.keys()].filter((number) => !after.fields.has(number));
  const list = cleared.reduce((sum, number) => sum + sizeOf(number), 0);
  const tag = sizeOf(flag << 3);
  return bytes - (tag + 1) - (list > 0 ? sizeOf((flag + 1) << 3) + sizeOf(list) + list : 0);
}

/** Bytes of a varint. */
function sizeOf(value: number): number {
  return value < 0x80 ? 1 : 1 + sizeOf(value >>> 7);
}

/** Reads a oneof of messages: the first field, which precedes all others. */
function readValue(oneof: Uint8Array): Value {
  const [first] = topLevel(oneof);
  if (first?.wire !== 2) throw new Error('no value');
  const fields = new Map<number, string>();
  for (const { number, bytes } of topLevel(first.content)) {
    fields.set(number, (fields.get(number) ?? '') + Buffer.from(bytes).toString('hex'));
  }
  return { kind: first.number, fields };
}

interface Field {
  readonly number: number;
  readonly wire: number;
  /** Bytes with the tag. */
  readonly bytes: Uint8Array;
  readonly content: Uint8Array;
}

function topLevel(message: Uint8Array): Field[] {
  const found: Field[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++];
      if (byte === undefined) throw new Error('a message ends within a field');
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const from = at;
    const tag = varint();
    const wire = tag % 8;
    let start = at;
    if (wire === 0) varint();
    else if (wire === 1) at += 8;
    else if (wire === 5) at += 4;
    else if (wire === 2) {
      const length = varint();
      start = at;
      at += length;
    } else throw new Error(`wire type ${wire}`);
    if (at > message.length) throw new Error('a message ends within a field');
    found.push({
      number: Math.floor(tag / 8),
      wire,
      bytes: message.subarray(from, at),
      content: message.subarray(start, at),
    });
  }
  return found;
}
