import type { Clock } from '../../kernel/clock.ts';
import type { RateLimit } from '../../kernel/limits/limit.ts';
import { RateWindow } from '../../kernel/limits/rate-window.ts';

/** Unit in which gas is counted, as in the public mirror node; less than one unit is free. */
const GAS_UNIT = 10_000n;

export const CONTRACT_CALLS: RateLimit = {
  name: 'contract-calls',
  kind: 'rate',
  counts: 'contract calls',
  max: 500,
  settings: ['TAIN_EVM_REQUESTS_PER_SECOND'],
};

export const CONTRACT_GAS: RateLimit = {
  name: 'contract-gas',
  kind: 'rate',
  counts: 'units of 10,000 gas of contract calls',
  max: 750_000,
  settings: ['TAIN_EVM_GAS_PER_SECOND'],
};

export interface ThrottleRates {
  readonly requestsPerSecond: number;
  readonly gasPerSecond: number;
}

/** A call that counts towards the limits. */
export interface ThrottledCall {
  readonly client: string;
  readonly gas: bigint;
}

/** Limits the calls per second and the gas that they may use, for all clients together. */
export class Throttle {
  readonly #requests: RateWindow;
  readonly #gas: RateWindow;

  constructor({ requestsPerSecond, gasPerSecond }: ThrottleRates, clock: Clock) {
    this.#requests = new RateWindow({ max: requestsPerSecond }, clock);
    this.#gas = new RateWindow({ max: Math.floor(gasPerSecond / Number(GAS_UNIT)) }, clock);
  }

  /** Returns why a request must wait, as a sentence for the client, or undefined. */
  refusal({ client, gas }: ThrottledCall): string | undefined {
    if (!this.#requests.take(client, 1)) return 'Requests per second rate limit exceeded';
    if (!this.#gas.take(client, unitsOf(gas))) return 'Gas per second rate limit exceeded.';
    return undefined;
  }

  /** Refunds all gas of a call that was not executed. */
  refund({ client, gas }: ThrottledCall): void {
    this.#gas.giveBack(client, unitsOf(gas));
  }

  /** Refunds the gas and the call itself, because its response was cached. */
  refundAll(call: ThrottledCall): void {
    this.refund(call);
    this.#requests.giveBack(call.client, 1);
  }

  /**
   * Refunds the unused gas of a call: all of it if no code ran (`used` undefined), or if it failed with all its gas.
   */
  refundUnused({ client, gas: limit }: ThrottledCall, used: bigint | undefined, failed: boolean): void {
    const isAllUsed = used !== undefined && used >= limit;
    const unused = used === undefined || (failed && isAllUsed) ? limit : isAllUsed ? 0n : limit - used;
    this.#gas.giveBack(client, unitsOf(unused));
  }
}

function unitsOf(gas: bigint): number {
  return Number(gas / GAS_UNIT);
}
