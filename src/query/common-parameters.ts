import type { Order } from '../access/order.ts';
import { LIMIT, ORDER } from './kinds.ts';
import { ALL, defaulted, EQ, type Parameter } from './parameter.ts';

/** `limit` of list routes: the server's default, cut to the client's maximum, any operator ignored. */
export const limit: Parameter<number, 'defaulted'> = {
  kind: LIMIT,
  how: 'defaulted',
  operators: ALL,
  default: 'page size',
  description: 'Most items in the answer. More than the maximum counts as the maximum.',
};

/** `limit` of routes with plain checks, which take no operator. */
export const plainLimit: Parameter<number, 'defaulted'> = { ...limit, operators: EQ };

const ORDER_TEXT = 'Whether items come in ascending or descending order.';

/** `order` of list routes: any operator ignored, the last value counts. */
export function order(byDefault: Order): Parameter<Order, 'defaulted'> {
  return defaulted<Order>(ORDER, byDefault, ORDER_TEXT, { operators: ALL, lowerCase: true });
}

/** `order` of routes with plain checks: no operator, and a repeated one counts as absent. */
export function plainOrder(byDefault: Order): Parameter<Order, 'defaulted'> {
  return defaulted<Order>(ORDER, byDefault, ORDER_TEXT, { lowerCase: true, absentWhenRepeated: true });
}
