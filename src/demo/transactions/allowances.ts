import type { proto } from '@hiero-ledger/proto';
import { longToBigInt } from '../../kernel/long.ts';
import type { Execution } from '../ledger/execution.ts';
import { accountId, long, numOf, tokenId } from '../ledger/ids.ts';
import { nftKey } from '../ledger/ledger.ts';
import { Status } from '../ledger/status.ts';
import type { Kind } from './kind.ts';
import { accountStatus, tokenStatus } from './token-status.ts';
import { ownedSerial } from './token-supply.ts';

export const cryptoApproveAllowance: Kind = {
  name: 'CRYPTOAPPROVEALLOWANCE',
  field: 'cryptoApproveAllowance',
  weight: 8,

  generate(g) {
    const { ledger, random } = g;
    const owner = g.payer();
    const spender = g.other(owner.num);
    const body: proto.ICryptoApproveAllowanceTransactionBody = {};
    const parties = {
      owner: accountId(owner.num),
      spender: accountId(g.failing() ? owner.num : spender.num),
    };
    // Nothing takes an allowance back.
    const revoke = random.chance(0.15);
    const kind = random.unit();
    if (kind < 0.45) {
      const grant = { ...parties, amount: long(revoke ? 0n : random.amount(100_000, 10_000_000_000)) };
      // Whoever names no owner allows it for itself; of two grants to one spender the last one counts.
      if (random.chance(0.3)) grant.owner = accountId(0);
      body.cryptoAllowances = random.chance(0.1) ? [{ ...parties, amount: long(7) }, grant] : [grant];
    } else {
      const held =
        g.find(ledger.relations, (row) => row.associated && row.account === owner.num) ??
        g.find(ledger.relations, (row) => row.associated);
      if (
        held === undefined ||
        ledger.accounts.need(held.account).contract ||
        ledger.accounts.need(held.account).deleted
      )
        return null;
      const token = ledger.tokens.need(held.token);
      if (token.deleted || token.paused || held.account === spender.num) return null;
      const of = { ...parties, owner: accountId(held.account), tokenId: tokenId(token.num) };
      const most = token.maxSupply > 0n ? token.maxSupply : 1n << 40n;
      if (!token.nonFungible)
        body.tokenAllowances = [
          { ...of, amount: long(revoke ? 0n : most / BigInt(random.between(1000, 9000)) || 1n) },
        ];
      else {
        const serial = kind < 0.8 ? ownedSerial(g, token, held.account) : null;
        body.nftAllowances = [
          serial === null
            ? { ...of, approvedForAll: { value: !revoke } }
            : { ...of, serialNumbers: [long(serial)] },
        ];
      }
      return { data: { cryptoApproveAllowance: body }, payer: owner.num, signers: g.keysOf(held.account) };
    }
    return { data: { cryptoApproveAllowance: body }, payer: owner.num };
  },

  apply(x) {
    const body = x.body.cryptoApproveAllowance ?? {};
    for (const entry of body.cryptoAllowances ?? []) {
      const parties = partiesOf(x, entry);
      if (typeof parties === 'number') return parties;
      const amount = longToBigInt(entry.amount);
      if (amount < 0n) return Status.NEGATIVE_ALLOWANCE_AMOUNT;
      x.ledger.cryptoAllowances.put(`${parties.owner}:${parties.spender}`, {
        ...parties,
        amount,
        granted: amount,
        payer: x.payer,
      });
    }
    for (const entry of body.tokenAllowances ?? []) {
      const parties = partiesOf(x, entry);
      if (typeof parties === 'number') return parties;
      const token = numOf(entry.tokenId?.tokenNum);
      const status = ownToken(x, parties.owner, token, false);
      if (status !== Status.OK) return status;
      const amount = longToBigInt(entry.amount);
      const row = x.ledger.tokens.need(token);
      if (row.maxSupply > 0n && amount > row.maxSupply) return Status.AMOUNT_EXCEEDS_TOKEN_MAX_SUPPLY;
      x.ledger.tokenAllowances.put(`${parties.owner}:${parties.spender}:${token}`, {
        ...parties,
        token,
        amount,
        granted: amount,
        payer: x.payer,
      });
    }
    for (const entry of body.nftAllowances ?? []) {
      const status = approveNfts(x, entry);
      if (status !== Status.OK) return status;
    }
    return Status.SUCCESS;
  },
};

interface Parties {
  readonly owner: number;
  readonly spender: number;
}

