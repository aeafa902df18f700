/** The part of an `AbortSignal` that most functions need. */
export interface Departure {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * A signal with its own `abort`. An `AbortController` for each request outlives collections of the young heap, so that V8
 * copies it and has to mark all of the heap for it.
 */
export class Leaving implements Departure {
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
export const NEVER_ABORTED: Departure = {
  aborted: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
};

/** The `AbortSignal`, for APIs that accept nothing else. */
export function signalOf(departure: Departure): AbortSignal {
  const controller = new AbortController();
  if (departure.aborted) controller.abort();
  else departure.addEventListener('abort', () => controller.abort(), { once: true });
  return controller.signal;
}
