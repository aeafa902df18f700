import type { proto } from '@tain/protos/hapi';
import type { Data } from './draft.ts';
import type { Account } from './entities.ts';
import type { Execution } from './execution.ts';
import { accountId, duration, long, numOf } from './ids.ts';
import { longToBigInt } from './long.ts';
import { AUTO_RENEW_PERIOD, newAccount } from './new-account.ts';
import { Status } from './status.ts';
import { keep } from './table.ts';

/** Body of a transfer of tinybars between accounts given by number. */
export function hbarTransfer(entries: readonly (readonly [account: number, amount: bigint])[]): Data {
  return {
    cryptoTransfer: {
      transfers: {
        accountAmounts: entries.map(([num, amount]) => ({ accountID: accountId(num), amount: long(amount) })),
      },
    },
  };
}

/** Applies a list of tinybar transfers: sum zero, owners signed or allowed it, balances suffice. */
export function transferHbar(x: Execution, entries: readonly proto.IAccountAmount[]): Status {
  const { ledger } = x;
  let sum = 0n;
  for (const entry of entries) sum += longToBigInt(entry.amount);
  if (sum !== 0n) return Status.INVALID_ACCOUNT_AMOUNTS;
  const moves: { num: number; amount: bigint }[] = [];
  for (const entry of entries) {
    const amount = longToBigInt(entry.amount);
    const num = resolve(x, entry.accountID, amount > 0n);
    if (num === 0) return Status.INVALID_ACCOUNT_ID;
    const account = ledger.accounts.get(num);
    if (account === undefined) return Status.INVALID_ACCOUNT_ID;
    if (account.deleted) return Status.ACCOUNT_DELETED;
    if (amount < 0n) {
      const allowed = allowDebit(x, num, entry);
      if (allowed !== Status.OK) return allowed;
    } else if (account.receiverSigRequired && !x.signedBy(account.key) && !hookOf(entry))
      return Status.INVALID_SIGNATURE;
    moves.push({ num, amount });
  }
  for (const { num, amount } of moves) {
    if (ledger.accounts.need(num).balance + amount < 0n) return Status.INSUFFICIENT_ACCOUNT_BALANCE;
    x.addHbar(num, amount);
  }
  return Status.OK;
}

/** The hook of an entry, once run, replaces its owner's signature. */
export function hookOf(entry: proto.IAccountAmount): proto.IHookCall | null | undefined {
  return entry.preTxAllowanceHook ?? entry.prePostTxAllowanceHook;
}

/** Whether the debit may happen: the owner signed, granted it before, or has a hook that allows it. */
function allowDebit(x: Execution, num: number, entry: proto.IAccountAmount): Status {
  if (entry.isApproval) return spendAllowance(x, num, -longToBigInt(entry.amount));
  return hookOf(entry) ? Status.OK : ownerSigned(x, num);
}

/** A contract moves its own tinybars without a signature, as long as it runs. */
function ownerSigned(x: Execution, num: number): Status {
  if (x.parent !== null || x.signedByAccount(num)) return Status.OK;
  return Status.INVALID_SIGNATURE;
}

/** Takes from an allowance of the payer. */
function spendAllowance(x: Execution, owner: number, amount: bigint): Status {
  const key = `${owner}:${x.payer}`;
  const allowance = x.ledger.cryptoAllowances.get(key);
  if (allowance === undefined || allowance.amount === 0n) return Status.SPENDER_DOES_NOT_HAVE_ALLOWANCE;
  if (allowance.amount < amount) return Status.AMOUNT_EXCEEDS_ALLOWANCE;
  x.ledger.cryptoAllowances.edit(key).amount -= amount;
  return Status.OK;
}

/**
 * The account of an id. A receiver with an unknown alias is created: a preceding child creates it (hollow
 * when the alias is an EVM address). 0: there is none.
 */
export function resolve(x: Execution, id: proto.IAccountID | null | undefined, mayCreate: boolean): number {
  if (!id?.alias?.length) return numOf(id?.accountNum);
  const known = x.ledger.resolveAlias(id.alias);
  if (known !== 0 || !mayCreate) return known;
  return createByAlias(x, id.alias);
}

/**
 * Creates the account of an alias as a preceding child of the transaction that first names it; `delegation`:
 * with that code.
 */
export function createByAlias(
  parent: Execution,
  alias: Uint8Array,
  delegation: Uint8Array | null = null,
): number {
  const { ledger } = parent;
  const hollow = alias.length === 20;
  const num = ledger.takeEntity();
  const key = hollow ? null : { refs: [ledger.keys.refOf(alias)], form: 'key' as const, threshold: 1 };
  const memo = hollow ? 'lazy-created account' : 'auto-created account';
  const body: proto.ITransactionBody = {
    transactionID: parent.body.transactionID ?? {},
    memo,
    transactionValidDuration: duration(120),
    cryptoCreateAccount: {
      ...(key === null ? { key: { keyList: {} } } : { key: ledger.keys.get(key.refs[0] ?? 0).message }),
      memo,
      alias,
      autoRenewPeriod: duration(AUTO_RENEW_PERIOD),
      maxAutomaticTokenAssociations: -1,
      ...(delegation === null ? null : { delegationAddress: delegation }),
    },
  };
  const x = parent.child('cryptoCreateAccount', body, 'preceding');
  const account = newAccount(num, x.at, key);
  account.memo = memo;
  account.maxAutoAssociations = -1;
  account.hollow = hollow;
  account.delegation = delegation;
  const fresh = ledger.keys.get(-ledger.counter.nextEcdsa);
  if (hollow && fresh.evmAddress !== null && Buffer.from(alias).equals(fresh.evmAddress)) {
    account.hollowKey = fresh.ref;
    ledger.noteKeys({ refs: [fresh.ref], form: 'key', threshold: 1 });
  }
  setAlias(x, account, alias);
  ledger.accounts.put(num, account);
  ledger.indexAlias(account);
  ledger.noteKeys(key);
  x.receipt.accountID = accountId(num);
  x.record.alias = hollow ? new Uint8Array() : alias;
  if (account.evmAddress !== null) x.record.evmAddress = account.evmAddress;
  return num;
}

/** An alias is an EVM address of 20 bytes or a serialized key; an ECDSA key implies an address. */
export function setAlias(x: Execution, account: Account, alias: Uint8Array | null): void {
  if (alias === null || alias.length === 0) return;
  account.alias = keep(alias);
  const address = alias.length === 20 ? alias : x.ledger.keys.addressOf(alias);
  account.evmAddress = address === null ? null : keep(address);
}
