import type { Order } from '../access/order.ts';

/** Comparison operators of the parameter language: `gte:5`. A value without one means `eq`. */
export const OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const;
export type Operator = (typeof OPERATORS)[number];

const KNOWN: ReadonlySet<string> = new Set(OPERATORS);

export function isOperator(text: string): text is Operator {
  return KNOWN.has(text);
}

/** Whether an operator bounds the values from the side where a scan in this order begins. */
export function goesWith(operator: Operator, order: Order): boolean {
  return order === 'asc' ? operator === 'gt' || operator === 'gte' : operator === 'lt' || operator === 'lte';
}

export interface Operand {
  /** The operator as written; it may not exist. */
  readonly operator: string;
  readonly text: string;
}

/**
 * Splits `op:value`. `lenient` takes the last two parts and drops what stands before them, as the
 * list routes do; otherwise a second colon makes the value invalid (undefined).
 */
export function splitOperand(text: string, lenient: boolean): Operand | undefined {
  const last = text.lastIndexOf(':');
  if (last < 0) return { operator: 'eq', text };
  const value = text.slice(last + 1);
  const before = last === 0 ? -1 : text.lastIndexOf(':', last - 1);
  if (before >= 0 && !lenient) return undefined;
  return { operator: text.slice(before + 1, last), text: value };
}

/** A condition that a client asked for. */
export interface Filter<Value> {
  readonly operator: Operator;
  readonly value: Value;
}
