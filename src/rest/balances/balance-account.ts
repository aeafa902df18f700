import { MIN_INT64 } from '@tain/ledger/timestamp';
import { sql } from '../../store/sql.ts';
import type { EntityReference } from '../query/common-types.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { type Filter, type ParameterType, RuleBroken } from '../query/parameter.ts';
import { badRequest, Problem } from '../query/problem.ts';
import type { RequestParameter } from '../query/query-string.ts';
import { referencedId } from '../route/entity-reference.ts';
import type { ApiContext } from '../route/route.ts';

const { ENTITY, ENTITY_OR_ALIAS } = LEDGER.types;

/** An account in the query of balances: a number, an address or alias, or an invalid value that is reported later. */
export type BalanceAccount =
  | { readonly id: bigint }
  | { readonly named: EntityReference }
  | { readonly wrong: string; readonly isName: boolean };

const INVALID = 'Invalid parameter: account.id';
const ADDRESS = /^(?:0x)?[0-9a-fA-F]{40}$/;
const ALIAS = /^[A-Z2-7]+$/;

/**
 * `account.id` of balances: an id, an EVM address or an alias, the latter two without shard and realm. Invalid values
 * are reported only after those of all other parameters, so the parser returns them, too.
 */
export const BALANCE_ACCOUNT: ParameterType<BalanceAccount> = {
  parse(text, context) {
    const named = ADDRESS.test(text) || (ALIAS.test(text) && !/^\d+$/.test(text));
    if (named) {
      const reference = ENTITY_OR_ALIAS.parse(text, context, 'eq');
      return reference === undefined || reference instanceof RuleBroken
        ? { wrong: `Invalid accountAlias string ${text}`, isName: true }
        : { named: reference };
    }
    // An address with shard and realm is not an id here.
    const id = text.length > 40 ? undefined : ENTITY.parse(text, context, 'eq');
    if (id instanceof RuleBroken) return { wrong: id.message, isName: false };
    return id === undefined ? { wrong: INVALID, isName: false } : { id };
  },
  schema: { type: 'string', maxLength: 140, example: '0.0.1001' },
  compared: true,
};

/** An id that no account has. */
const NO_ACCOUNT = MIN_INT64;

/**
 * Returns the filters on the account's id. Each value of the request counts once; the first invalid one is reported.
 * Throws `Problem` (400): at most one address or alias is allowed, without operator or with `eq`. The entity of an
 * address or alias is looked up; without one no account matches.
 */
export async function accountFilters(
  context: ApiContext,
  filters: readonly Filter<BalanceAccount>[],
  given: readonly RequestParameter[],
): Promise<Filter<bigint>[]> {
  const texts = given.find(({ name }) => name === 'account.id')?.values ?? [];
  const distinct = filters.filter((_, index) => texts.indexOf(texts[index] ?? '') === index);
  let named: EntityReference | undefined;
  const ids: Filter<bigint>[] = [];
  for (const { operator, value } of distinct) {
    const isName = 'named' in value || ('wrong' in value && value.isName);
    if (isName && named !== undefined) throw problem('Only one EVM address or alias is allowed.');
    if ('wrong' in value) throw badRequest(value.wrong);
    if ('named' in value) named = value.named;
    if (named !== undefined && operator !== 'eq') {
      throw problem('EVM address or alias only supports equals operator');
    }
    if ('id' in value) ids.push({ operator, value: value.id });
  }
  if (named !== undefined) ids.push({ operator: 'eq', value: await selectId(context, named) });
  return ids;
}

function problem(detail: string): Problem {
  return new Problem(400, [{ message: INVALID, detail }]);
}

async function selectId(context: ApiContext, reference: EntityReference): Promise<bigint> {
  if ('id' in reference) return reference.id;
  const [row] = await context.lookup(sql`select ${referencedId(reference, LEDGER)}`);
  const id = row?.[0];
  return id === undefined || id === null ? NO_ACCOUNT : BigInt(id);
}
