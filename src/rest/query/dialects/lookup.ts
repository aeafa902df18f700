import type { Order } from '../../../store/access/order.ts';
import { defaulted, EQ } from '../parameter.ts';
import { LEDGER, type LedgerDialect, readLedgerRequest } from './ledger.ts';

/**
 * Dialect of lookups: single blocks, contract results, schedules and topic messages, and the lists of accounts and
 * balances. It is the dialect of the ledger, but stricter: operators are not ignored, a second colon is invalid, and
 * problems are reported in the order of the request.
 */
export const LOOKUP: LedgerDialect = {
  ...LEDGER,
  /** No operator is accepted. */
  limit: { ...LEDGER.limit, operators: EQ },
  /** No operator is accepted, and a repeated value counts as absent. */
  order: (byDefault) =>
    defaulted<Order>(LEDGER.types.ORDER, byDefault, LEDGER.order(byDefault).description, {
      lowerCase: true,
      absentWhenRepeated: true,
    }),
  readRequest: (declared, request) =>
    readLedgerRequest({ lenientOperands: false, groupedMessages: false }, declared, request),
};
