import type { proto } from '@tain/protos/services';
import type { Ledger } from '../../ledger/ledger.ts';
import { MILL, tinybarsOf } from '../../ledger/prices.ts';
import type { RunCode } from '../../ledger/run-code.ts';
import { Status } from '../../ledger/status.ts';
import type { RecentTransactions } from '../recent-transactions.ts';

/** Data for query responses: the ledger between two transactions. */
export interface QuerySource {
  readonly ledger: Ledger;
  readonly recent: RecentTransactions;
  /** Nanoseconds since 1970. */
  readonly now: bigint;
  /** Number of the paying account; 0 for none. */
  readonly payer: number;
  readonly runCode: RunCode;
}

/** Message of a response without its header, and a code if it is not OK. */
export interface Answer<A> {
  readonly code?: Status;
  readonly fields: Omit<A, 'header'>;
}

/** Rules of one type of query. */
export interface QueryRules<Q, A> {
  /** Price of a response, in tinybars; 0 for free. Only called for queries that passed `check`. */
  readonly price: bigint | ((query: Q) => bigint);
  /** Returns OK, or the reason of a refusal. Requests of the price are checked as well. */
  readonly check: (query: Q, source: QuerySource) => Status;
  readonly answer: (query: Q, source: QuerySource) => Answer<A> | Promise<Answer<A>>;
  /** Whether only accounts 0.0.2 and 0.0.50 get a response; other accounts do not even get the price. */
  readonly privileged?: boolean;
  /** Returns the transaction whose outcome the response waits for briefly. Default: none. */
  readonly awaits?: (query: Q) => proto.ITransactionID | null | undefined;
}

/** A type of query, independent of its messages. */
export interface QueryKind {
  readonly price: (query: proto.IQuery) => bigint;
  readonly check: (query: proto.IQuery, source: QuerySource) => Status;
  readonly answer: (
    query: proto.IQuery,
    source: QuerySource,
  ) => Promise<{ readonly code: Status; readonly fields: object }>;
  /** Encodes the response: its header and, except for refusals and prices, its other fields. */
  readonly response: (header: proto.IResponseHeader, fields: object) => proto.IResponse;
  readonly privileged: boolean;
  readonly awaits: (query: proto.IQuery) => proto.ITransactionID | null;
}

type Queries = Required<proto.IQuery>;
type Responses = Required<proto.IResponse>;

/** Defines a type of query: its field of `Query`, and the field of `Response` with its response. */
export function queryKind<Q extends keyof Queries, A extends keyof Responses>(
  field: Q,
  answerField: A,
  rules: QueryRules<NonNullable<Queries[Q]>, NonNullable<Responses[A]>>,
): QueryKind {
  const own = (query: proto.IQuery): NonNullable<Queries[Q]> => {
    const found = query[field];
    if (!found) throw new Error(`a query without ${field}`);
    return found;
  };
  const { price, check, answer } = rules;
  return {
    price: (query) => (typeof price === 'bigint' ? price : price(own(query))),
    check: (query, source) => check(own(query), source),
    answer: async (query, source) => ({ code: Status.OK, ...(await answer(own(query), source)) }),
    response: (header, fields) => ({ [answerField]: { ...fields, header } }),
    privileged: rules.privileged ?? false,
    awaits: (query) => rules.awaits?.(own(query)) ?? null,
  };
}

/** Defines a type of query that the network removed, or that the demo network does not support. */
export function unsupported(answerField: keyof Responses): QueryKind {
  return {
    price: () => 0n,
    check: () => Status.NOT_SUPPORTED,
    answer: async () => ({ code: Status.NOT_SUPPORTED, fields: {} }),
    response: (header, fields) => ({ [answerField]: { ...fields, header } }),
    privileged: false,
    awaits: () => null,
  };
}

/** Prices of responses by the public price list, in tinybars. */

/** A ten thousandth of a US dollar. */
export const USUAL = tinybarsOf(MILL / 10n);
export const BYTECODE = tinybarsOf(50n * MILL);
/** Price in addition to the gas that the caller offers. */
export const LOCAL_CALL = tinybarsOf(MILL);
