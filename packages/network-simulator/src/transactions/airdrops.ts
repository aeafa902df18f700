import type { proto } from '@tain/protos/hapi';
import type { Airdrop, SettledAirdrop } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { accountId, long, nftId, numOf, tokenId } from '../ledger/ids.ts';
import { nftKey, relationKey } from '../ledger/ledger.ts';
import { longToBigInt } from '../ledger/long.ts';
import { Status } from '../ledger/status.ts';
import { associate, moveNft, moveUnits } from '../ledger/token-moves.ts';
import type { Generator } from './generator.ts';
import { isUser } from './generator.ts';
import type { KindRules } from './kind.ts';
import { tokenStatus } from './token-status.ts';
import { ownedSerial } from './token-supply.ts';

function airdropKey(sender: number, receiver: number, token: number, serial: number): string {
  return `${sender}:${receiver}:${token}:${serial}`;
}

/** Whether tokens sent to the account arrive at once: it is associated, or has a free slot. */
function arrives(x: Execution, account: number, token: number): boolean {
  if (x.ledger.relation(account, token) !== undefined) return true;
  const { maxAutoAssociations, usedAutoAssociations } = x.ledger.accounts.need(account);
  return maxAutoAssociations === -1 || usedAutoAssociations < maxAutoAssociations;
}

export const tokenAirdrop: KindRules = {
  weight: 16,

  generate(g) {
    const { ledger } = g;
    const held = g.find(ledger.relations, (row) => {
      const token = ledger.tokens.need(row.token);
      const fees = token.fixedFees.length + token.fractionalFees.length + token.royaltyFees.length;
      return (
        row.associated &&
        row.balance > 10n &&
        fees === 0 &&
        g.canMove(row.account, token) &&
        g.keysOf(row.account).length > 0 &&
        !ledger.accounts.need(row.account).deleted
      );
    });
    if (held === undefined) return null;
    const token = ledger.tokens.need(held.token);
    const open = token.kycKey === null && !token.freezeDefault;
    const list: proto.ITokenTransferList = { token: tokenId(token.num) };
    const receivers = receiversOf(
      g,
      held.account,
      g.random.between(1, 3),
      (num) => open || g.canMove(num, token),
    );
    if (receivers.length === 0) return null;
    if (token.nonFungible) {
      const serial = ownedSerial(g, token, held.account);
      const receiver = receivers[0];
      if (serial === null || receiver === undefined || isPromised(g, held.account, token.num, serial))
        return null;
      list.nftTransfers = [
        {
          senderAccountID: accountId(held.account),
          receiverAccountID: accountId(receiver),
          serialNumber: long(serial),
        },
      ];
    } else {
      const each = g.failing() ? held.balance : held.balance / 1000n || 1n;
      list.transfers = [
        { accountID: accountId(held.account), amount: long(-each * BigInt(receivers.length)) },
        ...receivers.map((num) => ({ accountID: accountId(num), amount: long(each) })),
      ];
      if (each * BigInt(receivers.length) >= 1n << 62n) return null;
    }
    return {
      data: { tokenAirdrop: { tokenTransfers: [list] } },
      payer: g.payer().num,
      signers: g.keysOf(held.account),
    };
  },

  apply(x) {
    for (const list of x.body.tokenAirdrop?.tokenTransfers ?? []) {
      const token = numOf(list.token?.tokenNum);
      const status = tokenStatus(x, token);
      if (status !== Status.OK) return status;
      const dropped = dropUnits(x, token, list.transfers ?? []);
      if (dropped !== Status.OK) return dropped;
      for (const entry of list.nftTransfers ?? []) {
        const given = dropNft(x, token, entry);
        if (given !== Status.OK) return given;
      }
    }
    return Status.SUCCESS;
  },
};

/** Some distinct accounts other than the sender. */
function receiversOf(g: Generator, sender: number, count: number, suits: (num: number) => boolean): number[] {
  const found = new Set<number>();
  for (let i = 0; i < count; i++) {
    const row = g.find(
      g.ledger.accounts,
      (account) => isUser(account) && account.num !== sender && suits(account.num),
    );
    if (row !== undefined) found.add(row.num);
  }
  return [...found];
}

function isPromised(g: Generator, sender: number, token: number, serial: number): boolean {
  for (const airdrop of g.ledger.airdrops.values()) {
    if (airdrop.sender === sender && airdrop.token === token && airdrop.serial === serial) return true;
  }
  return false;
}

