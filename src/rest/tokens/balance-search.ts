import { ENTITY_ID, type Range } from '../../store/access/domain.ts';
import { keysetConditions, type RangeEnd } from '../../store/access/keyset.ts';
import type { Order } from '../../store/access/order.ts';
import type { Thresholds } from '../../store/access/thresholds.ts';
import { raw, type Sql, sql } from '../../store/sql.ts';
import type { Filter } from '../query/parameter.ts';

/** Filters of a list of token balances. */
export interface BalanceSearch {
  /** The token of the list; undefined for a list across tokens, within `tokens`. */
  readonly token: bigint | undefined;
  readonly tokens: Range;
  readonly accounts: Range;
  readonly balances: Range;
  /** The current public key of the accounts. */
  readonly publicKey: Filter<string> | undefined;
  readonly order: Order;
  readonly limit: number;
  readonly thresholds: Thresholds;
}

/** Conditions of the keys on a table `alias` that has both ids. `ends`: the bounds that are included, by default both. */
export function idConditions(
  { token, tokens, accounts }: BalanceSearch,
  alias: string,
  ends?: readonly RangeEnd[],
): Sql[] {
  const account = {
    column: raw(`${alias}.account_id`),
    domain: ENTITY_ID,
    range: accounts,
  };
  const tokenId = raw(`${alias}.token_id`);
  if (token !== undefined) return [sql`${tokenId} = ${token}`, ...keysetConditions([account], ends)];
  return keysetConditions([{ column: tokenId, domain: ENTITY_ID, range: tokens }, account], ends);
}

/** Order and limit of a page, on a table `alias` that has both ids. */
export function pageOf({ token, order, limit }: BalanceSearch, alias: string) {
  const account = raw(`${alias}.account_id`);
  return { by: token === undefined ? [raw(`${alias}.token_id`), account] : [account], order, limit };
}