function partiesOf(
  x: Execution,
  entry: { owner?: proto.IAccountID | null; spender?: proto.IAccountID | null },
): Parties | Status {
  const owner = numOf(entry.owner?.accountNum) || x.payer;
  const spender = numOf(entry.spender?.accountNum);
  if (accountStatus(x, owner) !== Status.OK) return Status.INVALID_ALLOWANCE_OWNER_ID;
  if (accountStatus(x, spender) !== Status.OK) return Status.INVALID_ALLOWANCE_SPENDER_ID;
  if (owner === spender) return Status.SPENDER_ACCOUNT_SAME_AS_OWNER;
  if (!x.signedByAccount(owner)) return Status.INVALID_SIGNATURE;
  return { owner, spender };
}

function ownToken(x: Execution, owner: number, token: number, nonFungible: boolean): Status {
  const status = tokenStatus(x, token);
  if (status !== Status.OK) return status;
  if (x.ledger.tokens.need(token).nonFungible !== nonFungible) {
    return nonFungible ? Status.FUNGIBLE_TOKEN_IN_NFT_ALLOWANCES : Status.NFT_IN_FUNGIBLE_TOKEN_ALLOWANCES;
  }
  return x.ledger.relation(owner, token) === undefined ? Status.TOKEN_NOT_ASSOCIATED_TO_ACCOUNT : Status.OK;
}

function approveNfts(x: Execution, entry: proto.INftAllowance): Status {
  const parties = partiesOf(x, entry);
  if (typeof parties === 'number') return parties;
  const { owner, spender } = parties;
  const token = numOf(entry.tokenId?.tokenNum);
  const status = ownToken(x, owner, token, true);
  if (status !== Status.OK) return status;
  if (entry.approvedForAll) {
    x.ledger.nftAllowances.put(`${owner}:${spender}:${token}`, {
      owner,
      spender,
      token,
      approvedForAll: entry.approvedForAll.value ?? false,
      payer: x.payer,
    });
  }
  for (const serial of (entry.serialNumbers ?? []).map(numOf)) {
    const nft = x.ledger.nfts.get(nftKey(token, serial));
    if (nft === undefined || nft.deleted) return Status.INVALID_TOKEN_NFT_SERIAL_NUMBER;
    if (nft.owner !== owner) return Status.SENDER_DOES_NOT_OWN_NFT_SERIAL_NO;
    const row = x.ledger.nfts.edit(nftKey(token, serial));
    row.spender = spender;
    row.delegatingSpender = numOf(entry.delegatingSpender?.accountNum);
  }
  return Status.OK;
}

export const cryptoDeleteAllowance: Kind = {
  name: 'CRYPTODELETEALLOWANCE',
  field: 'cryptoDeleteAllowance',
  weight: 1,

  generate(g) {
    const token = g.token((row) => row.nonFungible && row.lastSerial > 0 && !row.paused);
    if (token === undefined) return null;
    for (let i = 0; i < 40; i++) {
      const serial = g.random.between(1, token.lastSerial);
      const nft = g.ledger.nfts.get(nftKey(token.num, serial));
      if (nft === undefined || nft.deleted || (nft.spender === 0 && !g.random.chance(0.02))) continue;
      if (g.keysOf(nft.owner).length === 0 || g.ledger.accounts.need(nft.owner).deleted) continue;
      return {
        data: {
          cryptoDeleteAllowance: {
            nftAllowances: [
              { owner: accountId(nft.owner), tokenId: tokenId(token.num), serialNumbers: [long(serial)] },
            ],
          },
        },
        payer: g.payer().num,
        signers: g.failing() ? [] : g.keysOf(nft.owner),
      };
    }
    return null;
  },

  apply(x) {
    for (const entry of x.body.cryptoDeleteAllowance?.nftAllowances ?? []) {
      const owner = numOf(entry.owner?.accountNum) || x.payer;
      const token = numOf(entry.tokenId?.tokenNum);
      if (!x.signedByAccount(owner)) return Status.INVALID_SIGNATURE;
      const status = ownToken(x, owner, token, true);
      if (status !== Status.OK) return status;
      for (const serial of (entry.serialNumbers ?? []).map(numOf)) {
        const nft = x.ledger.nfts.get(nftKey(token, serial));
        if (nft === undefined || nft.deleted) return Status.INVALID_TOKEN_NFT_SERIAL_NUMBER;
        if (nft.owner !== owner) return Status.SENDER_DOES_NOT_OWN_NFT_SERIAL_NO;
        const row = x.ledger.nfts.edit(nftKey(token, serial));
        row.spender = 0;
        row.delegatingSpender = 0;
      }
    }
    return Status.SUCCESS;
  },
};
