import type { proto } from '@tain/protos/hapi';
import { Adjustments, TokenAdjustments } from './adjustments.ts';
import type { Wallet } from './draft.ts';
import type { HookName, KeySpec } from './entities.ts';
import { numOf } from './ids.ts';
import { contractKeyRef, type KeyRef } from './keys.ts';
import { dayOf, type Ledger } from './ledger.ts';
import { oneKey } from './new-account.ts';
import type { RunCode } from './run-code.ts';
import { Status } from './status.ts';

/** Nanoseconds reserved before a transaction for preceding children. */
const MAX_PRECEDING_NS = 50;

/** A custom fee in tinybars (`token` 0) or units, and what each account pays of it. */
export interface CustomFee {
  readonly token: number;
  readonly collector: number;
  readonly amount: bigint;
  /** Payers with positive amounts, in the order in which they were charged. */
  readonly debits: readonly (readonly [account: number, amount: bigint])[];
}

/** Effect of a transaction type on the ledger; returns its status. Only types that run code are asynchronous. */
export type Apply = (x: Execution) => Status | Promise<Status>;

/** Rules of a transaction type that the ledger needs. */
export interface TypeRules {
  readonly apply: Apply;
  /** Whether it can be scheduled (`scheduling.whitelist` of consensus nodes). */
  readonly isSchedulable?: true;
}

export interface SentFee {
  readonly tinybars: bigint;
  /** Multiplier of its type in high-volume transactions, in thousandths (HIP-1313). */
  readonly multiplier: bigint;
}

export interface Rules {
  /** Returns the rules of a transaction type, by its data field. */
  readonly typeOf: (field: string) => TypeRules;
  /**
   * Called when a rule throws an unexpected error in a sent transaction, which then fails with FAIL_INVALID. If absent,
   * such errors end the network; that is intended for the network's own transactions.
   */
  readonly onFault?: (error: unknown, x: Execution) => void;
  readonly runCode: RunCode;
  /** Returns the fee of a sent transaction. Absent for the network's own traffic (`trafficFee`). */
  readonly feeOf?: (x: Execution) => SentFee;
  /** Returns why a node refuses a transaction inside a sent batch, or null. Absent for the network's own batches. */
  readonly refusalOfInner?: (inner: Execution) => Status | null;
  /**
   * Decodes the wallet's transaction in a sent Ethereum transaction and recovers its sender; or returns why that fails.
   * If absent, the network accepts no such transaction.
   */
  readonly walletOf?: (ledger: Ledger, body: proto.IEthereumTransactionBody) => Wallet | Status;
}

/** Keys that signed a transaction. A `Set` of keys satisfies this interface. */
export interface Signers {
  has(ref: KeyRef): boolean;
  /** Number of signatures. */
  readonly size: number;
  [Symbol.iterator](): Iterator<KeyRef>;
  /**
   * Whether the payer counts as a signer although it has no key, as a hollow account. Only for unsigned transactions.
   */
  readonly forPayer?: boolean;
  /** Whether every account counts as a signer. Only for tests of contracts. */
  readonly forAll?: boolean;
  /**
   * Returns the hollow accounts whose address belongs to a key that signed, with their serialized `Key`. Only for sent
   * transactions.
   */
  hollowAccounts?(ledger: Ledger): readonly { readonly num: number; readonly message: Uint8Array }[];
  /** Returns the signers of an inner transaction. Only for sent transactions. */
  ofInner?(bodyBytes: Uint8Array, pairs: readonly proto.ISignaturePair[]): Signers;
}

/**
 * State that a test of contracts sets by a call: the contract's code (the call's input), its slots (pairs of words of the input, a
 * slot and its value), or the nonce (a word) of a contract or an account, which is created if it is missing.
 */
export type StateSetting = 'code' | 'slots' | 'nonce';

