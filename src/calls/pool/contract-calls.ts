import type { Registry } from 'prom-client';
import type { Clock } from '../../kernel/clock.ts';
import { BoundedCache } from '../../kernel/limits/bounded-cache.ts';
import { Metrics, REQUEST_BUCKETS } from '../../kernel/metrics.ts';
import {
  type CallContract,
  type Caller,
  type CallOutcome,
  type ContractCall,
  type Refusal,
  unexecuted,
} from '../contract-call.ts';
import { CallRefusal, refused } from '../refusal.ts';
import { executionOf } from './messages.ts';
import type { EvmPool } from './pool.ts';
import { blockText, type RequestRule, RequestRules, Throttle, type ThrottleRates } from './throttle.ts';

/** Cached outcome of a call. */
type CachedOutcome = Pick<CallOutcome, 'block'> &
  ({ readonly outcome: 'done'; readonly result: string } | Refusal);

/** Approximate size of an entry without its texts. */
const OVERHEAD_BYTES = 300;

/**
 * Cache of the responses to calls of the last block, in a bounded number of bytes. A new block clears it, including
 * calls of older blocks, because their state is derived from current rows.
 */
export class CallAnswers {
  readonly #isOff: boolean;
  readonly #answers: BoundedCache<CachedOutcome>;

  constructor(maxBytes: number) {
    this.#isOff = maxBytes === 0;
    this.#answers = new BoundedCache(maxBytes, bytesOf);
  }

