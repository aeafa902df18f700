import type { proto } from '@tain/protos/hapi';
import type { Airdrop } from '../ledger/entities.ts';
import { accountId, long, tokenId } from '../ledger/ids.ts';
import { ruled } from '../ledger/refusal.ts';
import {
  airdrop,
  airdropId,
  cancelAirdrops,
  checkAirdrop,
  checkIds,
  claimAirdrops,
} from './airdrop-rules.ts';
import { TRANSFER_FEE } from './fee-units.ts';
import { type Generator, isUser } from './generator.ts';
import type { KindRules } from './kind.ts';
import { ownedSerial } from './token-supply.ts';

export const tokenAirdrop: KindRules = {
  weight: 16,
  fee: TRANSFER_FEE,

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
      if (serial === null || receiver === undefined || isPending(g, held.account, token.num, serial))
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

  pure: ({ tokenAirdrop: body }) => checkAirdrop(body?.tokenTransfers ?? []),

  apply: ruled((x) => airdrop(x, x.body.tokenAirdrop?.tokenTransfers ?? [])),
};

/** Returns some distinct accounts other than the sender. */
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

function isPending(g: Generator, sender: number, token: number, serial: number): boolean {
  for (const airdrop of g.ledger.airdrops.values()) {
    if (airdrop.sender === sender && airdrop.token === token && airdrop.serial === serial) return true;
  }
  return false;
}

/** Returns one of the oldest pending airdrops that could be claimed or cancelled. */
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
  fee: { of: 'TokenClaimAirdrop' },

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

  pure: ({ tokenClaimAirdrop: body }) => checkIds(body?.pendingAirdrops ?? []),

  apply: ruled((x) => claimAirdrops(x, x.body.tokenClaimAirdrop?.pendingAirdrops ?? [])),
};

export const tokenCancelAirdrop: KindRules = {
  weight: 1.5,
  fee: { of: 'TokenCancelAirdrop' },

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

  pure: ({ tokenCancelAirdrop: body }) => checkIds(body?.pendingAirdrops ?? []),

  apply: ruled((x) => cancelAirdrops(x, x.body.tokenCancelAirdrop?.pendingAirdrops ?? [])),
};
