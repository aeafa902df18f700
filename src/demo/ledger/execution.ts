import type { proto } from '@hiero-ledger/proto';
import { Adjustments, TokenAdjustments } from './adjustments.ts';
import type { KeySpec } from './entities.ts';
import { numOf } from './ids.ts';
import type { KeyRef } from './keys.ts';
import { dayOf, type Ledger } from './ledger.ts';
import { Status } from './status.ts';

/**
 * One transaction while the ledger works on it: what it asks (`body`), who signed, and what will
 * stand in its record. Transaction kinds read the state from `ledger` and change it through the
 * methods here or `ledger.x.edit`; whatever they did is undone when they answer a failing status.
 */
export class Execution {
  readonly ledger: Ledger;
  /** Data field of the body. */
  readonly field: string;
  readonly body: proto.ITransactionBody;
  readonly payer: number;
  /** Consensus time in nanoseconds. */
  readonly at: bigint;
  readonly signers: ReadonlySet<KeyRef>;
  /** The transaction that this one is a child of. */
  readonly parent: Execution | null;
  /** Bytes of the signed transaction; empty for children that nobody submitted. */
  signedBytes: Uint8Array = new Uint8Array();

  receipt: proto.ITransactionReceipt = {};
  record: proto.ITransactionRecord = {};
  hbar = new Adjustments();
  tokens = new TokenAdjustments();
  sidecars: proto.ITransactionSidecarRecord[] = [];
  /** Children in order; those before the transaction (creation of accounts it needs) apart. */
  preceding: Execution[] = [];
  following: Execution[] = [];
  /** Of a child; a transaction of its own is told by the kind's answer. */
  status: Status = Status.SUCCESS;
  fee = 0n;

  constructor(
    ledger: Ledger,
    field: string,
    body: proto.ITransactionBody,
    at: bigint,
    signers: ReadonlySet<KeyRef>,
    parent: Execution | null = null,
  ) {
    this.ledger = ledger;
    this.field = field;
    this.body = body;
    this.payer = numOf(body.transactionID?.accountID?.accountNum);
    this.at = at;
    this.signers = signers;
    this.parent = parent;
  }

  /** Forgets everything but the fees: what a failed transaction leaves. */
  reset(fees: Adjustments): void {
    this.receipt = {};
    this.record = {};
    this.hbar = fees;
    this.tokens = new TokenAdjustments();
    this.sidecars = [];
    this.preceding = [];
    this.following = [];
  }

  /**
   * Starts a child: a transaction that this one causes. It counts as successful unless its `status`
   * is set otherwise.
   */
  child(field: string, body: proto.ITransactionBody, when: 'preceding' | 'following'): Execution {
    const child = new Execution(this.ledger, field, body, this.at, this.signers, this);
    const list = when === 'preceding' ? this.preceding : this.following;
    list.push(child);
    return child;
  }

  /** Whether the signatures satisfy `keys`; nothing can sign for no keys. */
  signedBy(keys: KeySpec | null): boolean {
    if (keys === null) return false;
    let signed = 0;
    for (const ref of keys.refs) if (this.signers.has(ref)) signed++;
    return signed >= (keys.form === 'threshold' ? keys.threshold : keys.refs.length);
  }

  /** Whether the account's own key signed. */
  signedByAccount(num: number): boolean {
    return this.signedBy(this.ledger.accounts.get(num)?.key ?? null);
  }

  /** Adds tinybars (or takes them, when negative). The caller has checked that they are there. */
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

  /** Moves tinybars; false when the sender has too few. */
  moveHbar(from: number, to: number, amount: bigint): boolean {
    if (this.ledger.accounts.need(from).balance < amount) return false;
    this.addHbar(from, -amount);
    this.addHbar(to, amount);
    return true;
  }
}
