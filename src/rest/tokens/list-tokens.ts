import { ENTITY_ID } from '../../store/access/domain.ts';
import { gatherOrScan } from '../../store/access/gather-or-scan.ts';
import { indexScan } from '../../store/access/index-scan.ts';
import { joinTable, sameKey } from '../../store/access/joined-rows.ts';
import { joinedRows, rowsByKey } from '../../store/access/lookup.ts';
import { empty, FALSE, PLANNED_FOR_VALUES, type Sql, sql, where } from '../../store/sql.ts';
import { publicKeyConditions } from '../holdings/account-scan.sql.ts';
import { PUBLIC_KEY, text } from '../query/common-types.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { EQ, type Filter, list } from '../query/parameter.ts';
import { badRequest, invalidParameters } from '../query/problem.ts';
import type { RequestParameter } from '../query/query-string.ts';
import { rangeOf } from '../query/range.ts';
import { listRoute } from '../route/list-route.ts';
import { type Page, pageKey } from '../route/page.ts';
import { TOKEN_FIELDS, TOKEN_TYPES } from './token-info.json.ts';

const { ENTITY, LONG_ZERO_ENTITY, oneOf } = LEDGER.types;
const { limit, order } = LEDGER;

/** Indexes in `TOKEN_TYPES`; all of them for `ALL`. */
const TYPE = oneOf<bigint | 'all'>({ ALL: 'all', FUNGIBLE_COMMON: 0n, NON_FUNGIBLE_UNIQUE: 1n });
const MIN_NAME_BYTES = 3;
const MAX_NAME_BYTES = 100;

/**
 * Refuses parameters that exclude each other, whatever their values; an empty value counts as missing. Throws
 * `Problem` (400).
 */
function checkCombination(given: readonly RequestParameter[]): void {
  const has = (parameter: string) =>
    given.some(({ name, values }) => name === parameter && (values.length > 1 || values[0] !== ''));
  if (has('name') && has('token.id')) {
    throw badRequest('token.id and name can not be used together. Use a more specific name instead.');
  }
  if (has('name') && has('account.id')) throw badRequest('account.id and name cannot be used together');
}

/** Requires a single account without an operator. Throws `Problem` (400). */
function checkAccount(given: readonly RequestParameter[]): void {
  const accounts = given.find(({ name }) => name === 'account.id')?.values ?? [];
  if (accounts.length > 1) throw badRequest(`Entity ID "${accounts.join(',')}" is not a string`);
  if (accounts[0]?.includes(':')) throw invalidParameters('account.id');
}

/** Conditions on the type: `all` adds none, several `eq` allow any of them. */
function typeConditions(filters: readonly Filter<bigint | 'all'>[]): Sql[] {
  const named = filters.flatMap(({ operator, value }) => (value === 'all' ? [] : [{ operator, value }]));
  const { lower = 0n, upper = 1n, equals, except, empty: none } = rangeOf(named, 'any', 1n);
  if (none) return [FALSE];
  const left = TOKEN_TYPES.filter((_, index) => {
    const value = BigInt(index);
    return (equals?.includes(value) ?? (lower <= value && value <= upper)) && !except.includes(value);
  });
  if (left.length === TOKEN_TYPES.length) return [];
  const [only] = left;
  return [only === undefined ? FALSE : sql`t.type = ${only}`];
}

const THREE_LETTERS = /[\p{L}\p{N}]{3}/u;

/**
 * Conditions on the name of `token t`: it contains the text, in any case. The index of the name has trigrams; a text
 * without one is searched by its characters.
 */
function nameConditions(filters: readonly Filter<string>[]): Sql[] {
  return filters.flatMap(({ value }) => {
    const contains = sql`t.name ilike ${`%${value.replaceAll(/[\\%_]/g, '\\$&')}%`}`;
    if (THREE_LETTERS.test(value)) return [contains];
    return [
      contains,
      sql`string_to_array(lower(t.name), null) @> string_to_array(lower(${value}::text), null)`,
    ];
  });
}

