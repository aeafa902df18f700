import { type MethodResult, revertWith, SUCCESS, statusNumber, values } from '../answer.ts';
import type { Ledger } from '../ledger.ts';
import type { MethodCall } from '../method.ts';

/** Thrown when the ledger refuses a change, with the name of its response code. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: string;

  constructor(status: string) {
    super(status);
    this.status = status;
  }
}

/** Throws `Refused` unless the condition holds. */
export function demand(condition: boolean, status: string): asserts condition {
  if (!condition) throw new Refused(status);
}

export type Simulated<Value> = { readonly value: Value } | { readonly refused: string };

/** Makes a change completely, or undoes it if it is refused. */
export async function attempt<Value>(
  ledger: Ledger,
  change: () => Promise<Value>,
): Promise<Simulated<Value>> {
  const { state } = ledger;
  state.checkpoint();
  try {
    const value = await change();
    state.commit();
    return { value };
  } catch (error) {
    state.revert();
    if (error instanceof Refused) return { refused: error.status };
    throw error;
  }
}

/**
 * Returns the result for a call that the ledger refuses while decoding it, before there is a transaction: a revert that
 * consumes all gas.
 */
export function refuseInput({ raw }: MethodCall, status: string): MethodResult {
  return revertWith(status, raw.gas);
}

/** Returns a method that returns the response code. */
export function answersCode(change: (call: MethodCall) => Promise<void>) {
  return async (call: MethodCall): Promise<MethodResult> => {
    const done = await attempt(call.ledger, () => change(call));
    return values('refused' in done ? statusNumber(done.refused) : SUCCESS);
  };
}

/** Returns a method that reverts with the name of the response code, or returns the result of `answer`. */
export function reverts(change: (call: MethodCall) => Promise<void>, answer: () => MethodResult) {
  return async (call: MethodCall): Promise<MethodResult> => {
    const done = await attempt(call.ledger, () => change(call));
    return 'refused' in done ? revertWith(done.refused) : answer();
  };
}