  /**
   * Returns the cache key of a call, which is its whole request. Undefined for a request with overrides, which the key
   * does not cover.
   */
  keyOf(request: ContractCall): string | undefined {
    if (this.#isOff || request.overrides.length > 0) return undefined;
    return JSON.stringify(request, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  }

  get(key: string): CachedOutcome | undefined {
    return this.#answers.get(key);
  }

  /** Caches a response computed on the state of the last block. */
  set(key: string, answer: CachedOutcome): void {
    this.#answers.set(key, answer);
  }

  clear(): void {
    this.#answers.clear();
  }
}

function bytesOf(key: string, outcome: CachedOutcome): number {
  const length =
    outcome.outcome === 'done'
      ? outcome.result.length
      : outcome.entries.reduce(
          (sum, { detail, data }) => sum + detail.length + data.length + OVERHEAD_BYTES,
          0,
        );
  return key.length + length + OVERHEAD_BYTES;
}

/** Checks that an operator can configure. */
export interface CallRules {
  readonly maxGas: bigint;
  /** Whether state overrides are accepted that do not have their meaning on Ethereum. */
  readonly stateOverrides: boolean;
}

export interface ContractCallsOptions {
  readonly pool: EvmPool;
  readonly rules: CallRules;
  readonly rates: ThrottleRates;
  /** Rules for calls that match a filter, in addition to the rates. */
  readonly requestRules: readonly RequestRule[];
  readonly log: { info(fields: object, message: string): void };
  readonly clock: Clock;
  readonly registry: Registry;
  /** Maximum bytes of responses cached until the next block; 0 for none. */
  readonly cacheBytes: number;
  /** Returns the HTTP status of an outcome, for a metric. */
  readonly statusOf: (outcome: CallOutcome['outcome']) => number;
}

/** Outcomes that are the same for a repeated call in the same block. */
const CACHED_OUTCOMES: ReadonlySet<string> = new Set<CallOutcome['outcome']>(['done', 'invalid', 'failed']);

/** Answers calls of contracts: checks, throttles, execution by the pool. */
export function makeContractCalls(options: ContractCallsOptions): CallContract {
  const { pool, rules, rates, clock, registry, log, cacheBytes, statusOf } = options;
  const throttle = new Throttle(rates, clock);
  const requestRules = new RequestRules(options.requestRules, {
    clock,
    random: Math.random,
    log: (request) => log.info({ call: loggedCall(request) }, 'Contract call that a rule logs'),
  });
  const metrics = callMetrics(registry, pool);
  const answers = new CallAnswers(cacheBytes);
  pool.renewed = () => answers.clear();

  const execute = async (call: ContractCall, { client, signal }: Caller): Promise<CallOutcome> => {
    checkOverrides(call, rules);
    const throttled = { client, gas: call.gas };
    const refusal = throttle.refusal(throttled);
    if (refusal !== undefined) throw refused('limited', refusal);
    const ruled = requestRules.refusal(call, client);
    if (ruled !== undefined) {
      throttle.refund(throttled);
      throw refused('limited', ruled);
    }
    try {
      checkAfterThrottle(call, rules);
    } catch (error) {
      throttle.refund(throttled);
      throw error;
    }
    const key = answers.keyOf(call);
    const cached = key === undefined ? undefined : answers.get(key);
    if (cached !== undefined) {
      throttle.refundAll(throttled);
      metrics.cached();
      return { ...cached, isRefused: false, isExecuted: false };
    }
    const answer = await pool.run({ class: 'call', job: { kind: 'call', request: call }, client, signal });
    const { outcome, gasUsed, isCurrent, block } = answer;
    // The gas that an aborted call used is unknown, so its whole limit is charged.
    if (answer.isCutOff !== true) throttle.refundUnused(throttled, gasUsed, outcome !== 'done');
    if (gasUsed !== undefined) metrics.gasUsed(call.estimate, gasUsed);
    const made =
      outcome === 'done'
        ? { outcome, result: answer.result ?? '0x', block }
        : { outcome, entries: answer.entries ?? [], block };
    if (key !== undefined && isCurrent === true && CACHED_OUTCOMES.has(outcome)) answers.set(key, made);
    return { ...made, ...executionOf(answer) };
  };

  return async (call, caller) => {
    const begun = performance.now();
    let made: CallOutcome;
    try {
      made = await execute(call, caller);
    } catch (error) {
      if (!(error instanceof CallRefusal)) throw error;
      made = unexecuted(error);
    }
    const kind: CallKind = call.estimate ? 'eth_estimateGas' : 'eth_call';
    metrics.answered(kind, statusOf(made.outcome), (performance.now() - begun) / 1000);
    return made;
  };
}

/** Refuses overrides that are off. Throws `CallRefusal` (`invalid`). */
function checkOverrides({ overrides, preservesAccounts }: ContractCall, { stateOverrides }: CallRules): void {
  if (overrides.length === 0 || stateOverrides || preservesAccounts === true) return;
  throw refused('invalid', 'State overrides are not supported.');
}

/** Runs the checks after the throttle. Throws `CallRefusal` (`invalid`). */
function checkAfterThrottle({ gas, data }: ContractCall, { maxGas }: CallRules): void {
  if (gas > maxGas) throw refused('invalid', `gas field must be less than or equal to ${maxGas}`);
  if (data.length % 2 !== 0) throw refused('invalid', 'Odd number of characters.');
}

/** Maximum number of logged characters of a call's data. */
const MAX_LOGGED = 300;

function loggedCall({ block, data, overrides, blockOverrides, ...rest }: ContractCall) {
  const texts = Object.entries(rest).map(([name, value]) => [name, value?.toString()]);
  return { ...Object.fromEntries(texts), block: blockText(block), data: data.slice(0, MAX_LOGGED) };
}

type CallKind = 'eth_call' | 'eth_estimateGas';

function callMetrics(registry: Registry, pool: EvmPool) {
  const metrics = new Metrics(registry);
  const calls = metrics.histogram(
    'tain_evm_call_seconds',
    'Time from a request to its answer.',
    REQUEST_BUCKETS,
    ['type', 'status'],
  );
  const gas = metrics.counter(
    'tain_evm_gas_used_total',
    'Gas used by executed calls; for estimates, by the first execution.',
    ['type'],
  );
  const cached = metrics.counter(
    'tain_evm_cached_answers_total',
    'Calls answered without execution, because the same call was executed in this block before.',
  );
  metrics.tasks('tain_evm', 'Calls and traces', pool);
  metrics.observedGauge(
    'tain_evm_paused',
    'Calls and traces that are paused for other clients, or wait for their readers.',
    () => pool.paused,
  );
  metrics.observedCounter(
    'tain_evm_workers_replaced_total',
    'Workers that were terminated or failed, and were replaced.',
    () => pool.replaced,
  );
  return {
    answered: (type: CallKind, status: number, seconds: number) => calls.observe({ type, status }, seconds),
    cached: () => cached.inc(),
    gasUsed: (isEstimate: boolean, used: bigint) =>
      gas.inc({ type: isEstimate ? 'eth_estimateGas' : 'eth_call' }, Number(used)),
  };
}
