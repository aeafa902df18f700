import { useEffect, useState } from 'preact/hooks';

/** A value that is loading, there, or failed. */
export interface Loaded<T> {
  readonly value: T | undefined;
  readonly error: Error | undefined;
}

/** Loads a value whenever `key` changes; a value of another key is never shown. `everyMs`: loads it again so often. */
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
        if (!isOver)
          setState({
            key,
            value: undefined,
            error: error instanceof Error ? error : new Error(String(error)),
          });
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

/** The time in milliseconds, again every second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
