import { useLayoutEffect, useState } from 'preact/hooks';
import { config } from './config.ts';

/** Current location in the explorer: a path and a query. */
export interface PageLocation {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Properties of a page: its location, and the decoded parameters of its path. */
export interface PageProps extends PageLocation {
  readonly params: Readonly<Record<string, string>>;
}

/** Returns the `href` of a path of the explorer. */
export function hrefOf(path: string): string {
  return config().routing === 'hash' ? `#${path}` : path;
}

/** Splits an address at its first question mark; a query may have others. */
export function splitQuery(address: string): readonly [path: string, query: string] {
  const [path = '', ...query] = address.split('?');
  return [path, query.join('?')];
}

/** Parses the current location. */
export function currentLocation(): PageLocation {
  const text = config().routing === 'hash' ? location.hash.slice(1) : location.pathname + location.search;
  const [path, query] = splitQuery(text);
  return { path: path.replace(/(?<!\/)\/+$/, '') || '/', query: new URLSearchParams(query) };
}

const listeners = new Set<() => void>();
const changed = (): void => {
  for (const listener of listeners) listener();
};

/** State of the current entry of the browser's history, to which back and forward return. */
function entryState(): Readonly<Record<string, unknown>> {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {};
}

function keepInEntry(name: string, value: unknown): void {
  history.replaceState({ ...entryState(), [name]: value }, '');
}

/** State of a component that back and forward return to: it belongs to an entry of the browser's history. */
export function useKept<T>(name: string, initial: T): readonly [T, (value: T) => void] {
  const [value, setValue] = useState(() => (entryState()[name] as T | undefined) ?? initial);
  const keep = (next: T): void => {
    keepInEntry(name, next);
    setValue(next);
  };
  return [value, keep];
}

/** Milliseconds in which a page may grow to its former height, so that its scroll position can be restored. */
const RESTORE_MS = 3000;

/** Scrolls to where the current entry of the history was left, when the page is high enough. */
function restoreScroll(): void {
  const top = entryState().scroll;
  if (typeof top !== 'number') return;
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, top);
    if (document.documentElement.scrollHeight >= top + innerHeight) observer.disconnect();
  });
  observer.observe(document.body);
  setTimeout(() => observer.disconnect(), RESTORE_MS);
}

/** Navigates to a path without reloading the document. Scrolls to the top. */
export function navigate(path: string, replaces = false): void {
  if (!replaces) keepInEntry('scroll', scrollY);
  history[replaces ? 'replaceState' : 'pushState'](replaces ? entryState() : null, '', hrefOf(path));
  changed();
  if (!replaces) window.scrollTo(0, 0);
}

/** Handles links inside the explorer, and the browser's back and forward. */
export function startRouter(): void {
  history.scrollRestoration = 'manual';
  addEventListener('pagehide', () => keepInEntry('scroll', scrollY));
  addEventListener('popstate', () => {
    changed();
    restoreScroll();
  });
  restoreScroll();
  addEventListener('hashchange', changed);
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    const link = event.target instanceof Element ? event.target.closest('a[data-inner]') : null;
    const path = link?.getAttribute('data-inner');
    if (path === null || path === undefined) return;
    event.preventDefault();
    navigate(path);
  });
}

/** Returns the current location, and renders again when it changes. */
export function useLocation(): PageLocation {
  const [current, setCurrent] = useState(currentLocation);
  // Not in `useEffect`, which runs after a paint: a navigation before it would be missed.
  useLayoutEffect(() => {
    const update = (): void => setCurrent(currentLocation());
    listeners.add(update);
    return () => {
      listeners.delete(update);
    };
  }, []);
  return current;
}
