import type { Apply, Execution } from './execution.ts';
import { Status } from './status.ts';

/** Thrown to end the rules of a transaction with an error status. The functions below catch it. */
export class Refusal extends Error {
  readonly status: Status;

  constructor(status: Status) {
    super(Status[status] ?? String(status));
    this.status = status;
  }
}

/** Ends the transaction with a status unless a condition holds. */
export function check(holds: boolean, status: Status): asserts holds {
  if (!holds) throw new Refusal(status);
}

/** Ends the transaction with a status unless the status is OK. */
export function must(status: Status): void {
  if (status !== Status.OK) throw new Refusal(status);
}

/**
 * Rules in the network's order: problems of the request itself, then missing signatures, then conflicts with the
 * ledger's state. The first broken rule ends the transaction.
 */
export function ruled(rules: (x: Execution) => Status): (x: Execution) => Status {
  return (x) => {
    try {
      return rules(x);
    } catch (error) {
      return statusOf(error);
    }
  };
}

/** Wraps asynchronous rules in the same way. */
export function ruledLater(rules: (x: Execution) => Promise<Status>): Apply {
  return (x) => rules(x).catch(statusOf);
}

/** Returns OK, or the status with which the rules ended the transaction. */
export function statusFrom(rules: () => void): Status {
  try {
    rules();
    return Status.OK;
  } catch (error) {
    return statusOf(error);
  }
}

function statusOf(error: unknown): Status {
  if (error instanceof Refusal) return error.status;
  throw error;
}
