import type { IncomingHttpHeaders } from 'node:http';

/**
 * Origin of a page that runs on this machine, or of a browser extension, such as a wallet. A browser sends the origin
 * `null` for a sandboxed frame of any site.
 */
const LOCAL_ORIGIN =
  /^(?:https?:\/\/(?:(?:[a-z\d-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?|(?:chrome|moz|safari-web)-extension:\/\/[a-z\d-]+)$/i;

/** Headers that proxies add. The client of a proxy on this machine may be anywhere. */
const FORWARDING_HEADER = /^(?:forwarded|via|x-real-ip|x-forwarded-.+)$/;

/**
 * Returns whether a request or WebSocket may control a local network: no proxy forwarded it, and it comes from no web
 * page, from a local one, from a browser extension, or from one of the `allowed` origins. Browsers add `Origin` to each
 * `POST` and WebSocket of a page, and pages cannot change it.
 */
export function mayControl(headers: IncomingHttpHeaders, allowed: ReadonlySet<string>): boolean {
  if (Object.keys(headers).some((name) => FORWARDING_HEADER.test(name))) return false;
  const { origin } = headers;
  return origin === undefined || LOCAL_ORIGIN.test(origin) || allowed.has(origin);
}
