/** A value, or a promise of it. Most values that code reads are cached and need no await. */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Maps a value, synchronously where it is available. */
export function after<Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
