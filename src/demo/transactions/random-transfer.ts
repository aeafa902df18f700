import type { proto } from '@hiero-ledger/proto';
import type { Draft } from '../ledger/draft.ts';
import type { Account } from '../ledger/entities.ts';
import { accountId, aliasId, long, tokenId } from '../ledger/ids.ts';
import { nftKey } from '../ledger/ledger.ts';
import { hbarTransfer } from '../ledger/transfer-hbar.ts';

import type { Generator } from './generator.ts';
import { hookForTransfer } from './hooks.ts';

const HBAR = 100_000_000;
const MEMOS = ['rent', 'salary', 'coffee', 'invoice 7', 'thanks', 'refund', 'swap', 'deposit'] as const;

/** A transfer such as users make: mostly tinybars between two accounts. */
export function randomTransfer(g: Generator): Draft {
  if (g.failing()) return failingTransfer(g);
  const kind = g.random.unit();
  const draft =
    kind < 0.18
      ? transferUnits(g)
      : kind < 0.26
        ? transferNft(g)
        : kind < 0.28
          ? transferToAlias(g)
          : kind < 0.3
            ? spendAllowance(g)
            : kind < 0.34
              ? transferToMany(g)
              : kind < 0.342
                ? transferWithHook(g)
                : kind < 0.347
                  ? completeHollow(g)
                  : null;
  return draft ?? transferToOne(g);
}

function memo(g: Generator): { memo?: string } {
  return g.random.chance(0.2) ? { memo: g.random.pick(MEMOS) } : {};
}

/** The first transaction that a hollow account signs, which gives it its key. */
function completeHollow(g: Generator): Draft | null {
  const hollow = g.find(
    g.ledger.accounts,
    (row) => row.hollow && row.hollowKey !== 0 && !row.deleted && row.balance > 90_000_000n,
  );
  if (hollow === undefined) return null;
  const receiver = g.other(hollow.num);
  if (receiver.receiverSigRequired) return null;
  return {
    data: hbarTransfer([
      [hollow.num, -1_000n],
      [receiver.num, 1_000n],
    ]),
    payer: hollow.num,
    signers: [hollow.hollowKey],
  };
}

function transferToOne(g: Generator): Draft {
  const payer = g.payer();
  const amount = g.random.amount(10_000, 10 * HBAR);
  const receiver = g.other(payer.num);
  return {
    data: hbarTransfer([
      [payer.num, -amount],
      [receiver.num, amount],
    ]),
    payer: payer.num,
    signers: receiver.receiverSigRequired ? g.keysOf(receiver.num) : [],
    ...memo(g),
  };
}

/** Several receivers, and sometimes a sender who is not the payer. */
function transferToMany(g: Generator): Draft {
  const payer = g.payer();
  const sender = g.random.chance(0.5) ? g.payer() : payer;
  const receivers = new Map<number, Readonly<Account>>();
  for (let i = g.random.between(2, 8); i > 0; i--) {
    const receiver = g.other(sender.num);
    if (!receiver.receiverSigRequired) receivers.set(receiver.num, receiver);
  }
  const each = g.random.amount(1_000, HBAR / 10);
  const entries: [number, bigint][] = [[sender.num, -each * BigInt(receivers.size)]];
  for (const num of receivers.keys()) entries.push([num, each]);
  return { data: hbarTransfer(entries), payer: payer.num, signers: g.keysOf(sender.num), ...memo(g) };
}

/** To somebody who has no account yet, known by an EVM address or a key. */
function transferToAlias(g: Generator): Draft | null {
  if (!g.mayGrow('accounts')) return null;
  const payer = g.payer();
  const key = g.ledger.keys.get(g.freshEcdsa());
  const alias = g.random.chance(0.5) && key.evmAddress !== null ? key.evmAddress : key.messageBytes;
  const amount = g.random.amount(HBAR, 20 * HBAR);
  return {
    data: {
      cryptoTransfer: {
        transfers: {
          accountAmounts: [
            { accountID: accountId(payer.num), amount: long(-amount) },
            { accountID: aliasId(alias), amount: long(amount) },
          ],
        },
      },
    },
    payer: payer.num,
  };
}

