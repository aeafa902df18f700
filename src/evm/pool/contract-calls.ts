import type { Registry } from 'prom-client';
import type { AbortSignalLike } from '../../kernel/abort-signal.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Metrics } from '../../kernel/metrics.ts';
import type { BlockOverrides } from '../../ledger/simulation.ts';
import type { BlockMark } from '../../reads/block-mark.ts';
import {
  type CallRequest,
  type CallRules,
  checkAfterThrottle,
  checkContentType,
  readCallRequest,
} from '../call/call-request.ts';
import { CallRefusal, type RefusalEntry, type RefusalKind } from '../call/refusal.ts';
import { CallAnswers } from './call-answers.ts';
import type { EvmPool } from './pool.ts';
import { blockText, type RequestRule, RequestRules } from './request-rules.ts';
import { Throttle, type ThrottleRates } from './throttle.ts';

/** A call as received from a client. */
export interface ClientCall {
  readonly body: Uint8Array;
  readonly contentType: string | undefined;
  /** Client for fair scheduling. */
  readonly client: string;
  /** Number of the newest block that earlier responses reported, to exclude servers that do not have it yet. */
  readonly sinceBlock?: bigint | undefined;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignalLike | undefined;
  /** Whether state overrides are accepted under any rules, with their meaning on Ethereum. */
  readonly allowsOverrides?: boolean | undefined;
  /** Values of the block that replace those of the ledger. */
  readonly blockOverrides?: BlockOverrides | undefined;
}

/** Response to a call. */
export interface CallResponse {
  readonly outcome: 'done' | RefusalKind;
  /** Returned bytes (`0x…`), or the needed gas, of a successful call. */
  readonly result?: string;
  /** Reasons of a refusal. */
  readonly entries: readonly RefusalEntry[];
  /** Whether a limit refused the call. */
  readonly isRefused: boolean;
  /** Whether the state of the ledger was read. */
  readonly isExecuted: boolean;
  /** Last block of the state that was read. */
  readonly block?: ReportedBlock | undefined;
}

/** Block that a response reports; from another server only the number is known. */
export type ReportedBlock = Pick<BlockMark, 'number'> & Partial<BlockMark>;

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
  readonly statusOf: (outcome: CallResponse['outcome']) => number;
}

/** Outcomes that are the same for a repeated call in the same block. */
const CACHED_OUTCOMES: ReadonlySet<string> = new Set<CallResponse['outcome']>(['done', 'invalid', 'failed']);

/** Answers calls of contracts: checks, throttles, execution by the pool. Never throws. */
export function makeContractCalls(options: ContractCallsOptions) {
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

  const execute = async (request: CallRequest, { client, signal }: ClientCall): Promise<CallResponse> => {
    const throttled = { client, gas: request.gas };
    const refusal = throttle.refusal(throttled);
    if (refusal !== undefined) return limited(refusal);
    const ruled = requestRules.refusal(request, client);
    if (ruled !== undefined) {
      throttle.refund(throttled);
      return limited(ruled);
    }
    try {
      checkAfterThrottle(request, rules);
    } catch (error) {
      throttle.refund(throttled);
      throw error;
    }
    const key = answers.keyOf(request);
    const cached = key === undefined ? undefined : answers.get(key);
    if (cached !== undefined) {
      throttle.refundAll(throttled);
      metrics.cached();
      return { ...cached, isRefused: false, isExecuted: false };
    }
    const answer = await pool.run({ class: 'call', job: { kind: 'call', request }, client, signal });
    const { outcome, result, entries = [], gasUsed, isTrouble = false, isCurrent, block } = answer;
    // The gas that an aborted call used is unknown, so its whole limit is charged.
    if (answer.isCutOff !== true) throttle.refundUnused(throttled, gasUsed, outcome !== 'done');
    if (gasUsed !== undefined) metrics.gasUsed(request.estimate, gasUsed);
    const response = { outcome, ...(result === undefined ? {} : { result }), entries, block };
    if (key !== undefined && isCurrent === true && CACHED_OUTCOMES.has(outcome)) answers.set(key, response);
    const isRefused = outcome === 'limited' || (outcome === 'unavailable' && !isTrouble);
    return { ...response, isRefused, isExecuted: !isRefused };
  };

  return async (given: ClientCall): Promise<CallResponse> => {
    const begun = performance.now();
    let kind: CallKind = 'eth_call';
    let response: CallResponse;
    try {
      checkContentType(given.contentType, given.body.length === 0);
      const { blockOverrides } = given;
      const read = readCallRequest(given.body, {
        ...rules,
        stateOverrides: rules.stateOverrides || given.allowsOverrides === true,
        preservesAccounts: given.allowsOverrides === true,
      });
      const request = blockOverrides === undefined ? read : { ...read, blockOverrides };
      if (request.estimate) kind = 'eth_estimateGas';
      response = await execute(request, given);
    } catch (error) {
      if (!(error instanceof CallRefusal)) throw error;
      response = { outcome: error.kind, entries: error.entries, isRefused: false, isExecuted: false };
    }
    metrics.answered(kind, statusOf(response.outcome), (performance.now() - begun) / 1000);
    return response;
  };
}

/** Maximum number of logged characters of a call's data. */
const MAX_LOGGED = 300;

function loggedCall({ block, data, overrides, blockOverrides, ...rest }: CallRequest) {
  const texts = Object.entries(rest).map(([name, value]) => [name, value?.toString()]);
  return { ...Object.fromEntries(texts), block: blockText(block), data: data.slice(0, MAX_LOGGED) };
}

function limited(detail: string): CallResponse {
  return { outcome: 'limited', entries: [{ detail, data: '' }], isRefused: true, isExecuted: false };
}

type CallKind = 'eth_call' | 'eth_estimateGas';

function callMetrics(registry: Registry, pool: EvmPool) {
  const metrics = new Metrics(registry);
  const calls = metrics.histogram(
    'tain_evm_call_seconds',
    'Time from a request to its answer.',
    [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
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
