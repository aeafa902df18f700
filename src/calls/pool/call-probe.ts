import type { ProbeRound } from '../../kernel/service.ts';
import { isOwnFault } from '../refusal.ts';
import type { EvmPool } from './pool.ts';

/** Timeout of a round, in milliseconds: its pending calls then count as failed. */
const ROUND_TIMEOUT_MS = 10_000;
/** Init code that computes and stores nothing. Its contract returns 42. */
const INIT_CODE = '600a600c600039600a6000f3602a60005260206000f3';
const GAS = 1_000_000n;

/**
 * Returns a probe that calls a contract of the server like a client does, in a worker on the state of the last block.
 * It is never refused and runs before the calls of clients, so that they cannot make it fail. Makes two calls, one
 * after the other, because a single failure may be a broken connection. Null when the signal ended the round. Never
 * throws.
 */
export function makeCallProbe(pool: EvmPool) {
  return async (signal: AbortSignal): Promise<ProbeRound | null> => {
    let failed = 0;
    let slowestMs = 0;
    let asked = 0;
    for (; asked < 2 && !signal.aborted; asked += 1) {
      const begun = performance.now();
      const { outcome } = await pool.run({
        class: 'call',
        job: {
          kind: 'call',
          request: {
            block: { kind: 'latest' },
            data: INIT_CODE,
            estimate: false,
            from: undefined,
            gas: GAS,
            gasPrice: 0n,
            to: undefined,
            value: 0n,
            overrides: [],
          },
        },
        client: '',
        isOwn: true,
        timeLimitMs: ROUND_TIMEOUT_MS,
        signal: AbortSignal.any([signal, AbortSignal.timeout(ROUND_TIMEOUT_MS)]),
      });
      slowestMs = Math.max(slowestMs, performance.now() - begun);
      if (isOwnFault(outcome)) failed += 1;
    }
    return signal.aborted ? null : { asked, failed, slowestMs };
  };
}
