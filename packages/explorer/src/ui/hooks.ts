import { useEffect, useState } from 'preact/hooks';
import { isPassing } from '../api.ts';
import { isConnected, onConnectionChange } from '../connection.ts';

/** State of a load: pending, loaded or failed. */
export interface Loaded<T> {
  readonly value: T | undefined;
  readonly error: Error | undefined;
}

/** Occasions on which a value is loaded again while its key stays the same. The shown value remains until then. */
export interface Reloads {
  /** Interval of reloads in milliseconds; none while the tab is hidden. Default: none. */
  readonly everyMs?: number | undefined;
  /** Whether it is loaded again when the tab is shown again. Default: only if it was due meanwhile. */
  readonly whenShown?: boolean;
  /** Value whose changes cause a reload. */
  readonly version?: unknown;
}

/** Milliseconds until a load that failed is repeated for the first time, and at most. The delay doubles with each failure. */
const RETRY_MS = 3_000;
const MAX_RETRY_MS = 60_000;

/**
 * Loads a value whenever `key` changes, and never returns the value of another key. A load whose failure may pass is repeated
 * with growing delays, and once the mirror answers again.
 */
export function useLoaded<T>(
  key: string,
  load: () => Promise<T>,
  { everyMs, whenShown = false, version }: Reloads = {},
): Loaded<T> {
  const [state, setState] = useState<Loaded<T> & { readonly key: string }>({
    key,
    value: undefined,
    error: undefined,
  });
  useEffect(() => {
    let isOver = false;
    let isDue = false;
    let failures = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = async (): Promise<void> => {
      isDue = false;
      clearTimeout(timer);
      let delayMs = everyMs;
      try {
        const value = await load();
        failures = 0;
        if (!isOver) setState({ key, value, error: undefined });
      } catch (error) {
        if (everyMs !== undefined || isPassing(error))
          delayMs = Math.min((everyMs ?? RETRY_MS) * 2 ** failures, Math.max(everyMs ?? 0, MAX_RETRY_MS));
        failures++;
        const failure = error instanceof Error ? error : new Error(String(error));
        // A failed refresh retains the current value, because the next one may succeed.
        if (!isOver)
          setState((shown) =>
            shown.key === key && shown.value !== undefined
              ? shown
              : { key, value: undefined, error: failure },
          );
      }
      clearTimeout(timer);
      if (delayMs !== undefined && !isOver)
        timer = setTimeout(() => {
          if (document.hidden) isDue = true;
          else void run();
        }, delayMs);
    };
    const changed = (): void => {
      if (document.hidden) isDue ||= whenShown;
      else if (isDue) void run();
    };
    document.addEventListener('visibilitychange', changed);
    const unwatch = onConnectionChange(() => {
      if (isConnected() && failures > 0) void run();
    });
    void run();
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', changed);
      unwatch();
    };
  }, [key, everyMs, whenShown, version]);
  return state.key === key ? state : { value: undefined, error: undefined };
}

const clocks = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;

/**
 * Returns a text that depends on the time. One timer for the page computes it every second, and components are rendered
 * again only when it changes.
 */
export function useTimeText(textAt: (now: number) => string, key: string): string {
  const [shown, setShown] = useState({ key, text: textAt(Date.now()) });
  useEffect(() => {
    const update = (): void => {
      const text = textAt(Date.now());
      setShown((before) => (before.key === key && before.text === text ? before : { key, text }));
    };
    update();
    clocks.add(update);
    ticking ??= setInterval(() => {
      for (const clock of clocks) clock();
    }, 1000);
    return () => {
      clocks.delete(update);
      if (clocks.size > 0) return;
      clearInterval(ticking);
      ticking = undefined;
    };
  }, [key]);
  return shown.key === key ? shown.text : textAt(Date.now());
}
