import type { Clock } from '../../kernel/clock.ts';

/** A bucket that fills again within a second; its size is its rate. */
export class Bucket {
  readonly #rate: number;
  readonly #clock: Clock;
  #tokens: number;
  #at: number;

  constructor(rate: number, clock: Clock) {
    this.#rate = rate;
    this.#clock = clock;
    this.#tokens = rate;
    this.#at = clock();
  }

  take(count: number): boolean {
    const now = this.#clock();
    this.#tokens = Math.min(this.#rate, this.#tokens + (Math.max(0, now - this.#at) / 1000) * this.#rate);
    this.#at = now;
    if (count > this.#tokens) return false;
    this.#tokens -= count;
    return true;
  }

  giveBack(count: number): void {
    this.#tokens = Math.min(this.#rate, this.#tokens + count);
  }
}

export interface ThrottleRates {
  readonly requestsPerSecond: number;
  readonly gasPerSecond: number;
  /** Per cent of a call's gas that it gets back at most (`gasLimitRefundPercent`). */
  readonly gasRefundPercent: number;
}

/** Gas is counted in units of so much, as the public mirror node does; less than one costs nothing. */
const GAS_UNIT = 10_000n;

/** How much may be asked of this server: requests, and the gas that they may use. */
export class Throttle {
  readonly #requests: Bucket;
  readonly #gas: Bucket;
  readonly #refundPercent: bigint;

  constructor({ requestsPerSecond, gasPerSecond, gasRefundPercent }: ThrottleRates, clock: Clock) {
    this.#refundPercent = BigInt(gasRefundPercent);
    this.#requests = new Bucket(requestsPerSecond, clock);
    this.#gas = new Bucket(Math.floor(gasPerSecond / Number(GAS_UNIT)), clock);
  }

  /** Why a request must wait, in a sentence for the client; undefined if it may pass. */
  refusal(gas: bigint): string | undefined {
    if (!this.#requests.take(1)) return 'Requests per second rate limit exceeded';
    if (!this.#gas.take(unitsOf(gas))) return 'Gas per second rate limit exceeded.';
    return undefined;
  }

  /** Gives back all gas of a call that was not executed. */
  refund(limit: bigint): void {
    this.#gas.giveBack(unitsOf(limit));
  }

  /**
   * Gives back what a call did not use of its gas: as if nothing was used where no code ran (`used` undefined), or where
   * it failed with all its gas.
   */
  refundUnused(limit: bigint, used: bigint | undefined, failed: boolean): void {
    const most = (limit * this.#refundPercent) / 100n;
    const isAllUsed = used !== undefined && used >= limit;
    const unused = used === undefined || (failed && isAllUsed) ? limit : isAllUsed ? 0n : limit - used;
    this.#gas.giveBack(unitsOf(unused < most ? unused : most));
  }
}

function unitsOf(gas: bigint): number {
  return Number(gas / GAS_UNIT);
}
