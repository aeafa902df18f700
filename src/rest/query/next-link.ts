import { WORDS } from '../../store/access/domain.ts';
import { isFixed, type KeysetColumn } from '../../store/access/keyset.ts';
import type { Order } from '../../store/access/order.ts';
import type { Sql } from '../../store/sql.ts';
import { goesWith, isOperator } from './parameter.ts';
import type { RequestParameter } from './query-string.ts';

/** One column of a list's order and keyset, with the range that the request allows. */
export interface Key extends KeysetColumn {
  /** The query parameter that holds the key's bounds, and that `links.next` continues. */
  readonly parameter: string;
  /** Value from which the link continues, where that is not the column itself; null omits the key from the link. */
  readonly linked?: Sql;
  /**
   * Set where the meaning of a bound depends on the place of its parameter among those of the keys, so that
   * `links.next` must keep the order of these. `isPlain`: the bound at the end where the list begins holds for all rows, so
   * that the link has the one from which it continues in addition.
   */
  readonly placed?: { readonly isPlain: boolean };
}

/** The last row of a page, as needed for the link to the next page: PostgreSQL's text of each key. */
export type LastRow = readonly (string | null)[];

export interface NextLink {
  /** Path as requested, without a trailing slash. */
  readonly path: string;
  readonly given: readonly RequestParameter[];
  readonly keys: readonly Key[];
  readonly order: Order;
  readonly last: LastRow;
}

/** Differences of a dialect's links. */
export interface LinkRules {
  /** Whether operators are accepted in any case. */
  readonly anyCase: boolean;
  /** Whether a parameter written as a list also moves to the end once the page has used up all its values. */
  readonly movesLists: boolean;
  /** Whether words of 32 bytes are compared with the bounds, so that the last one ends the list. */
  readonly comparesWords: boolean;
}

/**
 * Returns the relative link to the page after a full one: the request's own parameters, with those of the keyset
 * continued from the last row. Null when no row can follow: every key is fixed, or the bounds now exclude each other.
 *
 * Bounds at the end where the list begins are replaced by the last row's value; bounds at the other end stay. An
 * earlier key continues inclusively, because rows with its value may remain, unless no later key is open. When `eq`
 * names several values, an additional bound excludes the used ones.
 */
export function nextLink(
  { path, given, keys, order, last }: NextLink,
  { anyCase, movesLists, comparesWords }: LinkRules,
): string | null {
  const open = keys
    .map((key, index) => ({ key, text: last[index] ?? null }))
    .filter((entry): entry is { key: Key; text: string } => entry.text !== null && !isFixed(entry.key));
  const [first] = open;
  if (first === undefined) return null;
  if (open.length === 1 && isExhausted(first.key, first.text, order, comparesWords)) return null;

  const parameters = given.map(({ name, values, list }) => ({ name, values: [...values], list, end: false }));
  for (const key of keys.toReversed()) {
    const present = parameters.find(({ name }) => name === key.parameter);
    if (present === undefined || isFixed(key)) continue;
    const used = present.values.filter((value) => isUsedUp(value, order, anyCase));
    const remaining = present.values.filter((value) => !used.includes(value));
    present.values = key.placed === undefined ? remaining : remaining.filter(isRepeated).slice(-1);
    if (key.placed?.isPlain) present.values.unshift(...used.slice(0, 1));
    const later = parameters.slice(parameters.indexOf(present) + 1).filter(({ end }) => !end);
    const isPlaced =
      key.placed !== undefined && later.some(({ name }) => keys.some(({ parameter }) => parameter === name));
    present.end = present.values.length === 0 && (movesLists || !present.list) && !isPlaced;
  }
  const placed = parameters.filter(({ end }) => !end);
  open.forEach(({ key, text }, index) => {
    const inclusive = index < open.length - 1;
    const operator = `${order === 'asc' ? 'gt' : 'lt'}${inclusive ? 'e' : ''}`;
    const value = `${operator}:${key.domain.print(text)}`;
    const present = placed.find(({ name }) => name === key.parameter);
    if (present === undefined) placed.push({ name: key.parameter, values: [value], list: false, end: false });
    else present.values.push(value);
  });

  const query = placed
    .flatMap(({ name, values }) => values.map((value) => `${encode(name)}=${encode(value)}`))
    .join('&');
  return `${encodePath(path)}?${query}`;
}

/** Returns whether a value counts where the last one of its kind does: `ne` is ignored there. */
function isRepeated(value: string): boolean {
  return !value.toLowerCase().startsWith('ne:');
}

/** Returns whether a value bounds the list at the end where it begins, so that the last row's value replaces it. */
function isUsedUp(value: string, order: Order, anyCase: boolean): boolean {
  const colon = value.indexOf(':');
  if (colon < 0) return false;
  const operator = anyCase ? value.slice(0, colon).toLowerCase() : value.slice(0, colon);
  return isOperator(operator) && goesWith(operator, order);
}

/**
 * Returns whether no value beyond the last row is within the request's own bounds and the domain of the key. The
 * network dialects do not compare words. They do not compare entity ids either, but there the next request would be
 * refused for its bounds.
 */
function isExhausted({ range, domain }: Key, text: string, order: Order, comparesWords: boolean): boolean {
  const value = domain.fromSql(text);
  const { equals, lower, upper } = range;
  if (equals?.every((named) => (order === 'asc' ? named <= value : named >= value))) return true;
  if (!comparesWords && domain === WORDS) return false;
  if (order === 'asc') return value >= domain.max || (upper !== undefined && value >= upper);
  // Ids of one shard are all negative or all not.
  const min = value < 0n ? domain.min : 0n;
  return value <= min || (lower !== undefined && value <= lower);
}

/**
 * Percent-encodes only characters that would change the query's meaning; `:`, `,`, `@` and similar ones stay, as
 * clients write them.
 */
function encode(text: string): string {
  return /^[\w.:,@/~!*()$';=-]*$/.test(text)
    ? text
    : encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2C', ',');
}

function encodePath(path: string): string {
  return /^[\w.:,@/~!*()$';=%-]*$/.test(path) ? path : encodeURI(path);
}
