import type { proto } from '@tain/protos/hapi';
import type { Draft } from '../ledger/draft.ts';
import type { TypeRules } from '../ledger/execution.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { statusFrom } from '../ledger/refusal.ts';
import type { Counted, Units } from '../ledger/simple-fees.ts';
import { Status } from '../ledger/status.ts';
import type { Generator } from './generator.ts';

/** Fee of a sent transaction by the simple fee schedule (`simple-fees.ts`). */
export interface Fee {
  /** Functionality whose price applies. */
  readonly of: Counted['of'];
  /** Returns the numbers of units, as the consensus node's calculator of the type counts them; default: none. */
  readonly units?: (body: proto.ITransactionBody, ledger: Ledger) => Units;
}

/** Rules of a transaction type: how clients generate it, and its effect on the ledger. */
export interface KindRules extends TypeRules {
  /** Weight in the default mix, relative to the other weights. 0: only generated when requested. */
  readonly weight: number;
  /**
   * Returns a transaction of the type, generated for the ledger's current state. Most succeed, a few fail on purpose.
   * Null when there is nothing to act on yet.
   */
  readonly generate: (g: Generator) => Draft | null;
  /**
   * Ends a transaction with a `Refusal` when its body is faulty whatever the ledger's state. Both the node before
   * consensus and the ledger before `apply` check it. Source of the rules and their order: `pureChecks` of the
   * consensus node's handler of the type, such as `TokenRejectHandler`.
   */
  readonly pure?: PureCheck;
  /** Fee if clients send it. Without one they pay what the network's own traffic pays. */
  readonly fee?: Fee;
}

/** Returns the status of the pure check of a type (`OK` without one). */
export function pureStatus({ pure }: KindRules, body: proto.ITransactionBody, others: Others): Status {
  return pure === undefined ? Status.OK : statusFrom(() => pure(body, others));
}

type Others = (field: string, body: proto.ITransactionBody) => void;

/** A pure check of a body. `others` checks the body of another type, which this one contains. */
export type PureCheck = (body: proto.ITransactionBody, others: Others) => void;

/** A transaction type. */
export interface Kind extends KindRules {
  /** The ledger's name of the type, such as `CRYPTOTRANSFER`. */
  readonly name: string;
  /** The field of `TransactionBody` that holds its data, and its number. */
  readonly field: string;
  readonly number: number;
}
