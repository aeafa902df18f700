import type { Clock } from '../../kernel/clock.ts';
import { RateWindow } from '../../kernel/limits/rate-window.ts';
import type { ContractCall } from '../contract-call.ts';
import type { BlockReference } from '../simulation.ts';

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
