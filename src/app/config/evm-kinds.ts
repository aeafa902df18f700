import {
  FILTER_FIELDS,
  FILTER_TYPES,
  type RequestFilter,
  type RequestRule,
  RULE_ACTIONS,
} from '../../evm/pool/request-rules.ts';
import { parseList, type Reader } from './setting-kinds.ts';

const WRONG =
  'a JSON list of {"action": LOG, REJECT or THROTTLE, "filters": [{"field", "type", "expression"}], "rate": 0 to 100, "limit"}';

type Given<Object> = Partial<Record<keyof Object, unknown>>;

/** Rules for contract calls. */
export const requestRules: Reader<readonly RequestRule[]> = {
  kind: 'JSON',
  read(value) {
    return listOf(parseList(value, new Error(WRONG)), ruleOf);
  },
};

function ruleOf({ action = 'LOG', filters = [], rate = 100, limit }: Given<RequestRule>): RequestRule {
  return {
    action: wordOf(action, RULE_ACTIONS),
    filters: listOf(filters, filterOf),
    rate: countOf(rate, 100),
    limit: limit === undefined ? undefined : countOf(limit, Number.MAX_SAFE_INTEGER),
  };
}

function filterOf({ field = 'DATA', type = 'CONTAINS', expression }: Given<RequestFilter>): RequestFilter {
  if (typeof expression !== 'string') throw new Error(WRONG);
  return { field: wordOf(field, FILTER_FIELDS), type: wordOf(type, FILTER_TYPES), expression };
}

function listOf<Item>(value: unknown, item: (given: Readonly<Record<string, unknown>>) => Item): Item[] {
  if (!Array.isArray(value)) throw new Error(WRONG);
  return value.map((each: unknown) => {
    if (typeof each !== 'object' || each === null) throw new Error(WRONG);
    return item(each as Record<string, unknown>);
  });
}

function wordOf<const Word extends string>(value: unknown, words: readonly Word[]): Word {
  const found = words.find((word) => word === value);
  if (found === undefined) throw new Error(WRONG);
  return found;
}

function countOf(value: unknown, most: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > most)
    throw new Error(WRONG);
  return value;
}
