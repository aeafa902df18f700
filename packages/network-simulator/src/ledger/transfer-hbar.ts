import type { proto } from '@tain/protos/hapi';
import type { Data } from './draft.ts';
import type { Account } from './entities.ts';
import type { Execution } from './execution.ts';
import { accountId, duration, long } from './ids.ts';
import { AUTO_RENEW_SECONDS, newAccount } from './new-account.ts';
import { ownCopy } from './table.ts';

/** Returns the body of a transfer of tinybars between accounts given by number. */
export function hbarTransfer(entries: readonly (readonly [account: number, amount: bigint])[]): Data {
  return {
    cryptoTransfer: {
      transfers: {
        accountAmounts: entries.map(([num, amount]) => ({ accountID: accountId(num), amount: long(amount) })),
      },
    },
  };
}

/**
 * Creates the account of an alias as a child of the first transaction that names it. The child is a preceding one,
 * unless running code creates it. `delegation`: the account has that code.
 */
export function createByAlias(
  parent: Execution,
  alias: Uint8Array,
  delegation: Uint8Array | null = null,
  when: 'preceding' | 'following' = 'preceding',
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
      autoRenewPeriod: duration(AUTO_RENEW_SECONDS),
      maxAutomaticTokenAssociations: -1,
      ...(delegation === null ? null : { delegationAddress: delegation }),
    },
  };
  const x = parent.child('cryptoCreateAccount', body, when);
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

/** Sets the alias, an EVM address of 20 bytes or a serialized key. An ECDSA key implies an address. */
export function setAlias(x: Execution, account: Account, alias: Uint8Array | null): void {
  if (alias === null || alias.length === 0) return;
  account.alias = ownCopy(alias);
  const address = alias.length === 20 ? alias : x.ledger.keys.addressOf(alias);
  account.evmAddress = address === null ? null : ownCopy(address);
}
