import { parseExactJson } from '@tain/client/exact-json';
import { useEffect, useState } from 'preact/hooks';
import { useFeature } from '../about.ts';
import { apiUrl, getAnew, probe } from '../api.ts';
import { noteAnswer } from '../connection.ts';
import { takePlace } from '../words/stream-places.ts';
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
 * that arrive together are painted together. While the tab is hidden it holds no stream, because a browser opens few
 * connections to a server; the list is loaded again when the tab is shown. A tab polls while others hold all streams.
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
  const [isRefused, setRefused] = useState(false);
  const hasStreams = useFeature('event_streams') && !isRefused;
  const [hasPlace, setHasPlace] = useState(true);
  const first = useLoaded(path, async () => (await getAnew<Record<string, readonly T[]>>(path))[name] ?? [], {
    everyMs: (hasStreams && hasPlace) || !isLive ? undefined : POLL_MS,
    whenShown: isLive,
  });
  const [live, setLive] = useState<{ readonly since: unknown; readonly items: readonly T[] }>({
    since: undefined,
    items: [],
  });
  const loaded = first.value;
  useEffect(() => {
    if (!hasStreams || !isLive || loaded === undefined || document.hidden) return;
    const ended = new AbortController();
    void takePlace((navigator as Partial<Navigator>).locks).then((release) => {
      if (ended.signal.aborted) return release?.();
      setHasPlace(release !== null);
      if (release === null) return;
      // The stream starts at the newest loaded item, so that no item is lost between the request and the stream.
      const newest = loaded[0];
      const source = new EventSource(apiUrl(newest === undefined ? stream : `${stream}?${after(newest)}`));
      let waiting: T[] = [];
      let timer: ReturnType<typeof setTimeout> | undefined;
      source.onopen = () => noteAnswer(true);
      source.onerror = () => {
        // The browser connects again, unless the mirror refused the stream.
        setRefused(source.readyState === EventSource.CLOSED);
        void probe();
      };
      source.onmessage = ({ data }: MessageEvent<string>) => {
        waiting = [parseExactJson(data) as T, ...waiting].slice(0, limit);
        timer ??= setTimeout(() => {
          timer = undefined;
          const batch = waiting;
          waiting = [];
          setLive((shown) => ({
            since: loaded,
            items: [...batch, ...(shown.since === loaded ? shown.items : [])].slice(0, limit),
          }));
        }, REPAINT_MS);
      };
      ended.signal.addEventListener('abort', () => {
        source.close();
        clearTimeout(timer);
        release();
      });
    });
    const hide = (): void => {
      if (document.hidden) ended.abort();
    };
    document.addEventListener('visibilitychange', hide);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      ended.abort();
    };
  }, [hasStreams, isLive, loaded, stream, limit]);
  if (loaded === undefined) return { value: undefined, error: first.error };
  const added = live.since === loaded ? live.items : [];
  const known = new Set(added.map(keyOf));
  const value = [...added, ...loaded.filter((item) => !known.has(keyOf(item)))].slice(0, limit);
  return { value, error: first.error };
}
