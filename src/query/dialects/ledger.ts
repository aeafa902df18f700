import type { Order } from '../../access/order.ts';
import { type LinkRules, nextLink } from '../next-link.ts';
import { ALL, defaulted, type Parameter } from '../parameter.ts';
import { JSON_TYPE, notFound, problemJson, problemOf } from '../problem.ts';
import { parseQueryString } from '../query-string.ts';
import type { Dialect } from './dialect.ts';
import { readLedgerPath, readLedgerRequest } from './ledger-query.ts';
import * as types from './ledger-types.ts';

/** `limit`: the server's default, cut to the client's maximum, any operator ignored. */
const limit: Parameter<number, 'defaulted'> = {
  type: types.LIMIT,
  how: 'defaulted',
  operators: ALL,
  default: 'page size',
  description: 'Most items in the answer. More than the maximum counts as the maximum.',
};

const LINKS: LinkRules = { anyCase: false, listsMove: false, wordsEnd: true };

/** Members of the ledger dialects beyond those of every dialect. */
export interface LedgerDialect extends Dialect {
  readonly types: typeof types;
}

/**
 * The dialect of most of the ledger: lists of blocks, contracts, results, logs, tokens, topic messages and
 * transactions, what accounts have, and single accounts, contracts, tokens and transactions. Errors are
 * short messages, all problems of a query at once, grouped by what is wrong.
 */
export const LEDGER: LedgerDialect = {
  types,
  limit,
  /** Any operator is ignored, and the last value counts. */
  order: (byDefault) =>
    defaulted<Order>(types.ORDER, byDefault, 'Whether items come in ascending or descending order.', {
      operators: ALL,
      lowerCase: true,
    }),

  readQueryString: (text, maxRepeated) => parseQueryString(text, { maxRepeated, caseSensitive: false }),
  readRequest: (declared, request) =>
    readLedgerRequest({ lenientOperands: true, groupedMessages: true }, declared, request),
  readPath: readLedgerPath,

  accountLookup: {
    deletionMayBeUnknown: true,
    notFound: (by) => (by === 'address' ? notFound() : notFound('No account with a matching alias found')),
  },

  nextLink: (page) => nextLink(page, LINKS),
  contentType: JSON_TYPE,

  notFound,
  errorAnswer(error) {
    const { status, messages, headers } = problemOf(error);
    return { status, body: problemJson(messages), headers: { 'content-type': JSON_TYPE, ...headers } };
  },
  unknownPath: () => UNKNOWN_PATH,
};

const UNKNOWN_PATH = {
  status: 404,
  body: problemJson([{ message: 'Not found' }]),
  headers: { 'content-type': JSON_TYPE },
};
