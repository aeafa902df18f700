import { NETWORK } from '../query/dialects/network.ts';
import type { Filter } from '../query/parameter.ts';
import { isCrossed } from '../query/range.ts';

type Filters = readonly Filter<bigint>[];

const LOWER = ['gt', 'gte'];
const UPPER = ['lt', 'lte'];

function has(filters: Filters, ...operators: readonly string[]): boolean {
  return filters.some(({ operator }) => operators.includes(operator));
}

function checkOperators(name: string, filters: Filters): void {
  if (has(filters, 'ne')) throw NETWORK.badRequest(`Unsupported range operator ne for ${name}`);
  for (const operators of [['eq'], LOWER, UPPER]) {
    if (filters.filter(({ operator }) => operators.includes(operator)).length > 1) {
      throw NETWORK.badRequest(
        `Only one range operator from [${operators.join(', ')}] is allowed for the given parameter for ${name}`,
      );
    }
  }
  if (has(filters, 'eq') && has(filters, ...LOWER, ...UPPER)) {
    throw NETWORK.badRequest(`Can't support both range and equal for ${name}`);
  }
}

/**
 * Checks the bounds of NFT allowances: of the other account and, within its bounds, of the token. Throws `Problem`
 * (400) with the first broken rule.
 */
export function checkBounds(accounts: Filters, tokens: Filters): void {
  if (isCrossed(accounts)) throw NETWORK.badRequest('Invalid range provided for account.id');
  if (tokens.length > 0 && accounts.length === 0) {
    throw NETWORK.badRequest('token.id parameter must have account.id present');
  }
  checkOperators('account.id', accounts);
  checkOperators('token.id', tokens);
  // If the account has both bounds, the two bounds of the token belong to different accounts.
  const bothEnds = has(accounts, ...LOWER) && has(accounts, ...UPPER);
  if (!bothEnds && isCrossed(tokens)) {
    throw NETWORK.badRequest('Invalid range provided for token.id');
  }
  if (has(tokens, ...UPPER) && !has(accounts, 'eq', 'lte')) {
    throw NETWORK.badRequest('Requires the presence of an lte or eq account.id parameter');
  }
  if (has(tokens, ...LOWER) && !has(accounts, 'eq', 'gte')) {
    throw NETWORK.badRequest('Requires the presence of an gte or eq account.id parameter');
  }
}
