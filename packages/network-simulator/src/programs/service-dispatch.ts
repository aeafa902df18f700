import type { proto } from '@tain/protos/hapi';
import { Adjustments } from '../ledger/adjustments.ts';
import type { Execution, Signers } from '../ledger/execution.ts';
import { FEE_COLLECTION } from '../ledger/fees.ts';
import { accountId, contractId, long } from '../ledger/ids.ts';
import { contractKeyRef, type KeyRef } from '../ledger/keys.ts';
import { CodeHalt, type SystemAnswer, type SystemCall } from '../ledger/run-code.ts';
import { Status } from '../ledger/status.ts';
import { accountAt } from './code-addresses.ts';

/** Transactions that code asks system contracts for: each is a child of the transaction that runs the code. */

const MAX_CHILDREN = 50;

/** What came of one. */
export interface Dispatched {
  readonly child: Execution;
  readonly status: Status;
}

interface Terms {
  readonly byAll?: boolean;
  readonly value?: bigint;
  readonly act?: (child: Execution) => Status;
}

/** Calls of one system contract, by its number, within a transaction. */
export class ServiceDispatch {
  readonly x: Execution;
  readonly call: SystemCall;
  /** Number of the account or contract that calls; 0: nobody. */
  readonly by: number;
  readonly #contract: number;

  constructor(x: Execution, call: SystemCall, contract: number) {
    this.x = x;
    this.call = call;
    this.by = accountAt(x.ledger, call.sender);
    this.#contract = contract;
  }

  /**
   * Makes a transaction in the name of who calls, who pays for it and whose key it has: that of a contract, or of the sender of
   * all where it calls itself. `byAll`: signatures of the outermost transaction count, too. `value`: tinybars that it costs
   * besides the gas. `act`: what it does, else what its type does. A failing one leaves a record with its status.
   */
  make(
    field: string,
    body: proto.ITransactionBody,
    { byAll = false, value = 0n, act = applied }: Terms = {},
  ): Dispatched {
    const { by } = this;
    const caller = { payer: by, signers: this.#signers(byAll) };
    return this.attempt(field, body, caller, (child) => {
      if (value > 0n && !child.moveHbar(by, FEE_COLLECTION, value)) return Status.INSUFFICIENT_PAYER_BALANCE;
      const came = act(child);
      // What a contract did not sign is told apart from what clients did not.
      return came === Status.INVALID_SIGNATURE ? Status.INVALID_FULL_PREFIX_SIGNATURE_FOR_PRECOMPILE : came;
    });
  }

  /** Makes a transaction that `payer` pays. A failing one leaves a record with its status. */
  attempt(
    field: string,
    body: proto.ITransactionBody,
    by: { readonly payer: number; readonly signers: Signers },
    act: (child: Execution) => Status,
  ): Dispatched {
    const { x } = this;
    if (x.following.length >= MAX_CHILDREN) throw new CodeHalt('MAX_CHILD_RECORDS_EXCEEDED');
    const child = x.child(field, body, 'following', by);
    let status = Status.OK as Status;
    const done = x.ledger.journal.attempt(() => {
      status = act(child);
      return status === Status.SUCCESS;
    });
    if (!done) {
      const failed = child.afterFailure;
      child.reset(new Adjustments());
      failed?.();
    }
    child.status = status;
    return { child, status };
  }

  /** The answer to the call, which the child's record tells. */
  told(child: Execution, output: Uint8Array, gasUsed: number): SystemAnswer {
    const { gas, input, sender } = this.call;
    child.record.contractCallResult = {
      contractID: contractId(this.#contract),
      contractCallResult: output,
      gasUsed: long(gasUsed),
      gas: long(gas),
      functionParameters: input,
      senderId: accountId(this.x.ledger.resolveAlias(Buffer.from(sender, 'hex'))),
    };
    return { output, gasUsed: BigInt(gasUsed) };
  }

  #signers(byAll: boolean): Signers {
    const { x, by, call } = this;
    const outermost = x.wallet?.sender ?? x.payer;
    const refs = new Set<KeyRef>([contractKeyRef(by, true)]);
    if (!call.parentIsDelegate) refs.add(contractKeyRef(by, false));
    if (by === outermost || byAll) {
      for (const ref of x.signers) refs.add(ref);
      // A wallet's signature is not among those of the transaction that hands it in.
      for (const ref of x.ledger.accounts.get(outermost)?.key?.refs ?? []) refs.add(ref);
    }
    return refs;
  }
}

function applied(child: Execution): Status {
  const status = child.rules.applyOf(child.field)(child);
  if (status instanceof Promise) throw new Error(`${child.field} takes its time`);
  return status;
}
