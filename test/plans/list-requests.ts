import fc from 'fast-check';
import type { Parameter } from '../../src/rest/query/parameter.ts';
import type { Route } from '../../src/rest/route/route.ts';
import { ROUTES } from '../../src/rest/routes.ts';
import type { SeededValues } from './seeded-values.ts';

/** A random request of a list, from its route's declaration. */
export interface ListRequest {
  readonly route: string;
  /** Path below `/api/v1/`. */
  readonly path: string;
  /** Names of the request's parameters, sorted. */
  readonly parameters: readonly string[];
}

/** Routes whose response is a list with a link to the next page. */
export const LIST_ROUTES: readonly Route[] = ROUTES.filter(
  ({ method, answers }) => method === 'GET' && answers[200]?.properties?.links !== undefined,
);

/** Parameters of every list. They rarely affect a plan, so they are drawn separately. */
const ORDER = fc.constantFrom('asc', 'desc');
const LIMIT = fc.constantFrom('1', '2', '25', '25', '100');

/** Lists that are drawn separately, because a further list would change all requests that are drawn together. */
const SEPARATE: readonly string[] = [
  '/api/v1/tokens/{tokenId}/holders',
  '/api/v1/tokens/search',
  '/api/v1/tokens/{tokenId}/transfers',
  '/api/v1/accounts/{idOrAliasOrEvmAddress}/transfers',
  '/api/v1/topics/search',
  '/api/v1/contracts/search',
];
/** Fraction of the requests that are drawn for each of them. */
const SEPARATE_FRACTION = 0.02;

/** Draws `count` requests, and some of each separate list. They are the same for the same seed. */
export function drawRequests(values: SeededValues, seed: number, count: number): ListRequest[] {
  const isSeparate = ({ path }: Route) => SEPARATE.includes(path);
  // Lists with more parameters are drawn more often, because they have more combinations.
  const weighted = LIST_ROUTES.filter((route) => !isSeparate(route)).map((route) => ({
    arbitrary: requestOf(route, values),
    weight: 2 ** Math.min(4, combining(route).length),
  }));
  const each = Math.ceil(count * SEPARATE_FRACTION);
  return [
    ...fc.sample(fc.oneof(...weighted), { seed, numRuns: count }),
    ...LIST_ROUTES.filter(isSeparate).flatMap((route) =>
      fc.sample(requestOf(route, values), { seed, numRuns: each }),
    ),
  ];
}

function combining({ parameters }: Route): string[] {
  return Object.keys(parameters).filter((name) => name !== 'limit' && name !== 'order');
}

function requestOf(route: Route, values: SeededValues): fc.Arbitrary<ListRequest> {
  const names = Object.keys(route.pathParameters);
  const pathValues = fc.tuple(...names.map((name) => fc.constantFrom(...values.ofPath(route.path, name))));
  // Most requests have few filters. Some have all, because their plans differ.
  const all = combining(route);
  const query = fc
    .oneof(
      { arbitrary: fc.subarray(all, { maxLength: Math.min(3, all.length) }), weight: 3 },
      { arbitrary: fc.subarray(all, { minLength: Math.min(3, all.length) }), weight: 1 },
    )
    .chain((chosen) =>
      fc.tuple(
        ...chosen.map((name) =>
          given(name, route.parameters[name] as Parameter, values.of(route.path, name)),
        ),
      ),
    );
  const page = fc.tuple(fc.option(ORDER, { freq: 3 }), fc.option(LIMIT, { freq: 3 }));
  return fc.tuple(pathValues, query, page).map(([inPath, parts, [order, limit]]) => {
    const path = names.reduce(
      (text, name, index) => text.replace(`{${name}}`, inPath[index] as string),
      route.path,
    );
    const written = parts.flat();
    if (order !== null) written.push(`order=${order}`);
    if (limit !== null) written.push(`limit=${limit}`);
    const parameters = [...new Set(written.map((text) => text.split('=')[0] as string))].sort();
    const below = path.replace('/api/v1/', '');
    return {
      route: route.path,
      path: written.length === 0 ? below : `${below}?${written.join('&')}`,
      parameters,
    };
  });
}

/** One parameter in a query: a value with a valid operator, or two if it may be repeated. */
function given(name: string, { how, operators }: Parameter, pool: readonly string[]): fc.Arbitrary<string[]> {
  const value = fc.constantFrom(...pool).map(encodeURIComponent);
  const one = fc
    .tuple(fc.constantFrom(...operators), value)
    .map(([operator, text]) => `${name}=${operator === 'eq' ? '' : `${operator}:`}${text}`);
  if (how !== 'list') return one.map((text) => [text]);
  const span = fc
    .tuple(fc.constantFrom('gt', 'gte'), value, fc.constantFrom('lt', 'lte'), value)
    .map(([from, low, to, high]) => [`${name}=${from}:${low}`, `${name}=${to}:${high}`]);
  const bounded = fc
    .tuple(fc.constantFrom('gt', 'gte', 'lt', 'lte', 'ne'), value, value)
    .map(([operator, bound, other]) => [`${name}=${operator}:${bound}`, `${name}=ne:${other}`]);
  const several = fc
    .array(value, { minLength: 2, maxLength: 3 })
    .map((all) => all.map((text) => `${name}=${text}`));
  return fc.oneof(
    { arbitrary: one.map((text) => [text]), weight: 4 },
    ...(operators.includes('gt') ? [{ arbitrary: span, weight: 1 }] : []),
    ...(operators.includes('ne') ? [{ arbitrary: bounded, weight: 1 }] : []),
    { arbitrary: several, weight: 1 },
  );
}
