import type { proto } from '@tain/protos/hapi';
import type { Draft } from '../ledger/draft.ts';
import type { Token } from '../ledger/entities.ts';
import { accountId, long, tokenId } from '../ledger/ids.ts';
import { nftKey } from '../ledger/ledger.ts';
import { ruled } from '../ledger/refusal.ts';
import { approve, checkAllowances, checkWithdrawal, withdraw } from './allowance-rules.ts';
import { mover } from './contract-input.ts';
import { sizeOf } from './fee-units.ts';
import type { Generator } from './generator.ts';
import type { KindRules } from './kind.ts';
import { ownedSerial } from './token-supply.ts';

export const cryptoApproveAllowance: KindRules = {
  weight: 14,
  isSchedulable: true,
  fee: {
    of: 'CryptoApproveAllowance',
    units: ({ cryptoApproveAllowance: op }) => ({
      allowances: sizeOf(op?.cryptoAllowances) + sizeOf(op?.tokenAllowances) + sizeOf(op?.nftAllowances),
    }),
  },

  generate(g) {
    const { ledger, random } = g;
    const again = random.chance(0.25) ? grantAnew(g) : null;
    if (again !== null) return again;
    const owner = g.payer();
    const spender = g.other(owner.num);
    const body: proto.ICryptoApproveAllowanceTransactionBody = {};
    const parties = {
      owner: accountId(owner.num),
      spender: accountId(g.failing() ? owner.num : spender.num),
    };
    // An allowance that is never revoked.
    const revoke = random.chance(0.15);
    const kind = random.unit();
    if (kind < 0.45) {
      const grant = { ...parties, amount: long(revoke ? 0n : random.amount(100_000, 10_000_000_000)) };
      // Without an owner, the payer grants the allowance. The last of two grants to the same spender counts.
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
      const handed = token.nonFungible ? handOn(g, held.account, token) : null;
      if (handed !== null) return handed;
      const max = token.maxSupply > 0n ? token.maxSupply : 1n << 40n;
      const contract = token.nonFungible || random.chance(0.6) ? undefined : mover(g);
      if (contract !== undefined) of.spender = accountId(contract);
      if (!token.nonFungible)
        body.tokenAllowances = [
          { ...of, amount: long(revoke ? 0n : max / BigInt(random.between(1000, 9000)) || 1n) },
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

  pure: ({ cryptoApproveAllowance: body }) => checkAllowances(body ?? {}),

  apply: ruled((x) => approve(x, x.body.cryptoApproveAllowance ?? {})),
};

/** Grants another allowance to a spender that has one. The new one replaces the old. */
function grantAnew(g: Generator): Draft | null {
  const { ledger, random } = g;
  const able = (row: { readonly owner: number; readonly spender: number }): boolean =>
    g.keysOf(row.owner).length > 0 &&
    !ledger.accounts.need(row.owner).deleted &&
    !ledger.accounts.need(row.spender).deleted;
  const usable = (row: {
    readonly owner: number;
    readonly spender: number;
    readonly token: number;
  }): boolean => {
    const token = ledger.tokens.need(row.token);
    return (
      able(row) && !token.deleted && !token.paused && ledger.relation(row.owner, row.token) !== undefined
    );
  };
  const draft = (owner: number, body: proto.ICryptoApproveAllowanceTransactionBody): Draft => ({
    data: { cryptoApproveAllowance: body },
    payer: g.payer().num,
    signers: g.keysOf(owner),
  });
  const parties = (row: { readonly owner: number; readonly spender: number }) => ({
    owner: accountId(row.owner),
    spender: accountId(row.spender),
  });
  const kind = random.below(3);
  if (kind === 0) {
    const row = g.find(ledger.cryptoAllowances, able);
    const amount = long(random.amount(100_000, 10_000_000_000));
    return row ? draft(row.owner, { cryptoAllowances: [{ ...parties(row), amount }] }) : null;
  }
  if (kind === 1) {
    const row = g.find(ledger.tokenAllowances, usable);
    const amount = long(random.between(0, 1000));
    const of = { tokenId: tokenId(row?.token ?? 0), amount };
    return row ? draft(row.owner, { tokenAllowances: [{ ...parties(row), ...of }] }) : null;
  }
  const row = g.find(ledger.nftAllowances, usable);
  const of = { tokenId: tokenId(row?.token ?? 0), approvedForAll: { value: !row?.approvedForAll } };
  return row ? draft(row.owner, { nftAllowances: [{ ...parties(row), ...of }] }) : null;
}

/** Grants one NFT as an operator of all NFTs of its owner. */
function handOn(g: Generator, owner: number, token: Readonly<Token>): Draft | null {
  const operator = g.find(
    g.ledger.nftAllowances,
    (row) => row.owner === owner && row.token === token.num && row.approvedForAll,
  )?.spender;
  const serial = ownedSerial(g, token, owner);
  if (operator === undefined || serial === null || g.keysOf(operator).length === 0) return null;
  const spender = g.other(operator).num;
  if (spender === owner || g.ledger.accounts.need(operator).deleted) return null;
  const allowance: proto.INftAllowance = {
    owner: accountId(owner),
    spender: accountId(spender),
    delegatingSpender: accountId(operator),
    tokenId: tokenId(token.num),
    serialNumbers: [long(serial)],
  };
  const payer = g.payer().num;
  return {
    data: { cryptoApproveAllowance: { nftAllowances: [allowance] } },
    payer,
    signers: g.keysOf(operator),
  };
}

export const cryptoDeleteAllowance: KindRules = {
  weight: 1,
  fee: {
    of: 'CryptoDeleteAllowance',
    units: ({ cryptoDeleteAllowance: op }) => ({ allowances: sizeOf(op?.nftAllowances) }),
  },

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

  pure: ({ cryptoDeleteAllowance: body }) => checkWithdrawal(body?.nftAllowances ?? []),

  apply: ruled((x) => withdraw(x, x.body.cryptoDeleteAllowance?.nftAllowances ?? [])),
};
