import { ROUTES } from '../../../src/rest/routes.ts';
import type { Statement } from './statement.ts';
import { accountTransfers } from './statements/account-transfers.ts';
import { ACCOUNT_STATEMENTS } from './statements/accounts.ts';
import { BALANCE_STATEMENTS } from './statements/balances.ts';
import { CONTRACT_STATEMENTS } from './statements/contracts.ts';
import { OTHER_STATEMENTS } from './statements/others.ts';
import { TOKEN_STATEMENTS } from './statements/tokens.ts';
import { TRANSACTION_STATEMENTS } from './statements/transactions.ts';

/** One statement for each list route. */
export const STATEMENTS: readonly Statement[] = [
  ...TRANSACTION_STATEMENTS,
  ...ACCOUNT_STATEMENTS,
  accountTransfers,
  ...BALANCE_STATEMENTS,
  ...TOKEN_STATEMENTS,
  ...CONTRACT_STATEMENTS,
  ...OTHER_STATEMENTS,
];

/** Routes whose answers have `links`. */
export const LISTS = ROUTES.filter(({ answers }) => 'links' in (answers[200]?.properties ?? {}));

/** Each list route with its path and its statement. */
export const LISTS_WITH_STATEMENTS = STATEMENTS.flatMap((statement) =>
  LISTS.filter(({ path }) => path === statement.route).map(
    (route) => [route.path, statement, route] as const,
  ),
);
