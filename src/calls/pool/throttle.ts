import type { Clock } from '../../kernel/clock.ts';
import type { RateLimit } from '../../kernel/limits/limit.ts';
import { RateWindow } from '../../kernel/limits/rate-window.ts';
import type { ContractCall } from '../contract-call.ts';
import type { BlockReference } from '../simulation.ts';

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

export const RULE_ACTIONS = ['LOG', 'REJECT', 'THROTTLE'] as const;
export const FILTER_FIELDS = ['BLOCK', 'DATA', 'ESTIMATE', 'FROM', 'GAS', 'TO', 'VALUE'] as const;
export const FILTER_TYPES = ['CONTAINS', 'EQUALS'] as const;

/** Pattern of a field of a call, case-insensitive. */
export interface RequestFilter {
  readonly field: (typeof FILTER_FIELDS)[number];
  readonly type: (typeof FILTER_TYPES)[number];
  readonly expression: string;
}

/** Rule for matching calls, as in the public mirror node (`throttle.request[]`). */
export interface RequestRule {
  readonly action: (typeof RULE_ACTIONS)[number];
  /** Filters, at least one of which must match; without filters the rule applies to every call. */
  readonly filters: readonly RequestFilter[];
  /** Number of calls a second for THROTTLE; for other rules the percentage of calls to which the rule applies. */
  readonly rate: number;
  /** Number of calls after which the rule ends; undefined for no limit. */
  readonly limit: number | undefined;
}

/** Reason of a rule's refusal. */
export type RuleRefusal = 'Invalid request' | 'Requests per second rate limit exceeded';

/** The rules of a server, with their state. */
export class RequestRules {
  readonly #rules: readonly { rule: RequestRule; bucket: RateWindow; seen: number }[];
  readonly #random: () => number;
  readonly #log: (request: ContractCall) => void;

  /** `random` returns numbers from 0 up to 1; `log` records a call. */
  constructor(
    rules: readonly RequestRule[],
    { clock, random, log }: { clock: Clock; random: () => number; log: (request: ContractCall) => void },
  ) {
    this.#rules = rules.map((rule) => ({
      rule,
      bucket: new RateWindow({ max: rule.rate }, clock),
      seen: 0,
    }));
    this.#random = random;
    this.#log = log;
  }

  /** Applies the rules in their order. Returns the reason for a refusal, or undefined. */
  refusal(request: ContractCall, client: string): RuleRefusal | undefined {
    for (const each of this.#rules) {
      const { action, filters, rate, limit } = each.rule;
      if (action !== 'THROTTLE' && this.#random() * 100 >= rate) continue;
      if (limit !== undefined && each.seen >= limit) continue;
      each.seen += 1;
      if (filters.length > 0 && !filters.some((filter) => holds(filter, request))) continue;
      if (action === 'LOG') this.#log(request);
      else if (action === 'REJECT') return 'Invalid request';
      else if (!each.bucket.take(client, 1)) return 'Requests per second rate limit exceeded';
    }
    return undefined;
  }
}

function holds({ field, type, expression }: RequestFilter, request: ContractCall): boolean {
  const value = VALUES[field](request).toLowerCase();
  const pattern = expression.toLowerCase();
  return type === 'CONTAINS' ? value.includes(pattern) : value === pattern || value === `0x${pattern}`;
}

const hex = (digits: string | undefined) => (digits === undefined ? '' : `0x${digits}`);

/** Fields as text; hex with its prefix. */
const VALUES: Readonly<Record<RequestFilter['field'], (request: ContractCall) => string>> = {
  BLOCK: ({ block }) => blockText(block),
  DATA: ({ data }) => hex(data),
  ESTIMATE: ({ estimate }) => String(estimate),
  FROM: ({ from }) => hex(from),
  GAS: ({ gas }) => String(gas),
  TO: ({ to }) => hex(to),
  VALUE: ({ value }) => String(value),
};

/** Formats a block as a client may name it. */
export function blockText(block: BlockReference): string {
  if (block.kind === 'number') return String(block.number);
  return block.kind === 'hash' ? hex(block.hash) : block.kind;
}