/** GET /tokens: tokens by id. */
export const listTokens = listRoute({
  path: '/api/v1/tokens',
  dialect: LEDGER,
  maxAgeSeconds: 10,
  tag: 'tokens',
  summary: 'List tokens',
  description: 'Tokens of the network by id, including deleted ones. A search by name has one page.',
  parameters: {
    'account.id': list(ENTITY, 'Account associated with the token: one value without an operator.'),
    limit,
    name: list(
      text(MIN_NAME_BYTES, MAX_NAME_BYTES),
      'Part of the token’s name, case-insensitive; not together with `token.id` or `account.id`.',
      { operators: EQ },
    ),
    order: order('asc'),
    publickey: list(PUBLIC_KEY, 'Admin key of the token in hex, raw or in DER form.'),
    'token.id': list(LONG_ZERO_ENTITY, 'Token; repeated with `eq`: any of them.'),
    type: list(TYPE, 'Type of the token; repeated: any of them.'),
  },
  checkGiven: checkCombination,
  items: 'tokens',
  fields: TOKEN_FIELDS,
  page({ values, given }, { settings }): Page {
    checkAccount(given);
    const conditions = [...publicKeyConditions(values.publickey), ...typeConditions(values.type)];
    // The condition is written as in the index on the keys of tokens, so that the index serves it.
    if (values.publickey.length > 0) conditions.push(sql`e.type = 'TOKEN'`);
    const page = { order: values.order, limit: values.limit };
    const joined = joinTable('entity', 'e', [sameKey('id', 't', 'token_id')]);
    const pageKeyOf = (column: Sql) => pageKey('token.id', column, ENTITY_ID, values['token.id']);
    const id = pageKeyOf(sql`t.token_id`);

    if (values.name.length > 0) {
      const names = nameConditions(values.name);
      const tokens = { select: sql`t.*`, from: sql`token t ${joined}` };
      const ofPage = { ...page, select: sql`t.*`, by: [id.column] };
      const few = rowsByKey({ ...tokens, where: [sql`t.token_id = few.token_id`, ...conditions] });
      // Entities are looked up only if a condition is on them.
      const ofKeys = joinedRows(undefined, {
        select: sql`t.*`,
        table: sql`token`,
        alias: 't',
        on: sameKey('t.token_id', 'few', 'token_id'),
        where: conditions,
        as: 't',
      });
      const scan = gatherOrScan({
        max: settings.thresholds.gathered,
        gather: sql`
    select t.token_id
    from token t${where(names)}`,
        ofFew: indexScan({
          ...ofPage,
          from: values.publickey.length > 0 ? sql`few cross join ${few} t` : ofKeys,
          where: [],
        }),
        scan: indexScan({ ...ofPage, from: tokens.from, where: [...names, ...conditions] }),
      });
      return { ...page, scan, alias: 't', joins: joined, keys: [id], unlinked: true };
    }
    const [account] = values['account.id'];
    // A key or an account may have a few tokens or most of them.
    const varies = values.publickey.length > 0 || (account !== undefined && conditions.length > 0);
    const planned = varies ? PLANNED_FOR_VALUES : empty;
    if (account === undefined) {
      // A key is looked up among the entities first.
      if (values.publickey.length > 0) {
        return {
          ...page,
          from: sql`${planned}entity e`,
          joins: joinTable('token', 't', [sql`t.token_id = e.id`]),
          where: conditions,
          keys: [pageKeyOf(sql`e.id`)],
        };
      }
      return {
        ...page,
        from: sql`token t`,
        joins: joined,
        where: conditions,
        keys: [id],
        alias: 't',
      };
    }
    return {
      ...page,
      from: sql`${planned}token_account ta
    ${joinTable('token', 't', [sql`t.token_id = ta.token_id`])}
    ${joined}`,
      where: [sql`ta.account_id = ${account.value}`, sql`ta.associated`, ...conditions],
      keys: [pageKeyOf(sql`ta.token_id`)],
    };
  },
});
