import type { proto } from '@tain/protos/hapi';
import { accountId, long, tokenId } from './ids.ts';

/**
 * Net changes of one unit (tinybars, or one token) by a transaction, per account. Records list them by account number, without
 * accounts whose changes cancel out.
 */
export class Adjustments {
  readonly #accounts: number[] = [];
  readonly #amounts: bigint[] = [];

  add(account: number, amount: bigint): void {
    const at = this.#accounts.indexOf(account);
    if (at < 0) {
      this.#accounts.push(account);
      this.#amounts.push(amount);
    } else {
      this.#amounts[at] = (this.#amounts[at] ?? 0n) + amount;
    }
  }

  of(account: number): bigint {
    const at = this.#accounts.indexOf(account);
    return at < 0 ? 0n : (this.#amounts[at] ?? 0n);
  }

  /** Accounts with a change other than 0, ascending. */
  list(): { account: number; amount: bigint }[] {
    const changes: { account: number; amount: bigint }[] = [];
    for (let i = 0; i < this.#accounts.length; i++) {
      const amount = this.#amounts[i] ?? 0n;
      if (amount !== 0n) changes.push({ account: this.#accounts[i] ?? 0, amount });
    }
    return changes.sort((a, b) => a.account - b.account);
  }

  copy(): Adjustments {
    const copy = new Adjustments();
    copy.#accounts.push(...this.#accounts);
    copy.#amounts.push(...this.#amounts);
    return copy;
  }

  message(): proto.IAccountAmount[] {
    const message: proto.IAccountAmount[] = [];
    for (const { account, amount } of this.list())
      message.push({ accountID: accountId(account), amount: long(amount) });
    return message;
  }
}

/** One NFT with a new owner. Sender 0 means minted, receiver 0 burned. */
export interface NftMove {
  readonly token: number;
  readonly serial: number;
  readonly sender: number;
  readonly receiver: number;
}

/** Shared by the many transactions that move no tokens. */
const EMPTY: Map<number, Adjustments> = new Map();

/** Token part of a record. */
export class TokenAdjustments {
  #fungible: Map<number, Adjustments> = EMPTY;
  readonly #nfts: NftMove[] = [];

  add(token: number, account: number, amount: bigint): void {
    if (this.#fungible === EMPTY) this.#fungible = new Map();
    let list = this.#fungible.get(token);
    if (list === undefined) {
      list = new Adjustments();
      this.#fungible.set(token, list);
    }
    list.add(account, amount);
  }

  move(nft: NftMove): void {
    const before = this.#nfts.findIndex((other) => other.token === nft.token && other.serial === nft.serial);
    const known = this.#nfts[before];
    // A chain of owners inside one transaction is recorded as one move.
    if (known !== undefined && known.receiver === nft.sender && nft.sender !== 0) {
      this.#nfts[before] = { ...known, receiver: nft.receiver };
    } else this.#nfts.push(nft);
  }

  get fungible(): ReadonlyMap<number, Adjustments> {
    return this.#fungible;
  }

  get nfts(): readonly NftMove[] {
    return this.#nfts;
  }

  message(): proto.ITokenTransferList[] {
    if (this.#fungible === EMPTY && this.#nfts.length === 0) return [];
    const lists: proto.ITokenTransferList[] = [];
    for (const [token, adjustments] of this.#fungible) {
      const transfers = adjustments.message();
      if (transfers.length > 0) lists.push({ token: tokenId(token), transfers });
    }
    const byToken = new Map<number, proto.INftTransfer[]>();
    for (const nft of this.#nfts) {
      const transfer: proto.INftTransfer = {
        senderAccountID: accountId(nft.sender),
        receiverAccountID: accountId(nft.receiver),
        serialNumber: long(nft.serial),
      };
      const list = byToken.get(nft.token);
      if (list === undefined) byToken.set(nft.token, [transfer]);
      else list.push(transfer);
    }
    for (const [token, nftTransfers] of byToken) lists.push({ token: tokenId(token), nftTransfers });
    return lists.sort((a, b) => (a.token?.tokenNum?.toNumber() ?? 0) - (b.token?.tokenNum?.toNumber() ?? 0));
  }
}
