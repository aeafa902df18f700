declare const REPEATABLE: unique symbol;

/**
 * A task that may run twice: again on the primary when a replica fails, and again when a block was committed between
 * its statements. So it has no effect but its result, and reads only its arguments.
 */
export type Repeatable<Task> = Task & { readonly [REPEATABLE]: true };

/** Declares that a task may run twice. */
export function repeatable<Args extends readonly unknown[], Result>(
  task: (...args: Args) => Result,
): Repeatable<(...args: Args) => Result> {
  return task as Repeatable<typeof task>;
}
