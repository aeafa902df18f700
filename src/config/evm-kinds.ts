import { LEDGER_VERSIONS } from '@tain/evm/profiles';
import type { VersionFrom } from '../calls/call/ledger-versions.ts';
import {
  FILTER_FIELDS,
  FILTER_TYPES,
  type RequestFilter,
  type RequestRule,
  RULE_ACTIONS,
} from '../calls/pool/throttle.ts';
import { parseList, type Reader } from '../kernel/settings/setting-kinds.ts';

const WRONG =
  'a JSON list of {"action": LOG, REJECT or THROTTLE, "filters": [{"field", "type", "expression"}], "rate": 0 to 100, "limit"}';

type Unchecked<Object> = Partial<Record<keyof Object, unknown>>;

/** Rules for contract calls. */
export const requestRules: Reader<readonly RequestRule[]> = {
  kind: 'JSON',
  read(value) {
    return listOf(parseList(value, new Error(WRONG)), ruleOf);
  },
};

function ruleOf({ action = 'LOG', filters = [], rate = 100, limit }: Unchecked<RequestRule>): RequestRule {
  return {
    action: wordOf(action, RULE_ACTIONS),
    filters: listOf(filters, filterOf),
    rate: countOf(rate, 100),
    limit: limit === undefined ? undefined : countOf(limit, Number.MAX_SAFE_INTEGER),
  };
}

function filterOf({
  field = 'DATA',
  type = 'CONTAINS',
  expression,
}: Unchecked<RequestFilter>): RequestFilter {
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

function countOf(value: unknown, max: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > max)
    throw new Error(WRONG);
  return value;
}

const WRONG_VERSIONS = 'blocks and versions such as 0=v0.46,44029066=v0.67, in order, each block once';

/** Versions of the ledger's EVM, each with its first block. Null: those known for the network. */
export const evmVersions: Reader<readonly VersionFrom[] | null> = {
  kind: '`0=v0.46,44029066=v0.67`, …',
  read(value) {
    if (value === '') return null;
    const found = value.split(',').map((part): VersionFrom => {
      const [, block, name] = /^\s*(\d{1,18})=(v\d\.\d\d)\s*$/.exec(part) ?? [];
      const version = LEDGER_VERSIONS.find((each) => each === name);
      if (block === undefined || version === undefined) throw new Error(WRONG_VERSIONS);
      return { firstBlock: BigInt(block), version };
    });
    if (found.some(({ firstBlock }, at) => firstBlock <= (found[at - 1]?.firstBlock ?? -1n)))
      throw new Error(WRONG_VERSIONS);
    return found;
  },
};
