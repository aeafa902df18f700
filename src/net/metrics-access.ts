import { createHash, timingSafeEqual } from 'node:crypto';

/** Who may read a service's metrics: everybody, holders of the token, nobody (they are served elsewhere). */
export type MetricsAccess = 'everybody' | 'nobody' | { readonly token: string };

/** The status for a request for metrics: 200, 401 without the token, 404 where there are none. */
export function metricsStatus(access: MetricsAccess, authorization: string | undefined): 200 | 401 | 404 {
  if (access === 'everybody') return 200;
  if (access === 'nobody') return 404;
  const given = /^bearer +(.+?) *$/i.exec(authorization ?? '')?.[1];
  return given !== undefined && isSame(given, access.token) ? 200 : 401;
}

/** In constant time, which reveals nothing. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
