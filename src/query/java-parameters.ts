import type { Order } from '../access/order.ts';
import { JAVA_LIMIT, JAVA_ORDER, JAVA_TIMESTAMP } from './java-kinds.ts';
import { defaulted, list, type Parameter, WITHOUT_NE } from './parameter.ts';

/** Parameters that several routes of the Java families have. */

/** `timestamp` of a state: at most two values. `as` is what a surplus is reported under. */
export function stateTimestamp(as: string): Parameter<bigint, 'list'> {
  return list(
    JAVA_TIMESTAMP,
    'Time of the state: one without an operator means the state at that instant. Digits after the dot are nanoseconds.',
    { operators: WITHOUT_NE, most: { values: 2, as } },
  );
}

export function javaOrder(byDefault: Order): Parameter<Order, 'defaulted'> {
  return defaulted<Order>(JAVA_ORDER, byDefault, 'Whether items come in ascending or descending order.');
}

export const javaLimit: Parameter<number, 'defaulted'> = defaulted(
  JAVA_LIMIT,
  25,
  'Most items in the answer, from 1 to 100.',
);
