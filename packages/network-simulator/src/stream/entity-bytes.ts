import Long from 'long';

/** A generated message class. */
interface MessageType<T> {
  readonly prototype: T;
  encode(message: T): { finish(): Uint8Array };
}

/**
 * Encodes an entity of the state as consensus nodes do: a top-level field without presence is omitted if it is 0 or
 * empty. Members of a oneof and messages have presence.
 */
export function entityBytes<T extends object>(type: MessageType<T>, entity: T): Uint8Array {
  const defaults = type.prototype as Readonly<Record<string, unknown>>;
  const fields = Object.entries(entity).filter(([name, value]) => !isDefault(value, defaults[name]));
  return type.encode(Object.fromEntries(fields) as T).finish();
}

/**
 * Returns whether a value is the default of its field. `fallback`: the value of an absent field; null for a field with
 * presence.
 */
function isDefault(value: unknown, fallback: unknown): boolean {
  if (fallback === null || fallback === undefined) return false;
  if (Long.isLong(value)) return value.isZero();
  if (value instanceof Uint8Array || Array.isArray(value)) return value.length === 0;
  return value === fallback;
}
