import { useEffect, useState } from 'preact/hooks';
import { parseExactJson } from '../../../../src/client/exact-json.ts';
import { useFeature } from '../about.ts';
import { apiUrl, get } from '../api.ts';
import { type Loaded, useLoaded } from './hooks.ts';

/** Interval of requests if the mirror has no event streams. */
export const POLL_MS = 3000;
/** Minimum interval of repaints of a live list. */
const REPAINT_MS = 250;

/** A list that an event stream updates with its newest items. */
export interface LiveList<T> {
  /** Name of the list in the response. */
  readonly name: string;
  /** API path of the newest items, newest first. */
  readonly path: string;
  /** API path of its event stream. */
  readonly stream: string;
  readonly keyOf: (item: T) => string;
  /** Returns the stream's filter for items after this one. */
  readonly after: (item: T) => string;
  /** Maximum number of items shown. */
  readonly limit: number;
  /** Whether the list is updated with new items. Default true. */
  readonly isLive?: boolean;
}

/**
 * Loads the newest items of a list and updates them from its stream, or by polling if the mirror has no streams. Items
 * that arrive together are painted together.
 */
export function useNewest<T>({
  name,
  path,
  stream,
  keyOf,
  after,
  limit,
  isLive = true,
}: LiveList<T>): Loaded<readonly T[]> {
  const hasStreams = useFeature('event_streams');
  const first = useLoaded(
    path,
    async () => (await get<Record<string, readonly T[]>>(path))[name] ?? [],
    hasStreams || !isLive ? undefined : POLL_MS,
  );
  const [live, setLive] = useState<{ readonly of: string; readonly items: readonly T[] }>({
    of: path,
    items: [],
  });
  const isLoaded = first.value !== undefined;
  const newest = first.value?.[0];
  useEffect(() => {
    if (!hasStreams || !isLive || !isLoaded) return;
    // The stream starts at the newest loaded item, so that no item is lost between the request and the stream.
    const source = new EventSource(apiUrl(newest === undefined ? stream : `${stream}?${after(newest)}`));
    let waiting: T[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    source.onmessage = ({ data }: MessageEvent<string>) => {
      waiting = [parseExactJson(data) as T, ...waiting].slice(0, limit);
      timer ??= setTimeout(() => {
        timer = undefined;
        const batch = waiting;
        waiting = [];
        setLive((shown) => ({
          of: path,
          items: [...batch, ...(shown.of === path ? shown.items : [])].slice(0, limit),
        }));
      }, REPAINT_MS);
    };
    return () => {
      source.close();
      clearTimeout(timer);
    };
  }, [hasStreams, isLive, isLoaded, path, stream, limit]);
  if (first.value === undefined) return { value: undefined, error: first.error };
  const added = live.of === path ? live.items : [];
  const known = new Set(added.map(keyOf));
  const value = [...added, ...first.value.filter((item) => !known.has(keyOf(item)))].slice(0, limit);
  return { value, error: first.error };
}
