import { useEffect, useState } from 'preact/hooks';
import { config } from './config.ts';

/** Current location in the explorer: a path and a query. */
export interface PageLocation {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Returns the `href` of a path of the explorer. */
export function hrefOf(path: string): string {
  return config().routing === 'hash' ? `#${path}` : path;
}

/** Parses the current location. */
export function currentLocation(): PageLocation {
  const text = config().routing === 'hash' ? location.hash.slice(1) : location.pathname + location.search;
  const [path = '', query = ''] = text.split('?');
  return { path: path === '' ? '/' : path.replace(/(.)\/+$/, '$1'), query: new URLSearchParams(query) };
}

const listeners = new Set<() => void>();
const changed = (): void => {
  for (const listener of listeners) listener();
};

/** Navigates to a path without reloading the document. Scrolls to the top. */
export function navigate(path: string, replaces = false): void {
  history[replaces ? 'replaceState' : 'pushState'](null, '', hrefOf(path));
  changed();
  if (!replaces) window.scrollTo(0, 0);
}

/** Handles links inside the explorer, and the browser's back and forward. */
export function startRouter(): void {
  addEventListener('popstate', changed);
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
  useEffect(() => {
    const update = (): void => setCurrent(currentLocation());
    listeners.add(update);
    return () => {
      listeners.delete(update);
    };
  }, []);
  return current;
}
