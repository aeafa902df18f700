import { randomBytes, timingSafeEqual } from 'node:crypto';
import { untilAborted } from '../../kernel/abort-signal.ts';
import type { ProbeRound } from '../../kernel/service.ts';

/** Paths requested in a round: one for each of the large tables, as clients request them. */
export const PROBED_PATHS: readonly string[] = [
  '/api/v1/blocks?limit=1',
  '/api/v1/transactions?limit=1',
  '/api/v1/accounts?limit=1',
  '/api/v1/tokens?limit=1',
  '/api/v1/contracts?limit=1',
  '/api/v1/network/nodes?limit=1',
];
/** Timeout of a round, after which the pending request counts as failed. */
const ROUND_TIMEOUT_MS = 10_000;
const HEADER = 'x-tain-probe';

/** Makes a GET request without a socket, and returns the status of its answer. */
type SendRequest = (url: string, headers: Record<string, string>) => Promise<number>;

/**
 * Requests of the service to itself. They are handled like any request, except that no answer comes from the cache, and
 * the requests do not wait in the queue. A secret of the process distinguishes them from requests of clients.
 */
export class Probe {
  readonly #secret = randomBytes(24).toString('base64url');
  readonly #bytes = Buffer.from(this.#secret);

  /** Returns whether a request comes from this probe. */
  is(headers: Readonly<Record<string, unknown>>): boolean {
    const given = headers[HEADER];
    if (typeof given !== 'string') return false;
    const bytes = Buffer.from(given);
    return bytes.length === this.#bytes.length && timingSafeEqual(bytes, this.#bytes);
  }

  /** Makes a round of requests, one after another. Returns null if `signal` is aborted. Never throws. */
  async round(send: SendRequest, signal: AbortSignal): Promise<ProbeRound | null> {
    const end = AbortSignal.any([signal, AbortSignal.timeout(ROUND_TIMEOUT_MS)]);
    let asked = 0;
    let failed = 0;
    let slowestMs = 0;
    for (const url of PROBED_PATHS) {
      if (end.aborted) break;
      const begun = performance.now();
      const status = await untilAborted(send(url, { [HEADER]: this.#secret }), end);
      slowestMs = Math.max(slowestMs, performance.now() - begun);
      asked++;
      if (status === null || status >= 500) failed++;
    }
    return signal.aborted ? null : { asked, failed, slowestMs };
  }
}