function dropUnits(x: Execution, token: number, entries: readonly proto.IAccountAmount[]): Status {
  const debit = entries.find((entry) => longToBigInt(entry.amount) < 0n);
  if (debit === undefined) return Status.OK;
  const sender = numOf(debit.accountID?.accountNum);
  if (!x.signedByAccount(sender)) return Status.INVALID_SIGNATURE;
  if ((x.ledger.relation(sender, token)?.balance ?? 0n) < -longToBigInt(debit.amount)) {
    return Status.INSUFFICIENT_TOKEN_BALANCE;
  }
  for (const entry of entries) {
    const amount = longToBigInt(entry.amount);
    if (amount < 0n) continue;
    const receiver = numOf(entry.accountID?.accountNum);
    if (!x.ledger.accounts.has(receiver)) return Status.INVALID_ACCOUNT_ID;
    if (arrives(x, receiver, token)) {
      const moved = moveUnits(x, token, sender, receiver, amount);
      if (moved !== Status.OK) return moved;
    } else promise(x, { sender, receiver, token, serial: 0, amount });
  }
  return Status.OK;
}

function dropNft(x: Execution, token: number, entry: proto.INftTransfer): Status {
  const sender = numOf(entry.senderAccountID?.accountNum);
  const receiver = numOf(entry.receiverAccountID?.accountNum);
  const serial = numOf(entry.serialNumber);
  if (!x.signedByAccount(sender)) return Status.INVALID_SIGNATURE;
  if (x.ledger.nfts.get(nftKey(token, serial))?.owner !== sender)
    return Status.SENDER_DOES_NOT_OWN_NFT_SERIAL_NO;
  if (arrives(x, receiver, token)) return moveNft(x, token, serial, sender, receiver);
  if (x.ledger.airdrops.has(airdropKey(sender, receiver, token, serial)))
    return Status.PENDING_NFT_AIRDROP_ALREADY_EXISTS;
  promise(x, { sender, receiver, token, serial, amount: 0n });
  return Status.OK;
}

/** Stores an airdrop until the receiver claims it. One more of the same fungible token adds to it. */
function promise(x: Execution, airdrop: Airdrop): void {
  const key = airdropKey(airdrop.sender, airdrop.receiver, airdrop.token, airdrop.serial);
  const amount = (x.ledger.airdrops.get(key)?.amount ?? 0n) + airdrop.amount;
  x.ledger.airdrops.put(key, { ...airdrop, amount });
  x.ledger.settledAirdrops.remove(key);
  x.record.newPendingAirdrops ??= [];
  x.record.newPendingAirdrops.push({
    pendingAirdropId: airdropId(airdrop),
    ...(airdrop.serial === 0 ? { pendingAirdropValue: { amount: long(amount) } } : null),
  });
}

function settle(x: Execution, airdrop: Readonly<Airdrop>, state: SettledAirdrop['state']): void {
  const key = airdropKey(airdrop.sender, airdrop.receiver, airdrop.token, airdrop.serial);
  x.ledger.airdrops.remove(key);
  x.ledger.settledAirdrops.put(key, { ...airdrop, state });
}

function airdropId(airdrop: Readonly<Airdrop>): proto.IPendingAirdropId {
  return {
    senderId: accountId(airdrop.sender),
    receiverId: accountId(airdrop.receiver),
    ...(airdrop.serial === 0
      ? { fungibleTokenType: tokenId(airdrop.token) }
      : { nonFungibleToken: nftId(airdrop.token, airdrop.serial) }),
  };
}

/** The key of a pending airdrop in the ledger's table. */
export function airdropKeyOf(id: proto.IPendingAirdropId): string {
  const token = numOf(id.fungibleTokenType?.tokenNum ?? id.nonFungibleToken?.token_ID?.tokenNum);
  return airdropKey(
    numOf(id.senderId?.accountNum),
    numOf(id.receiverId?.accountNum),
    token,
    numOf(id.nonFungibleToken?.serialNumber),
  );
}

/** One of the oldest pending airdrops that could be claimed or cancelled. */
function pending(g: Generator): Readonly<Airdrop> | null {
  let skip = g.random.below(5);
  for (const airdrop of g.ledger.airdrops.values()) {
    const token = g.ledger.tokens.need(airdrop.token);
    const living =
      !g.ledger.accounts.need(airdrop.sender).deleted && !g.ledger.accounts.need(airdrop.receiver).deleted;
    if (!token.deleted && !token.paused && living && skip-- <= 0) return airdrop;
  }
  return null;
}