/** The inputs of an execution besides the ledger. */
export interface ExecutionInput {
  readonly rules: Rules;
  /** Data field of the body. */
  readonly field: string;
  readonly body: proto.ITransactionBody;
  /** Consensus time in nanoseconds. */
  readonly at: bigint;
  readonly signers: Signers;
  /** Parent of a child, or batch of an inner transaction. */
  readonly parent?: Execution;
  /** Payer, when it is not the account of the transaction id. */
  readonly payer?: number;
  /**
   * Payer by the mirrors' rules, if it differs: for transactions requested by code, the account of the transaction id.
   */
  readonly recordedPayer?: number;
  readonly wallet?: Wallet | undefined;
  /** EVM address that the network chose for the created contract. */
  readonly createAt?: Uint8Array | undefined;
  /** Set when the transaction is a call that sets state instead of running the contract's code. */
  readonly sets?: StateSetting;
  /** Content of a body field that no proto describes. */
  readonly raw?: Uint8Array;
  /** Bytes of the signed transaction; absent for children. */
  readonly signedBytes?: Uint8Array;
}

/**
 * A transaction during its execution: its request (`body`), its signers, and its record so far. Transaction kinds read
 * the state from `ledger` and change it through the methods here or `edit` of the ledger's tables; all their changes
 * are undone when they return a failing status.
 */
export class Execution {
  readonly ledger: Ledger;
  readonly rules: Rules;
  readonly field: string;
  readonly body: proto.ITransactionBody;
  readonly payer: number;
  readonly recordedPayer: number;
  readonly at: bigint;
  readonly signers: Signers;
  readonly parent: Execution | null;
  readonly signedBytes: Uint8Array;
  /** Wallet's transaction of a sent Ethereum transaction, decoded at execution. */
  wallet: Wallet | null;
  readonly createAt: Uint8Array | null;
  readonly sets: StateSetting | null;
  readonly raw: Uint8Array;

  receipt: proto.ITransactionReceipt = {};
  record: proto.ITransactionRecord = {};
  hbar = new Adjustments();
  tokens = new TokenAdjustments();
  sidecars: proto.ITransactionSidecarRecord[] = [];
  /** Children in order. Children before the transaction (creation of accounts that it needs) are separate. */
  preceding: Execution[] = [];
  following: Execution[] = [];
  /** Schedules completed by this transaction. They are executed right after it. */
  triggered: number[] = [];
  status: Status = Status.SUCCESS;
  fee = 0n;
  /** Custom fees of a transfer, with the debits of those who pay them, in the order of their assessment. */
  customFees: CustomFee[] = [];
  /** Hook whose execution this is; null for other transactions. */
  hook: HookName | null = null;
  /** Called after the changes of a failed transaction are undone. */
  afterFailure: (() => void) | null = null;

  constructor(ledger: Ledger, input: ExecutionInput) {
    this.ledger = ledger;
    this.rules = input.rules;
    this.field = input.field;
    this.body = input.body;
    this.payer = input.payer ?? numOf(input.body.transactionID?.accountID?.accountNum);
    this.recordedPayer = input.recordedPayer ?? this.payer;
    this.at = input.at;
    this.signers = input.signers;
    this.parent = input.parent ?? null;
    this.wallet = input.wallet ?? null;
    this.createAt = input.createAt ?? null;
    this.sets = input.sets ?? null;
    this.raw = input.raw ?? new Uint8Array();
    this.signedBytes = input.signedBytes ?? new Uint8Array();
  }

  /** Resets everything but the fees, which a failed transaction still pays. */
  reset(fees: Adjustments): void {
    this.receipt = {};
    this.record = {};
    this.hbar = fees;
    this.tokens = new TokenAdjustments();
    this.sidecars = [];
    this.preceding = [];
    this.following = [];
    this.triggered = [];
    this.customFees = [];
  }

  /** Number of children so far, with those of the transaction that dispatched this one. They share one maximum. */
  get childCount(): number {
    return this.following.length + (this.parent?.following.length ?? 0);
  }

  /**
   * Starts a child transaction, which succeeds unless its `status` is changed. `by`: its payer and signer, when that is
   * another account.
   */
  child(
    field: string,
    body: proto.ITransactionBody,
    when: 'preceding' | 'following',
    by: { readonly payer: number; readonly signers: Signers } = this,
  ): Execution {
    const { rules, recordedPayer } = this;
    const { payer, signers } = by;
    const list = when === 'preceding' ? this.preceding : this.following;
    const first = when === 'preceding' ? -MAX_PRECEDING_NS : 1;
    const at = this.at + BigInt(first + list.length);
    const child = new Execution(this.ledger, {
      rules,
      field,
      body,
      at,
      signers,
      payer,
      recordedPayer,
      parent: this,
    });
    list.push(child);
    return child;
  }

