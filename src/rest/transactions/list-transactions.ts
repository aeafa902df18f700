import { idInNetwork, STAKING_REWARD_ACCOUNT } from '@tain/ledger/network';
import { parseTransactionType, TRANSACTION_TYPES } from '@tain/ledger/transaction-type';
import { ENTITY_ID, TIME } from '../../store/access/domain.ts';
import { accountsOfTransactions } from '../../store/reads/touched-ids.sql.ts';
import { chooseAccounts } from '../../store/reads/transactions/account-range.ts';
import { transactionRows } from '../../store/reads/transactions/transaction-rows.sql.ts';
import type { TransactionSearch } from '../../store/reads/transactions/transaction-search.ts';
import { sql } from '../../store/sql.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { ALL, list, type ParameterType, single } from '../query/parameter.ts';
import { rangeOf } from '../query/range.ts';
import { listRoute } from '../route/list-route.ts';
import { type Page, pageKey } from '../route/page.ts';
import type { ApiContext } from '../route/route.ts';
import { joinTransfers, TRANSACTION_FIELDS } from './transaction.json.ts';
import { TRANSACTIONS_CSV } from './transfers-csv.ts';

const { ENTITY, oneOf, TIMESTAMP } = LEDGER.types;
const { limit, order } = LEDGER;

/** A transaction type by its name, in any case. */
export const TRANSACTION_TYPE: ParameterType<number> = {
  parse: parseTransactionType,
  schema: { type: 'string', enum: Object.values(TRANSACTION_TYPES).sort() },
};

/** The packed id of the account that pays staking rewards. */
export function rewardAccount({ settings }: ApiContext): bigint {
  return idInNetwork(settings, STAKING_REWARD_ACCOUNT);
}

/** Returns the page of a search. */
export function transactionsPage(context: ApiContext, search: TransactionSearch): Page {
  const { order, limit, times } = search;
  const { at, ...rows } = transactionRows(search);
  const keys = [pageKey('timestamp', at, TIME, times)];
  const page = { order, limit, keys, joins: joinTransfers(rewardAccount(context)) };
  return 'from' in rows ? { ...page, ...rows, alias: 't' } : { ...page, ...rows };
}

/** GET /transactions: transactions of the network, or of accounts, newest first. */
export const listTransactions = listRoute({
  path: '/api/v1/transactions',
  dialect: LEDGER,
  maxAgeSeconds: 2,
  tag: 'transactions',
  summary: 'List transactions',
  description: 'Successful and failed transactions by consensus time.',
  parameters: {
    'account.id': list(
      ENTITY,
      'Payer of the transaction, or account of one of its transfers; with `ne`, transactions in which it is neither.',
    ),
    limit,
    order: order('desc'),
    result: single(
      oneOf({ success: 'success' as const, fail: 'fail' as const }),
      'Outcome of the transaction.',
      {
        operators: ALL,
        lowerCase: true,
      },
    ),
    timestamp: list(TIMESTAMP, 'Consensus time.'),
    transactiontype: list(TRANSACTION_TYPE, 'Type of the transaction; repeated: any of them.'),
    type: list(
      oneOf({ credit: 'credit' as const, debit: 'debit' as const }),
      'Direction of the transfers: to the account, or from it.',
    ),
  },
  items: 'transactions',
  fields: TRANSACTION_FIELDS,
  csv: TRANSACTIONS_CSV,
  stream: {
    time: sql`t.consensus_timestamp`,
    family: 'transactions',
    touched: {
      kind: 'accounts of transactions',
      select: accountsOfTransactions,
      names({ values }) {
        const accounts = values['account.id'];
        const isNamed = accounts.length > 0 && accounts.every(({ operator }) => operator === 'eq');
        return isNamed ? accounts.map(({ value }) => value.toString()) : undefined;
      },
      // A direction applies to the account's own transfers, so such requests share no read.
      unfiltered({ values, ...request }) {
        const { timestamp, type, transactiontype, result } = values;
        const isMore = timestamp.length + type.length + transactiontype.length > 0 || result !== undefined;
        return isMore ? undefined : { ...request, values: { ...values, 'account.id': [] } };
      },
    },
  },
  async page({ values }, context) {
    // `ne` is independent of other values: transactions of an excluded account are omitted, whatever other accounts
    // they have.
    const included = values['account.id'].filter(({ operator }) => operator !== 'ne');
    const excluded = values['account.id'].filter(({ operator }) => operator === 'ne');
    const accounts = rangeOf(included, 'any', ENTITY_ID.max, ENTITY_ID.min);
    const times = rangeOf(values.timestamp, 'all');
    const directions = new Set(values.type.map(({ value }) => value));
    const [direction] = directions;
    const nothing = accounts.empty || times.empty || directions.size > 1;
    const search: TransactionSearch = {
      accounts: nothing
        ? { ids: [] }
        : await chooseAccounts(context.select, context.settings.thresholds, accounts),
      without: [...new Set(excluded.map(({ value }) => value))],
      times,
      types: [...new Set(values.transactiontype.map(({ value }) => value))],
      result: values.result,
      transfers: direction,
      order: values.order,
      limit: values.limit,
      sampled: context.settings.thresholds.sampled,
      gathered: context.settings.thresholds.gatheredEntries,
    };
    return transactionsPage(context, search);
  },
});
