import type { proto } from '@tain/protos/hapi';
import { Adjustments } from '../ledger/adjustments.ts';
import { type Execution, keyOf, type Signers, satisfies } from '../ledger/execution.ts';
import { FEE_COLLECTION } from '../ledger/fees.ts';
import { accountId, contractId, long } from '../ledger/ids.ts';
import { contractAddressKey, contractKeyRef, type KeyRef } from '../ledger/keys.ts';
import { CodeHalt, type SystemAnswer, type SystemCall } from '../ledger/run-code.ts';
import { Status } from '../ledger/status.ts';
import { accountAt } from './code-addresses.ts';

/** Transactions that code requests from system contracts. Each is a child of the transaction that runs the code. */

const MAX_CHILDREN = 50;

/** Outcome of a dispatched transaction. */
export interface Dispatched {
  readonly child: Execution;
  readonly status: Status;
}

/** Signatures of the outermost transaction that count besides the keys of the calling contract. */
export interface Consent {
  /** Consent of one public key. */
  readonly consent?: proto.IKey | null | undefined;
  /** Whether all keys count, because an account calls the service itself, without a contract in between. */
  readonly byCaller?: boolean;
}

interface Terms extends Consent {
  readonly value?: bigint;
  readonly act?: (child: Execution) => Status;
}

/** Calls of one system contract (given by its number) within a transaction. */
export class ServiceDispatch {
  readonly x: Execution;
  readonly call: SystemCall;
  /** Number of the calling account or contract; 0 for none. */
  readonly by: number;
  readonly #contract: number;

  constructor(x: Execution, call: SystemCall, contract: number) {
    this.x = x;
    this.call = call;
    this.by = accountAt(x.ledger, call.sender);
    this.#contract = contract;
  }

  /**
   * Executes a transaction that the caller pays. Its signers are the keys that name the calling contract, and those
   * added by `terms`; other signatures of the outermost transaction do not count (security model 2:
   * `DefaultVerificationStrategies`, `ActiveContractVerificationStrategy`). `value`: tinybars charged in addition to
   * the gas. `act`: its effect, by default that of its type. A failing one has a record with its status.
   */
  make(
    field: string,
    body: proto.ITransactionBody,
    { value = 0n, act = applied, ...consent }: Terms = {},
  ): Dispatched {
    const { by } = this;
    const caller = { payer: by, signers: this.#signers(consent) };
    return this.attempt(field, body, caller, (child) => {
      if (value > 0n && !child.moveHbar(by, FEE_COLLECTION, value)) return Status.INSUFFICIENT_PAYER_BALANCE;
      const came = act(child);
      // A contract's missing signature has a status of its own.
      return came === Status.INVALID_SIGNATURE ? Status.INVALID_FULL_PREFIX_SIGNATURE_FOR_PRECOMPILE : came;
    });
  }

  /** Executes a transaction that `payer` pays. A failure leaves a record with its status. */
  attempt(
    field: string,
    body: proto.ITransactionBody,
    by: { readonly payer: number; readonly signers: Signers },
    act: (child: Execution) => Status,
  ): Dispatched {
    const { x } = this;
    if (x.childCount >= MAX_CHILDREN) throw new CodeHalt('MAX_CHILD_RECORDS_EXCEEDED');
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

  /**
   * Returns whether the caller may act for an account without an allowance. An unknown account is reported by the
   * transaction.
   */
  actsFor(num: number): boolean {
    const key = keyOf(this.x.ledger, num);
    return num === this.by || !this.x.ledger.accounts.has(num) || satisfies(key, this.#signers({}));
  }

  /** Records the result of the call in the child's record and returns it. */
  answerOf(child: Execution, output: Uint8Array, gasUsed: number): SystemAnswer {
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

  #signers({ consent, byCaller = false }: Consent): Signers {
    const { x, by, call } = this;
    const refs = new Set<KeyRef>();
    const address = x.ledger.addressOf(by);
    for (const isDelegatable of call.parentIsDelegate ? [true] : [true, false]) {
      refs.add(contractKeyRef(by, isDelegatable));
      const named = x.ledger.keys.find(contractAddressKey(address, isDelegatable));
      if (named !== undefined) refs.add(named);
    }
    // A hook has the privileges of its owner (HIP-1195), so the owner's key counts.
    if (x.hook?.owner === by) for (const ref of keyOf(x.ledger, by)?.refs ?? []) refs.add(ref);
    if (byCaller && by === (x.wallet?.sender ?? x.payer)) {
      for (const ref of x.wallet ? this.#walletKeys() : x.signers) refs.add(ref);
    }
    if (consent?.ed25519?.length || consent?.ECDSASecp256k1?.length) {
      const ref = x.ledger.keys.refOfMessage(consent);
      if (x.signers.has(ref) || this.#walletKeys().includes(ref)) refs.add(ref);
    }
    return refs;
  }

  /**
   * Returns the key that signed the wallet's transaction, which is not among those of the transaction that contains
   * it.
   */
  #walletKeys(): readonly KeyRef[] {
    const { ledger, wallet } = this.x;
    if (wallet === null) return [];
    if (wallet.signer) return [ledger.keys.refOf(wallet.signer)];
    return ledger.accounts.get(wallet.sender)?.key?.refs ?? [];
  }
}

function applied(child: Execution): Status {
  const status = child.rules.typeOf(child.field).apply(child);
  if (status instanceof Promise) throw new Error(`${child.field} is asynchronous`);
  return status;
}