  /** Account of the transaction id. A scheduled transaction has another payer. */
  get idPayer(): number {
    return numOf(this.body.transactionID?.accountID?.accountNum);
  }

  /**
   * Returns whether the signatures satisfy `keys`; false for null. The payer's own key needs no signature, because the
   * payer's consent is checked before anything runs. This includes a contract that pays for a transaction requested by
   * its code (`PreHandleContextImpl.requireKey`).
   */
  signedBy(keys: KeySpec | null): boolean {
    return satisfies(keys, this.signers) || sameKeys(keys, this.ledger.accounts.get(this.payer)?.key ?? null);
  }

  /** Returns whether the account's own key signed. */
  signedByAccount(num: number): boolean {
    return this.signedBy(keyOf(this.ledger, num));
  }

  /** Adds tinybars; a negative amount subtracts them. The caller has checked the balance. */
  addHbar(num: number, amount: bigint): void {
    if (amount === 0n) return;
    const account = this.ledger.accounts.edit(num);
    const today = dayOf(this.at);
    if (account.balanceDay !== today) {
      account.balanceDay = today;
      account.balanceAtDayStart = account.balance;
    }
    account.balance += amount;
    if (account.balance < 0n) throw new Error(`account 0.0.${num} of the demo ledger went below zero`);
    this.hbar.add(num, amount);
  }

  /** Moves tinybars. Returns false when the sender's balance is too low. */
  moveHbar(from: number, to: number, amount: bigint): boolean {
    if (this.ledger.accounts.need(from).balance < amount) return false;
    this.addHbar(from, -amount);
    this.addHbar(to, amount);
    return true;
  }
}

/**
 * Returns the key of an account; for a contract without an admin key, the contract itself. Returns null when no key can
 * sign.
 */
export function keyOf({ accounts }: Ledger, num: number): KeySpec | null {
  const { key = null, contract = false } = accounts.get(num) ?? {};
  return key === null && contract ? oneKey(contractKeyRef(num, false)) : key;
}

function sameKeys(a: KeySpec | null, b: KeySpec | null): boolean {
  return a !== null && b !== null && JSON.stringify(plainKeys(a)) === JSON.stringify(plainKeys(b));
}

function plainKeys({ form, threshold, refs, parts }: KeySpec): unknown {
  return [form, form === 'threshold' ? threshold : 0, parts?.map(plainKeys) ?? refs];
}

/** Returns whether the keys that signed meet the requirement. An impossible threshold is clamped, as in the network. */
export function satisfies(keys: KeySpec | null, signed: Pick<Signers, 'has'>): boolean {
  if (keys === null) return false;
  const { parts, refs, form, threshold } = keys;
  const size = parts?.length ?? refs.length;
  let count = 0;
  if (parts) for (const part of parts) count += satisfies(part, signed) ? 1 : 0;
  else for (const ref of refs) if (signed.has(ref)) count++;
  return size > 0 && count >= (form === 'threshold' ? Math.max(1, Math.min(threshold, size)) : size);
}

/**
 * Returns a child with the record fields that it has when its parent fails: the result of its call without logs and
 * created contracts, and the sidecars with its calls. Source: consensus node, `RecordStreamBuilder`.
 */
export function revertedChild(child: Execution): Execution {
  if (child.status !== Status.SUCCESS) return child;
  const { contractCallResult } = child.record;
  const actions = child.sidecars.filter((sidecar) => sidecar.actions);
  child.reset(new Adjustments());
  child.sidecars = actions;
  if (contractCallResult) child.record.contractCallResult = withoutEffects(contractCallResult);
  child.status = Status.REVERTED_SUCCESS;
  return child;
}

function withoutEffects(result: proto.IContractFunctionResult): proto.IContractFunctionResult {
  const { bloom: _bloom, logInfo: _logs, createdContractIDs: _created, ...rest } = result;
  return rest;
}
