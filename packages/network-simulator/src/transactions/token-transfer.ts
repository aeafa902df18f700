import type { proto } from '@tain/protos/hapi';
import type { Draft } from '../ledger/draft.ts';
import { accountId, long, tokenId } from '../ledger/ids.ts';
import { nftKey } from '../ledger/ledger.ts';
import { hbarTransfer } from '../ledger/transfer-hbar.ts';
import type { Generator } from './generator.ts';
import { memo } from './transfer-memo.ts';

/** Generators of typical token transfers, and their possible receivers. */
const HBAR = 100_000_000;

/** Transfers units of a fungible token. The receiver is associated, or has a free slot for an automatic association. */
export function transferUnits(g: Generator): Draft | null {
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

/** Transfers an NFT, for tinybars in two of three cases. */
export function transferNft(g: Generator): Draft | null {
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

/** Returns an account that can receive the token, or null when the draw finds none. */
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
