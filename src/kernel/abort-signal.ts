/** The part of an `AbortSignal` that most functions need. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * An abort signal of one request, with its own `abort`. An `AbortController` for each request would survive V8's minor
 * garbage collections, which makes major ones more frequent.
 */
export class RequestSignal implements AbortSignalLike {
  readonly #listeners = new Set<() => void>();
  aborted = false;

  addEventListener(_type: 'abort', listener: () => void): void {
    if (!this.aborted) this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }

  /** Aborts the request: every listener is called once. */
  abort(): void {
    if (this.aborted) return;
    this.aborted = true;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}

/** A signal that is never aborted. */
export const NEVER_ABORTED: AbortSignalLike = {
  aborted: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
};

/** Returns an `AbortSignal`, for APIs that accept nothing else. */
export function toAbortSignal(signal: AbortSignalLike): AbortSignal {
  const controller = new AbortController();
  if (signal.aborted) controller.abort();
  else signal.addEventListener('abort', () => controller.abort(), { once: true });
  return controller.signal;
}

/**
 * Settles like `task`, or like `onTimeout` when the task takes longer than `milliseconds`. A later rejection of the
 * task is ignored.
 */
export async function withTimeout<T, U>(
  task: Promise<T>,
  milliseconds: number,
  onTimeout: () => U,
): Promise<T | U> {
  task.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    return await Promise.race([task, late.then(onTimeout)]);
  } finally {
    clearTimeout(timer);
  }
}

/** Settles like `task`; calls `force` once when the task takes longer than `milliseconds`, to end it. */
export async function forceAfter<T>(task: Promise<T>, milliseconds: number, force: () => void): Promise<T> {
  const timer = setTimeout(force, milliseconds);
  try {
    return await task;
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves when a signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** Returns the result of a task, or null when it rejects or the signal is aborted first. */
export async function untilAborted<T>(task: Promise<T>, signal: AbortSignal): Promise<T | null> {
  let stop = () => {};
  const over = new Promise<null>((resolve) => {
    stop = () => resolve(null);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([task.catch(() => null), over]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
