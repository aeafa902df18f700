import {
  type Expected,
  type Family,
  type Filter,
  type Item,
  type ItemAnswers,
  type ListAnswers,
  OPERATORS,
  type Request,
  type Resource,
} from './answers.ts';
import { pageRules } from './page-rules.ts';

/** One request and its exact answer. */
export interface Case {
  /** Route of the request, as in the table of routes. */
  readonly route: string;
  readonly method?: string;
  readonly url: string;
  readonly body?: Uint8Array;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  /** `small` selects the server with pages of 2 items, and 3 at most. */
  readonly server?: 'small';
  readonly status: number;
  /** Expected body; undefined if the response has none, or if another case checks it. */
  readonly answer?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const BASE = '/api/v1';
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Returns the status and texts of an error like `400 one | another`; null if `expected` is no error. */
function refusalOf(expected: Expected): { status: number; texts: readonly string[] } | null {
  const [, status, texts] = /^(\d{3}) (.*)$/s.exec(expected) ?? [];
  return status === undefined || texts === undefined
    ? null
    : { status: Number(status), texts: texts.split(' | ') };
}

const STATUS_WORDS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  415: 'Unsupported Media Type',
  501: 'Not Implemented',
  503: 'Service Unavailable',
};

/** Returns the body of an error, whose format differs by family of services. */
export function errorBody(family: Family, status: number, texts: readonly string[]): object {
  const short = family === 'ledger' || family === 'lookup';
  const messages = texts.map((text) => {
    // Some texts have a detail, in a family that has none otherwise.
    const [message, detail] = text.split(' / ');
    if (short && detail !== undefined) return { message, detail };
    if (short || (family === 'nodes' && text.startsWith('Invalid parameter: '))) return { message: text };
    const words = { message: STATUS_WORDS[status], detail: text };
    return family === 'execution' ? { ...words, data: '' } : words;
  });
  return { _status: { messages } };
}

/** Returns the content types of answers and of errors. */
export function contentTypes(family: Family): { readonly good: string; readonly bad: string } {
  return family === 'ledger' || family === 'lookup'
    ? { good: 'application/json; charset=utf-8', bad: 'application/json; charset=utf-8' }
    : { good: 'application/json;charset=UTF-8', bad: 'application/json' };
}

/** Returns the items with these letters; `a-d` means four items. */
export function itemsOf({ all, route }: ListAnswers, letters: string): Item[] {
  const one = (letter: string): number => {
    const index = LETTERS.indexOf(letter);
    if (index < 0 || index >= all.length) throw new Error(`${route}: no item ${letter}`);
    return index;
  };
  const expanded = letters.replaceAll(/(\w)-(\w)/g, (_, first: string, last: string) => {
    const [from, to] = [one(first), one(last)];
    const step = from <= to ? 1 : -1;
    return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => LETTERS[from + index * step]).join(
      '',
    );
  });
  return [...expanded].map((letter) => all[one(letter)] as Item);
}

/** Returns a list's path after `/api/v1`. */
export function pathOf({ route, path = {} }: Pick<ListAnswers, 'route' | 'path'>): string {
  return Object.entries(path).reduce((text, [name, value]) => text.replace(`{${name}}`, value), route);
}

/** Returns the answer of a list with these items. */
export function pageOf(list: ListAnswers, items: readonly Item[], next: string | null, url: string): object {
  return { [list.items]: items, links: { next }, ...list.extra?.(items, url) };
}

/** Returns the case of a list's query. */
function listCase(
  list: ListAnswers,
  path: string,
  query: string,
  expected: Expected,
  next: string | null = null,
): Case {
  const url = query === '' ? `${BASE}${path}` : `${BASE}${path}?${query}`;
  const refusal = refusalOf(expected);
  if (refusal !== null) {
    const { status, texts } = refusal;
    return { route: list.route, url, status, answer: errorBody(list.family, status, texts) };
  }
  const link = next === null ? null : `${BASE}${path}?${next}`;
  const order = /order=(?:\w+:)?(asc|desc)/i.exec(query)?.[1]?.toLowerCase() ?? list.order;
  const items = itemsOf(list, expected).map((item) =>
    order === 'desc' ? (list.descending?.(item) ?? item) : item,
  );
  return { route: list.route, url, status: 200, answer: pageOf(list, items, link, url) };
}

/** Returns the error for an invalid value of a parameter. */
export function wrongValue(family: Family, name: string): Expected {
  return family === 'network' ? `400 Failed to convert '${name}'` : `400 Invalid parameter: ${name}`;
}

function filterCases(list: ListAnswers, name: string, filter: Filter): Case[] {
  const standing = list.query !== undefined && name in list.filters && !list.query.startsWith(`${name}=`);
  const before = `${standing ? `${list.query}&` : ''}${filter.with === undefined ? '' : `${filter.with}&`}`;
  return OPERATORS.map((operator) => {
    const query = `${before}${name}=${operator}:${filter.value}&order=asc`;
    const expected = filter[operator] ?? wrongValue(list.family, name);
    if (typeof expected === 'string') return listCase(list, pathOf(list), query, expected);
    return { route: list.route, url: `${BASE}${pathOf(list)}?${query}`, status: 200, answer: expected };
  });
}

function listCases(list: ListAnswers): Case[] {
  const own = pathOf(list);
  const filters = Object.entries(list.filters).flatMap(([name, given]) =>
    [given].flat().flatMap((filter) => filterCases(list, name, filter)),
  );
  const queries = Object.entries(list.cases ?? {}).map(([query, expected]) => {
    const [answer, next] = typeof expected === 'string' ? [expected, null] : expected;
    return listCase(list, own, list.query === undefined ? query : `${list.query}&${query}`, answer, next);
  });
  const paths = Object.entries(list.paths ?? {}).map(([text, expected]) => {
    const [path = '', query = ''] = text.split('?');
    return listCase(list, path, query, expected);
  });
  return [...pageRules(list), ...filters, ...queries, ...paths];
}

function itemCases({ route, family, maxAge, answers }: ItemAnswers): Case[] {
  return Object.entries(answers).map(([text, expected]): Case => {
    const url = `${BASE}${text}`;
    if (typeof expected === 'string') {
      const { status, texts } = refusalOf(expected) ?? { status: 0, texts: [] };
      return { route, url, status, answer: errorBody(family, status, texts) };
    }
    const [status, answer] = Array.isArray(expected) ? expected : [200, expected];
    const headers = {
      'cache-control': `public, max-age=${maxAge}`,
      'content-type': contentTypes(family).good,
    };
    return { route, url, status, answer, headers };
  });
}

function requestCase({ family, expected, url, ...rest }: Request): Case {
  const refusal = typeof expected === 'string' ? refusalOf(expected) : null;
  const status = refusal?.status ?? 200;
  const answer = refusal === null ? expected : errorBody(family, status, refusal.texts);
  return { ...rest, url: `${BASE}${url}`, status, answer };
}

/** Returns all cases of one resource. */
export function casesOf({ lists = [], items = [], requests = [] }: Resource): Case[] {
  return [...lists.flatMap(listCases), ...items.flatMap(itemCases), ...requests.map(requestCase)];
}
