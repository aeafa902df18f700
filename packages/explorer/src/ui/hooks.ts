import { useEffect, useState } from 'preact/hooks';

/** State of a load: pending, loaded or failed. */
export interface Loaded<T> {
  readonly value: T | undefined;
  readonly error: Error | undefined;
}

/** Loads a value whenever `key` changes, and never returns the value of another key. `everyMs`: interval of reloads. */
export function useLoaded<T>(key: string, load: () => Promise<T>, everyMs?: number): Loaded<T> {
  const [state, setState] = useState<Loaded<T> & { readonly key: string }>({
    key,
    value: undefined,
    error: undefined,
  });
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = async (): Promise<void> => {
      try {
        const value = await load();
        if (!isOver) setState({ key, value, error: undefined });
      } catch (error) {
        const failure = error instanceof Error ? error : new Error(String(error));
        // A failed refresh retains the current value, because the next one may succeed.
        if (!isOver)
          setState((shown) =>
            shown.key === key && shown.value !== undefined
              ? shown
              : { key, value: undefined, error: failure },
          );
      }
      if (everyMs !== undefined && !isOver) timer = setTimeout(() => void run(), everyMs);
    };
    void run();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [key, everyMs]);
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
