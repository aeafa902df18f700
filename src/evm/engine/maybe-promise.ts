/** A value that is there, or comes: most of what code reads is there, and need not be waited for. */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Maps a value, synchronously where it is available. */
export function after<Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
