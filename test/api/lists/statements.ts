import type { Statement } from './statement.ts';
import { ACCOUNT_STATEMENTS } from './statements/accounts.ts';
import { BALANCE_STATEMENTS } from './statements/balances.ts';
import { CONTRACT_STATEMENTS } from './statements/contracts.ts';
import { OTHER_STATEMENTS } from './statements/others.ts';
import { TOKEN_STATEMENTS } from './statements/tokens.ts';
import { TRANSACTION_STATEMENTS } from './statements/transactions.ts';

/** One for each list route. */
export const STATEMENTS: readonly Statement[] = [
  ...TRANSACTION_STATEMENTS,
  ...ACCOUNT_STATEMENTS,
  ...BALANCE_STATEMENTS,
  ...TOKEN_STATEMENTS,
  ...CONTRACT_STATEMENTS,
  ...OTHER_STATEMENTS,
];
