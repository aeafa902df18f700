import { createHash, timingSafeEqual } from 'node:crypto';

/** Access to a service's metrics: open, by token, or none, because they are served at another address. */
export type MetricsAccess = 'open' | 'none' | { readonly token: string };

/** Returns the HTTP status of a request for metrics: 200, 401 without the token, 404 where there are none. */
export function metricsStatus(access: MetricsAccess, authorization: string | undefined): 200 | 401 | 404 {
  if (access === 'open') return 200;
  if (access === 'none') return 404;
  const given = /^bearer +(.+)$/i.exec(authorization?.trimEnd() ?? '')?.[1];
  return given !== undefined && isSame(given, access.token) ? 200 : 401;
}

/** Compares in constant time, so that timing reveals nothing. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
