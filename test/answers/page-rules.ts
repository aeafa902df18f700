import { type Item, type ListAnswers, OPERATORS } from './answers.ts';
import { type Case, contentTypes, errorBody, pageOf, pathOf, wrongValue } from './expand.ts';

/*
 * Paging rules of all lists: default and maximum size, order, links up to and after a full last page, and errors for
 * invalid sizes and orders. Differences between the families of services are named.
 */

type Order = 'asc' | 'desc';

const BASE = '/api/v1';
/** Default and maximum page size of the server with small pages. */
export const SMALL = { byDefault: 2, max: 3 };

/** Returns the link after a page: the query without bounds of its keys, then the bounds after the last item. */
function linkBehind(list: ListAnswers, query: string, order: Order, last: Item): string {
  const values = Object.entries(list.keys)
    .map(([name, read]) => [name, read(last)] as const)
    // Missing values are not keys: fungible tokens have no serial number.
    .filter(([, value]) => value !== null);
  const bounds = values.map(([name, value], index) => {
    const inclusive = index < values.length - 1;
    return `${name}=${order === 'asc' ? 'gt' : 'lt'}${inclusive ? 'e' : ''}:${value}`;
  });
  return `${BASE}${pathOf(list)}?${[...(query === '' ? [] : [query]), ...bounds].join('&')}`;
}

function withStanding({ query }: ListAnswers, further: string): string {
  return [query ?? '', further].filter((part) => part !== '').join('&');
}

/** Returns the first `max` pages of a query without bounds, each by the link of the page before. */
function walk(
  list: ListAnswers,
  further: string,
  { order, size, max = 100, server }: { order: Order; size: number; max?: number; server?: 'small' },
): Case[] {
  const { descending = (item: Item) => item } = list;
  const query = withStanding(list, further);
  const items = order === 'asc' ? list.all : list.all.map(descending).reverse();
  const pages: Case[] = [];
  let url = query === '' ? `${BASE}${pathOf(list)}` : `${BASE}${pathOf(list)}?${query}`;
  for (let from = 0; pages.length < max; from += size) {
    const shown = items.slice(from, from + size);
    const isFull = shown.length === size;
    const last = shown.at(-1);
    const isEnd = from + size === items.length && list.ends?.[order] === true;
    const next = isFull && last !== undefined && !isEnd ? linkBehind(list, query, order, last) : null;
    const headers = {
      'cache-control': `public, max-age=${list.maxAge}`,
      'content-type': contentTypes(list.family).good,
      ...(next === null ? {} : { link: `<${next}>; rel="next"` }),
    };
    const answer = pageOf(list, shown, next, url);
    pages.push({ route: list.route, url, status: 200, answer, headers, ...(server ? { server } : {}) });
    if (next === null) break;
    url = next;
  }
  return pages;
}

function refused(list: ListAnswers, query: string, ...texts: string[]): Case {
  return {
    route: list.route,
    url: `${BASE}${pathOf(list)}?${withStanding(list, query)}`,
    status: 400,
    answer: errorBody(list.family, 400, texts),
    headers: { 'content-type': contentTypes(list.family).bad },
  };
}

/** Returns cases with page sizes that are invalid or above the maximum. */
function wrongSizes(list: ListAnswers, max: number): Case[] {
  const { family, pages } = list;
  const text = wrongValue(family, 'limit').slice('400 '.length);
  const tooSmall = family === 'network' ? 'limit must be greater than 0' : text;
  const above = family === 'network' ? `limit must be less than or equal to ${max}` : text;
  return [
    refused(list, 'limit=0', tooSmall),
    refused(list, 'limit=-1', tooSmall),
    refused(list, 'limit=x', text),
    refused(list, 'limit=1.5', text),
    ...(pages?.above === 'refused' ? [refused(list, `limit=${max + 1}`, above)] : []),
    refused(list, 'order=up', wrongValue(family, 'order').slice('400 '.length)),
  ];
}

/** Returns cases with operators before a size or an order. One family ignores them, the others refuse them. */
function withOperators(list: ListAnswers): Case[] {
  return ['limit', 'order'].flatMap((name) =>
    OPERATORS.flatMap((operator) => {
      const value = name === 'limit' ? '1' : 'desc';
      const query = `${name}=${operator}:${value}${name === 'order' ? '&limit=1' : ''}`;
      // The old families ignore `eq:`.
      const taken = list.family === 'ledger' || (list.family === 'lookup' && operator === 'eq');
      if (!taken) return [refused(list, query, wrongValue(list.family, name).slice('400 '.length))];
      return walk(list, query, { order: name === 'order' ? 'desc' : list.order, size: 1, max: 1 });
    }),
  );
}

