import type { proto } from '@tain/protos/services';
import type { Account } from '../../ledger/entities.ts';
import { accountId, long, tokenId } from '../../ledger/ids.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { Status } from '../../ledger/status.ts';
import { accountFields, addressHex, expiry, ledgerId, requiredKey } from './entity-fields.ts';
import { findAccount, findContract, found } from './lookup.ts';
import { type QuerySource, queryKind, USUAL } from './query.ts';
import { ownedNfts, tokenBalances, tokenRelationships } from './token-holdings.ts';

/** Size of an EVM address in bytes. */
const ADDRESS = 20;

export const accountBalance = queryKind('cryptogetAccountBalance', 'cryptogetAccountBalance', {
  price: 0n,
  check: (query, { ledger }) => {
    const account = balanceSource(query, ledger);
    if (account === undefined)
      return query.contractID ? Status.INVALID_CONTRACT_ID : Status.INVALID_ACCOUNT_ID;
    if (!account.deleted) return Status.OK;
    return query.contractID ? Status.CONTRACT_DELETED : Status.ACCOUNT_DELETED;
  },
  answer: (query, { ledger }) => {
    const { num, balance } = found(balanceSource(query, ledger));
    return {
      fields: {
        accountID: accountId(num),
        balance: long(balance),
        tokenBalances: tokenBalances(ledger, num),
      },
    };
  },
});

function balanceSource(
  { accountID, contractID }: proto.ICryptoGetAccountBalanceQuery,
  ledger: Ledger,
): Readonly<Account> | undefined {
  return contractID ? findContract(ledger, contractID) : findAccount(ledger, accountID);
}

export const accountInfo = queryKind('cryptoGetInfo', 'cryptoGetInfo', {
  price: USUAL,
  check: ({ accountID }, source) => checkAccount(accountID, source),
  answer: ({ accountID }, { ledger, now }) => {
    const account = found(findAccount(ledger, accountID));
    return {
      fields: {
        accountInfo: {
          ...accountFields(ledger, account, now),
          key: requiredKey(ledger, account.key),
          receiverSigRequired: account.receiverSigRequired,
          ownedNfts: long(ownedNfts(ledger, account.num)),
          ethereumNonce: long(account.ethereumNonce),
          alias: aliasOf(account),
          tokenRelationships: tokenRelationships(ledger, account.num),
          delegationAddress: account.delegation ?? new Uint8Array(),
        },
      },
    };
  },
});

export const accountRecords = queryKind('cryptoGetAccountRecords', 'cryptoGetAccountRecords', {
  price: USUAL,
  check: ({ accountID }, source) => checkAccount(accountID, source),
  answer: ({ accountID }, { ledger, recent }) => {
    const { num } = found(findAccount(ledger, accountID));
    return { fields: { accountID: accountId(num), records: [...recent.paidBy(num)] } };
  },
});

/** Account details, available only to the network's own accounts. */
export const accountDetails = queryKind('accountDetails', 'accountDetails', {
  price: USUAL,
  privileged: true,
  check: ({ accountId: id }, source) => checkAccount(id, source),
  answer: ({ accountId: id }, { ledger }) => {
    const account = found(findAccount(ledger, id));
    const { num } = account;
    return {
      fields: {
        accountDetails: {
          accountId: accountId(num),
          contractAccountId: addressHex(ledger, num),
          deleted: account.deleted,
          key: requiredKey(ledger, account.key),
          balance: long(account.balance),
          receiverSigRequired: account.receiverSigRequired,
          expirationTime: expiry(account),
          autoRenewPeriod: { seconds: long(account.autoRenewPeriod) },
          tokenRelationships: tokenRelationships(ledger, num),
          memo: account.memo,
          ownedNfts: long(ownedNfts(ledger, num)),
          maxAutomaticTokenAssociations: account.maxAutoAssociations,
          alias: aliasOf(account),
          ledgerId: ledgerId(ledger),
          ...allowances(ledger, num),
        },
      },
    };
  },
});

function allowances(ledger: Ledger, owner: number) {
  const hbar: proto.IGrantedCryptoAllowance[] = [];
  const units: proto.IGrantedTokenAllowance[] = [];
  const nfts: proto.IGrantedNftAllowance[] = [];
  for (const { spender, amount } of ledger.cryptoAllowancesOf(owner)) {
    if (amount > 0n) hbar.push({ spender: accountId(spender), amount: long(amount) });
  }
  for (const { token, spender, amount } of ledger.tokenAllowancesOf(owner)) {
    if (amount > 0n)
      units.push({ tokenId: tokenId(token), spender: accountId(spender), amount: long(amount) });
  }
  for (const { token, spender, approvedForAll } of ledger.nftAllowancesOf(owner)) {
    if (approvedForAll) nfts.push({ tokenId: tokenId(token), spender: accountId(spender) });
  }
  return { grantedCryptoAllowances: hbar, grantedTokenAllowances: units, grantedNftAllowances: nfts };
}

function checkAccount(id: proto.IAccountID | null | undefined, { ledger }: QuerySource): Status {
  const account = findAccount(ledger, id);
  if (account === undefined) return Status.INVALID_ACCOUNT_ID;
  return account.deleted ? Status.ACCOUNT_DELETED : Status.OK;
}

/** Returns the alias, except an EVM address, which only `contractAccountID` contains. */
function aliasOf({ alias }: Readonly<Account>): Uint8Array {
  return alias === null || alias.length === ADDRESS ? new Uint8Array() : alias;
}
