/** A value that is there, or comes: most of what code reads is there, and need not be waited for. */
export type AtOnce<Value> = Value | Promise<Value>;

/** Maps a value, synchronously where it is available. */
export function after<Value, Result>(
  value: AtOnce<Value>,
  next: (value: Value) => AtOnce<Result>,
): AtOnce<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
