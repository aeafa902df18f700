import { randomBytes, timingSafeEqual } from 'node:crypto';
import { untilAborted } from '../../kernel/aborted.ts';
import type { ProbeRound } from '../../kernel/probe-round.ts';

/** What a round requests: one request to each of the great tables, as clients make them. */
export const PROBED_PATHS: readonly string[] = [
  '/api/v1/blocks?limit=1',
  '/api/v1/transactions?limit=1',
  '/api/v1/accounts?limit=1',
  '/api/v1/tokens?limit=1',
  '/api/v1/contracts?limit=1',
  '/api/v1/network/nodes?limit=1',
];
/** Milliseconds that a round may take: the request that is under way then has failed. */
const PATIENCE = 10_000;
const HEADER = 'x-tain-probe';

/** Makes a GET request past the sockets and gives the status of its answer. */
type Ask = (url: string, headers: Record<string, string>) => Promise<number>;

/**
 * Requests of the service to itself. They take the way of every request, but in a lane of their own:
 * nothing is answered from the cache, and they do not wait in the lines of others. A secret that lives
 * as long as the process distinguishes them from those of strangers.
 */
export class Probe {
  readonly #secret = randomBytes(24).toString('base64url');
  readonly #bytes = Buffer.from(this.#secret);

  /** Whether a request is one of these. */
  is(headers: Readonly<Record<string, unknown>>): boolean {
    const given = headers[HEADER];
    if (typeof given !== 'string') return false;
    const bytes = Buffer.from(given);
    return bytes.length === this.#bytes.length && timingSafeEqual(bytes, this.#bytes);
  }

  /**
   * Makes a round, one request after the other. Null when `signal` ends it. Never throws.
   */
  async round(ask: Ask, signal: AbortSignal): Promise<ProbeRound | null> {
    const end = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
    let asked = 0;
    let failed = 0;
    let slowestMs = 0;
    for (const url of PROBED_PATHS) {
      if (end.aborted) break;
      const begun = performance.now();
      const status = await untilAborted(ask(url, { [HEADER]: this.#secret }), end);
      slowestMs = Math.max(slowestMs, performance.now() - begun);
      asked++;
      if (status === null || status >= 500) failed++;
    }
    return signal.aborted ? null : { asked, failed, slowestMs };
  }
}
