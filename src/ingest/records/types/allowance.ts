import { longToBigInt } from '@tain/ledger/long';
import type { proto } from '@tain/protos/hapi';
import type { Item } from '../../decode/item.ts';
import type { Context, TransactionType } from '../context.ts';
import { addApprovalLog } from '../generic/synthetic-logs.ts';
import { idOrNull, tokenIdOf } from '../ids.ts';

/** Returns the owner of an allowance, the payer by default. Null when an alias is unknown. */
function ownerOf(item: Item, id: proto.IAccountID | null | undefined, context: Context): bigint | null {
  const empty = !id || (!id.alias?.length && (!id.accountNum || longToBigInt(id.accountNum) === 0n));
  return empty ? item.payer : idOrNull(context.accountId(item, id));
}

/**
 * Returns the last allowance of each pair of parties, ordered from the end, as the network reads lists. `partiesOf`:
 * null when a party is missing.
 */
function lastOfEach<T, Parties extends object>(
  allowances: readonly T[],
  partiesOf: (allowance: T) => Parties | null,
): { readonly allowance: T; readonly parties: Parties }[] {
  const last = new Map<string, { readonly allowance: T; readonly parties: Parties }>();
  for (const allowance of [...allowances].reverse()) {
    const parties = partiesOf(allowance);
    if (parties === null) continue;
    const key = Object.values(parties).join('/');
    if (!last.has(key)) last.set(key, { allowance, parties });
  }
  return [...last.values()];
}

export const allowanceApprove: TransactionType = {
  apply(item, _id, context) {
    const body = item.body.cryptoApproveAllowance;
    if (!body) return;
    approveHbar(item, body.cryptoAllowances ?? [], context);
    approveNfts(item, body.nftAllowances ?? [], context);
    approveTokens(item, body.tokenAllowances ?? [], context);
  },
};

function approveHbar(item: Item, allowances: readonly proto.ICryptoAllowance[], context: Context): void {
  const last = lastOfEach(allowances, ({ owner, spender }) => {
    const from = ownerOf(item, owner, context);
    const to = context.accountId(item, spender);
    return from === null || to === 0n ? null : { owner: from, spender: to };
  });
  for (const { allowance, parties } of last) {
    const amount = longToBigInt(allowance.amount);
    const set = { ...parties, payer_account_id: item.payer, amount, amount_granted: amount };
    context.state.crypto_allowance.version(item.consensusTimestamp, set);
  }
}

function approveTokens(item: Item, allowances: readonly proto.ITokenAllowance[], context: Context): void {
  const last = lastOfEach(allowances, ({ owner, spender, tokenId }) => {
    const from = ownerOf(item, owner, context);
    const to = context.accountId(item, spender);
    return from === null || to === 0n ? null : { owner: from, spender: to, token_id: tokenIdOf(tokenId) };
  });
  for (const { allowance, parties } of last) {
    const amount = longToBigInt(allowance.amount);
    const set = { ...parties, payer_account_id: item.payer, amount, amount_granted: amount };
    context.state.token_allowance.version(item.consensusTimestamp, set);
    addApprovalLog(item, { kind: 'fungible', ...parties, amount }, context);
  }
}

function approveNfts(item: Item, allowances: readonly proto.INftAllowance[], context: Context): void {
  const { state, accountId } = context;
  const at = item.consensusTimestamp;
  const seenAll = new Set<string>();
  const seenSerial = new Set<string>();
  for (const allowance of [...allowances].reverse()) {
    const owner = ownerOf(item, allowance.owner, context);
    const spender = accountId(item, allowance.spender);
    const tokenId = tokenIdOf(allowance.tokenId);
    if (owner === null || spender === 0n) continue;
    const parties = { owner, spender, token_id: tokenId };
    const key = `${owner}/${spender}/${tokenId}`;
    if (allowance.approvedForAll && !seenAll.has(key)) {
      seenAll.add(key);
      const approved = allowance.approvedForAll.value ?? false;
      state.nft_allowance.version(at, {
        ...parties,
        approved_for_all: approved,
        payer_account_id: item.payer,
      });
      addApprovalLog(item, { kind: 'all', ...parties, approved }, context);
    }
    const delegate = idOrNull(accountId(item, allowance.delegatingSpender));
    for (const value of allowance.serialNumbers ?? []) {
      const serial = longToBigInt(value);
      if (seenSerial.has(`${tokenId}/${serial}`)) continue;
      seenSerial.add(`${tokenId}/${serial}`);
      state.nft.version(at, {
        token_id: tokenId,
        serial_number: serial,
        account_id: owner,
        spender,
        delegating_spender: delegate,
      });
      addApprovalLog(item, { kind: 'serial', ...parties, serial }, context);
    }
  }
}

export const allowanceDelete: TransactionType = {
  apply(item, _id, context) {
    for (const removal of item.body.cryptoDeleteAllowance?.nftAllowances ?? []) {
      const owner = ownerOf(item, removal.owner, context);
      const tokenId = tokenIdOf(removal.tokenId);
      if (owner === null) continue;
      for (const value of removal.serialNumbers ?? []) {
        const serial = longToBigInt(value);
        context.state.nft.version(item.consensusTimestamp, {
          token_id: tokenId,
          serial_number: serial,
          account_id: owner,
          spender: null,
          delegating_spender: null,
        });
        addApprovalLog(item, { kind: 'serial', owner, spender: null, token_id: tokenId, serial }, context);
      }
    }
  },
};