/** From somebody whose hook allows it. */
function transferWithHook(g: Generator): Draft | null {
  const hook = hookForTransfer(g);
  if (hook === undefined) return null;
  const amount = g.random.amount(1_000, HBAR);
  if (g.ledger.accounts.need(hook.owner).balance < amount) return null;
  const receiver = g.other(hook.owner);
  if (receiver.receiverSigRequired) return null;
  const call = { hookId: long(hook.id), evmHookCall: { data: g.random.bytes(4), gasLimit: long(25_000) } };
  const debit = { accountID: accountId(hook.owner), amount: long(-amount), preTxAllowanceHook: call };
  return {
    data: {
      cryptoTransfer: {
        transfers: { accountAmounts: [debit, { accountID: accountId(receiver.num), amount: long(amount) }] },
      },
    },
    payer: g.payer().num,
  };
}

/** Units of a fungible token; the receiver is associated, or has room for an automatic association. */
function transferUnits(g: Generator): Draft | null {
  const { ledger, random } = g;
  const held = g.find(ledger.relations, (row) => {
    const token = ledger.tokens.need(row.token);
    const holder = ledger.accounts.need(row.account);
    return (
      !token.nonFungible &&
      row.balance > 0n &&
      g.canMove(row.account, token) &&
      !holder.deleted &&
      holder.key !== null &&
      !holder.contract
    );
  });
  if (held === undefined) return null;
  const token = ledger.tokens.need(held.token);
  const receiver = tokenReceiver(g, held.account, token.num);
  if (receiver === null) return null;
  const amount = held.balance < 4n ? 1n : held.balance / BigInt(random.between(4, 1000)) || 1n;
  const payer =
    random.chance(0.8) && ledger.accounts.need(held.account).balance > BigInt(HBAR)
      ? held.account
      : g.payer().num;
  const list: proto.ITokenTransferList = {
    token: tokenId(token.num),
    transfers: [
      { accountID: accountId(held.account), amount: long(-amount) },
      { accountID: accountId(receiver), amount: long(amount) },
    ],
  };
  if (random.chance(0.1)) list.expectedDecimals = { value: token.decimals };
  return {
    data: { cryptoTransfer: { tokenTransfers: [list] } },
    payer,
    signers: g.keysOf(held.account),
    ...memo(g),
  };
}

/** Somebody who can receive the token, or null when chance finds nobody. */
export function tokenReceiver(g: Generator, sender: number, token: number): number | null {
  const { ledger } = g;
  const row = ledger.tokens.need(token);
  const known = g.find(ledger.relations, (relation) => {
    const holder = ledger.accounts.need(relation.account);
    return (
      relation.token === token &&
      relation.account !== sender &&
      !holder.deleted &&
      g.canMove(relation.account, row)
    );
  });
  if (known !== undefined && g.random.chance(0.8)) return known.account;
  const fresh = g.find(
    ledger.accounts,
    (account) =>
      account.num > 1000 &&
      account.num !== sender &&
      !account.deleted &&
      !account.contract &&
      (account.maxAutoAssociations === -1 || account.usedAutoAssociations < account.maxAutoAssociations) &&
      ledger.relation(account.num, token) === undefined,
  );
  const open = row.kycKey === null && !row.freezeDefault;
  return (open ? fresh?.num : undefined) ?? known?.account ?? null;
}

/** An NFT, sold for tinybars in two of three cases. */
function transferNft(g: Generator): Draft | null {
  const { ledger, random } = g;
  const token = g.token((row) => row.nonFungible && row.lastSerial > 0 && !row.paused);
  if (token === undefined) return null;
  const serial = random.between(1, token.lastSerial);
  const nft = ledger.nfts.get(nftKey(token.num, serial));
  if (nft === undefined || nft.deleted || !g.canMove(nft.owner, token)) return null;
  const owner = ledger.accounts.need(nft.owner);
  if (owner.deleted || owner.key === null) return null;
  const receiver = tokenReceiver(g, nft.owner, token.num);
  const buyer = receiver === null ? undefined : ledger.accounts.need(receiver);
  if (buyer === undefined || buyer.num === owner.num) return null;
  const price = random.amount(HBAR / 10, 50 * HBAR);
  const body: proto.ICryptoTransferTransactionBody = {
    tokenTransfers: [
      {
        token: tokenId(token.num),
        nftTransfers: [
          {
            senderAccountID: accountId(owner.num),
            receiverAccountID: accountId(buyer.num),
            serialNumber: long(serial),
          },
        ],
      },
    ],
  };
  const sold =
    random.chance(0.66) && buyer.key !== null && buyer.balance > price * 2n && !owner.receiverSigRequired;
  if (sold)
    body.transfers =
      hbarTransfer([
        [buyer.num, -price],
        [owner.num, price],
      ]).cryptoTransfer?.transfers ?? null;
  return {
    data: { cryptoTransfer: body },
    payer: g.payer().num,
    signers: [...g.keysOf(owner.num), ...g.keysOf(buyer.num)],
  };
}