/** Returns cases with a size or an order that occurs twice. */
function repeated(list: ListAnswers): Case[] {
  const { family, order } = list;
  if (family === 'nodes') {
    return ['limit=1&limit=2', 'order=asc&order=desc'].map((query) =>
      refused(list, query, `Only a single instance is supported for ${query.slice(0, 5)}`),
    );
  }
  const isOld = family === 'ledger' || family === 'lookup';
  const otherOrder = order === 'asc' ? 'desc' : 'asc';
  // The old families use the last value, the others the first. Lookups ignore a repeated order.
  const expectedOrder = family === 'lookup' ? order : isOld ? otherOrder : order;
  const [first, last] = [order, otherOrder];
  return [
    ...walk(list, 'limit=3&limit=1', { order, size: isOld ? 1 : 3, max: 1 }),
    ...walk(list, `order=${first}&order=${last}&limit=1`, { order: expectedOrder, size: 1, max: 1 }),
  ];
}

/** Returns cases with unknown names, and with known names in capitals. */
function names(list: ListAnswers): Case[] {
  if (list.family === 'ledger' || list.family === 'lookup') {
    const unknown = refused(list, 'Foo=1', 'Unknown query parameter: foo');
    const capitals = walk(list, 'limit=1', { order: list.order, size: 1, max: 1 });
    const many = Array.from({ length: 101 }, () => 'limit=1').join('&');
    return [
      unknown,
      ...capitals.map((one) => ({ ...one, url: one.url.replace('limit', 'LIMIT') })),
      refused(list, many, 'Array limit exceeded. Only 100 elements allowed in an array.'),
    ];
  }
  const plain = walk(list, '', { order: list.order, size: sizes(list).byDefault, max: 1 });
  return [
    ...walk(list, 'foo=1', { order: list.order, size: sizes(list).byDefault, max: 1 }),
    ...plain.map((one) => ({ ...one, url: `${one.url}?LIMIT=1` })).map(withCapitals),
  ];
}

/**
 * Returns the case for the newer families, which treat a name in capitals as another name and repeat it in the link.
 */
function withCapitals(one: Case): Case {
  return withLink(one, (link) => link.replace('?', '?LIMIT=1&'));
}

/** Returns the case of a page with another spelling of its link, in body and header. */
function withLink(one: Case, write: (link: string) => string): Case {
  const answer = one.answer as { readonly links: { readonly next: string | null } };
  const { next } = answer.links;
  if (next === null) return one;
  const link = write(next);
  const headers = { ...one.headers, link: `<${link}>; rel="next"` };
  return { ...one, answer: { ...answer, links: { next: link } }, headers };
}

/** Returns cases with other methods, and with a slash after the path. */
function paths(list: ListAnswers): Case[] {
  const url = `${BASE}${pathOf(list)}`;
  const family = list.otherMethods ?? list.family;
  const isOld = family === 'ledger' || family === 'lookup';
  const status = isOld ? 404 : 405;
  const text = isOld ? 'Not found' : "Request method 'DELETE' is not supported";
  const method: Case = {
    route: list.route,
    method: 'DELETE',
    url,
    status,
    answer: errorBody(family, status, [text]),
    ...(isOld ? {} : { headers: { allow: 'GET,HEAD' } }),
  };
  const slash = walk(list, 'limit=1', { order: list.order, size: 1, max: 1 });
  return [method, ...slash.map((one) => ({ ...one, url: one.url.replace('?', '/?') }))];
}

function sizes({ pages }: ListAnswers): { readonly byDefault: number; readonly max: number } {
  return pages ?? { byDefault: 25, max: 100 };
}

/** Returns the cases for the pages of a list. */
export function pageRules(list: ListAnswers): Case[] {
  const { byDefault, max } = sizes(list);
  const count = list.all.length;
  // A full page at the end of the list, which is the whole list if it fits on one page.
  const whole = count <= max ? count : 9;
  const orders: readonly Order[] = ['asc', 'desc'];
  const { order } = list;
  return [
    ...walk(list, '', { order, size: byDefault, max: 1 }),
    ...orders.flatMap((order) => [
      ...walk(list, `order=${order}&limit=1`, { order, size: 1, max: 2 }),
      ...walk(list, `limit=2&order=${order}`, { order, size: 2 }),
      ...walk(list, `limit=${whole}&order=${order.toUpperCase()}`, { order, size: whole }).map(
        inLowerCase(list),
      ),
      ...walk(list, `limit=${Math.min(count + 1, max)}&order=${order}`, {
        order,
        size: Math.min(count + 1, max),
      }),
    ]),
    ...(list.pages === undefined
      ? [
          ...walk(list, '', { order, size: SMALL.byDefault, max: 2, server: 'small' }),
          ...walk(list, 'limit=100', { order, size: SMALL.max, max: 2, server: 'small' }),
        ]
      : []),
    ...(list.pages?.above === 'cut' ? walk(list, `limit=${max + 1}`, { order, size: max, max: 1 }) : []),
    ...wrongSizes(list, max),
    ...withOperators(list),
    ...repeated(list),
    ...names(list),
    ...paths(list),
  ];
}

/** Returns a function for the old families, which write an order in lower case in their links. */
function inLowerCase(list: ListAnswers): (one: Case, page: number) => Case {
  const isOld = list.family === 'ledger' || list.family === 'lookup';
  const lower = (text: string) => text.replace(/order=(ASC|DESC)/, (order) => order.toLowerCase());
  return (one, page) => {
    if (!isOld) return one;
    return withLink({ ...one, url: page === 0 ? one.url : lower(one.url) }, lower);
  };
}