export const tokenClaimAirdrop: KindRules = {
  weight: 8,

  generate(g) {
    const airdrop = pending(g);
    if (airdrop === null) return null;
    const signers = g.failing() ? [] : g.keysOf(airdrop.receiver);
    return {
      data: { tokenClaimAirdrop: { pendingAirdrops: [airdropId(airdrop)] } },
      payer: g.payer().num,
      signers,
    };
  },

  apply(x) {
    for (const id of x.body.tokenClaimAirdrop?.pendingAirdrops ?? []) {
      const airdrop = x.ledger.airdrops.get(airdropKeyOf(id));
      if (airdrop === undefined) return Status.INVALID_PENDING_AIRDROP_ID;
      const { sender, receiver, token, serial } = airdrop;
      if (!x.signedByAccount(receiver)) return Status.INVALID_SIGNATURE;
      if (x.ledger.relation(receiver, token) === undefined) {
        // Claiming associates whatever freezes or KYC the token has by default.
        associate(x, receiver, token, false);
        const relation = x.ledger.relations.edit(relationKey(receiver, token));
        if (relation.frozen) return Status.ACCOUNT_FROZEN_FOR_TOKEN;
        if (!relation.kyc) return Status.ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN;
      }
      const status = serial === 0 ? claimUnits(x, airdrop) : moveNft(x, token, serial, sender, receiver);
      if (status !== Status.OK) return status;
      settle(x, airdrop, 'CLAIMED');
    }
    return Status.SUCCESS;
  },
};

function claimUnits(x: Execution, { sender, receiver, token, amount }: Readonly<Airdrop>): Status {
  if (x.ledger.relation(sender, token) === undefined) return Status.TOKEN_NOT_ASSOCIATED_TO_ACCOUNT;
  return moveUnits(x, token, sender, receiver, amount);
}

export const tokenCancelAirdrop: KindRules = {
  weight: 1.5,

  generate(g) {
    const airdrop = pending(g);
    if (airdrop === null) return null;
    const signers = g.failing() ? [] : g.keysOf(airdrop.sender);
    return {
      data: { tokenCancelAirdrop: { pendingAirdrops: [airdropId(airdrop)] } },
      payer: g.payer().num,
      signers,
    };
  },

  apply(x) {
    for (const id of x.body.tokenCancelAirdrop?.pendingAirdrops ?? []) {
      const airdrop = x.ledger.airdrops.get(airdropKeyOf(id));
      if (airdrop === undefined) return Status.INVALID_PENDING_AIRDROP_ID;
      if (!x.signedByAccount(airdrop.sender)) return Status.INVALID_SIGNATURE;
      settle(x, airdrop, 'CANCELLED');
    }
    return Status.SUCCESS;
  },
};

export const tokenReject: KindRules = {
  weight: 1,

  generate(g) {
    const { ledger } = g;
    const held = g.find(ledger.relations, (row) => {
      const token = ledger.tokens.need(row.token);
      const owner = ledger.accounts.need(row.account);
      return (
        row.associated &&
        row.balance > 0n &&
        isUser(owner) &&
        g.canMove(row.account, token) &&
        g.canMove(token.treasury, token) &&
        (g.options.failures > 0 || token.treasury !== row.account)
      );
    });
    if (held === undefined) return null;
    const token = ledger.tokens.need(held.token);
    if (token.treasury === held.account && !g.failing()) return null;
    const serial = token.nonFungible ? ownedSerial(g, token, held.account) : 0;
    if (serial === null) return null;
    const reference: proto.ITokenReference =
      serial === 0 ? { fungibleToken: tokenId(token.num) } : { nft: nftId(token.num, serial) };
    // Without an owner, the payer rejects for itself.
    const owner = ledger.accounts.need(held.account);
    if (owner.key !== null && owner.balance > 1_000_000_000n && g.random.chance(0.3))
      return { data: { tokenReject: { rejections: [reference] } }, payer: held.account };
    return {
      data: { tokenReject: { owner: accountId(held.account), rejections: [reference] } },
      payer: g.payer().num,
      signers: g.keysOf(held.account),
    };
  },

  apply(x) {
    const body = x.body.tokenReject ?? {};
    const owner = numOf(body.owner?.accountNum) || x.payer;
    if (!x.signedByAccount(owner)) return Status.INVALID_SIGNATURE;
    for (const reference of body.rejections ?? []) {
      const num = numOf(reference.fungibleToken?.tokenNum ?? reference.nft?.token_ID?.tokenNum);
      const status = tokenStatus(x, num);
      if (status !== Status.OK) return status;
      const { treasury } = x.ledger.tokens.need(num);
      if (treasury === owner) return Status.ACCOUNT_IS_TREASURY;
      const balance = x.ledger.relation(owner, num)?.balance ?? 0n;
      if (balance === 0n) return Status.INSUFFICIENT_TOKEN_BALANCE;
      const back = reference.nft
        ? moveNft(x, num, numOf(reference.nft.serialNumber), owner, treasury)
        : moveUnits(x, num, owner, treasury, balance);
      if (back !== Status.OK) return back;
    }
    return Status.SUCCESS;
  },
};
