import type { Order } from '../../access/order.ts';
import { type LinkRules, nextLink } from '../next-link.ts';
import { defaulted, list, type Parameter, WITHOUT_NE } from '../parameter.ts';
import type { Problem } from '../problem.ts';
import { parseQueryString } from '../query-string.ts';
import type { Dialect } from './dialect.ts';
import {
  badRequestDetail,
  methodNotAllowed,
  networkErrorAnswer,
  notFoundDetail,
  unknownNetworkPath,
} from './network-problems.ts';
import { readNetworkRequest } from './network-query.ts';
import * as types from './network-types.ts';

/** The maximum number of values of one parameter, whatever the server's setting. */
const MAX_REPEATED = 1000;
const LINKS: LinkRules = { anyCase: true, listsMove: true, wordsEnd: false };

/** Members of the network dialects beyond those of every dialect. */
export interface NetworkDialect extends Dialect {
  readonly types: typeof types;
  /** `timestamp` of a state: at most two values. `as` is the name under which a surplus is reported. */
  readonly stateTimestamp: (as: string) => Parameter<bigint, 'list'>;
  /** 400 with one entry for each reason. */
  readonly badRequest: (...reasons: readonly string[]) => Problem;
}

/**
 * The dialect of the network and of what came later: fees, rates, stakes and supply, single topics,
 * airdrops, NFT allowances, hooks. Names are compared in their case, unknown ones are ignored, a limit out
 * of range is an error, and errors give the status in words with the reason as `detail`.
 */
export const NETWORK: NetworkDialect = {
  types,
  limit: defaulted(types.LIMIT, 25, 'Most items in the answer, from 1 to 100.'),
  order: (byDefault) =>
    defaulted<Order>(types.ORDER, byDefault, 'Whether items come in ascending or descending order.'),
  stateTimestamp: (as) =>
    list(
      types.TIMESTAMP,
      'Time of the state: one without an operator means the state at that instant. Digits after the dot are nanoseconds.',
      { operators: WITHOUT_NE, max: { values: 2, as } },
    ),

  readQueryString: (text) => parseQueryString(text, { maxRepeated: MAX_REPEATED, caseSensitive: true }),
  readRequest: (declared, request) => readNetworkRequest({ namesAllBad: false }, declared, request),
  readPath: (pathParameters, request) =>
    readNetworkRequest({ namesAllBad: false }, { pathParameters, parameters: {} }, request).pathValues,

  accountLookup: {
    deletionMayBeUnknown: false,
    notFound: () => notFoundDetail('No account found for the given ID'),
  },

  nextLink: (page) => nextLink(page, LINKS),
  contentType: 'application/json;charset=UTF-8',

  badRequest: badRequestDetail,
  notFound: notFoundDetail,
  errorAnswer: networkErrorAnswer,
  unknownPath: unknownNetworkPath,
  methodNotAllowed,
};