/** Tinybars, units or an NFT of somebody who allowed it. */
function spendAllowance(g: Generator): Draft | null {
  const { ledger, random } = g;
  if (random.chance(0.5)) {
    const allowance = g.find(
      ledger.cryptoAllowances,
      (row) =>
        row.amount > 10n &&
        canSpend(g, row.owner, row.spender) &&
        ledger.accounts.need(row.owner).balance > row.amount,
    );
    if (allowance === undefined) return null;
    const amount = allowance.amount / 10n;
    return approved(allowance.spender, {
      transfers: {
        accountAmounts: [
          { accountID: accountId(allowance.owner), amount: long(-amount), isApproval: true },
          { accountID: accountId(allowance.spender), amount: long(amount) },
        ],
      },
    });
  }
  const allowance = g.find(ledger.tokenAllowances, (row) => {
    const held = ledger.relation(row.owner, row.token);
    const token = ledger.tokens.need(row.token);
    return (
      row.amount > 10n &&
      held !== undefined &&
      held.balance > row.amount &&
      canSpend(g, row.owner, row.spender) &&
      g.canMove(row.owner, token) &&
      g.canMove(row.spender, token)
    );
  });
  if (allowance === undefined) return null;
  const amount = allowance.amount / 10n;
  return approved(allowance.spender, {
    tokenTransfers: [
      {
        token: tokenId(allowance.token),
        transfers: [
          { accountID: accountId(allowance.owner), amount: long(-amount), isApproval: true },
          { accountID: accountId(allowance.spender), amount: long(amount) },
        ],
      },
    ],
  });
}

function canSpend(g: Generator, owner: number, spender: number): boolean {
  const payer = g.ledger.accounts.need(spender);
  return (
    !g.ledger.accounts.need(owner).deleted &&
    !payer.deleted &&
    payer.key !== null &&
    payer.balance > BigInt(HBAR)
  );
}

function approved(payer: number, cryptoTransfer: proto.ICryptoTransferTransactionBody): Draft {
  return { data: { cryptoTransfer }, payer };
}

function failingTransfer(g: Generator): Draft {
  const { random } = g;
  const payer = g.payer();
  const other = g.other(payer.num);
  const kind = random.below(5);
  if (kind === 0) {
    const amount = payer.balance * 2n;
    return {
      data: hbarTransfer([
        [payer.num, -amount],
        [other.num, amount],
      ]),
      payer: payer.num,
    };
  }
  if (kind === 1) {
    return {
      data: hbarTransfer([
        [payer.num, -5n],
        [g.ledger.counter.nextEntity + 7, 5n],
      ]),
      payer: payer.num,
    };
  }
  if (kind === 2) {
    return {
      data: hbarTransfer([
        [payer.num, -5n],
        [other.num, 5n],
      ]),
      payer: payer.num,
      unsigned: true,
    };
  }
  if (kind === 3) {
    return {
      data: hbarTransfer([
        [payer.num, -5n],
        [other.num, 6n],
      ]),
      payer: payer.num,
    };
  }
  const token = g.token((row) => !row.nonFungible);
  const poor = g.other(payer.num);
  return {
    data: {
      cryptoTransfer: {
        tokenTransfers: [
          {
            token: tokenId(token?.num ?? g.ledger.counter.nextEntity + 7),
            transfers: [
              { accountID: accountId(payer.num), amount: long(-1_000_000_000) },
              { accountID: accountId(poor.num), amount: long(1_000_000_000) },
            ],
          },
        ],
      },
    },
    payer: payer.num,
  };
}
