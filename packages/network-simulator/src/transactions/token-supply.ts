import type { proto } from '@tain/protos/hapi';
import type { Token } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { accountId, long, numOf, tokenId } from '../ledger/ids.ts';
import { nftKey, relationKey } from '../ledger/ledger.ts';
import { longToBigInt } from '../ledger/long.ts';
import { Status } from '../ledger/status.ts';
import { keep } from '../ledger/table.ts';
import { addUnits } from '../ledger/token-moves.ts';
import type { Generator } from './generator.ts';
import type { KindRules } from './kind.ts';
import { tokenStatus } from './token-status.ts';

const MAX_SUPPLY = (1n << 63n) - 1n;
const MAX_BATCH = 10;

export const tokenMint: KindRules = {
  weight: 45,

  generate(g) {
    const { random } = g;
    const nonFungible = random.chance(0.6);
    const token = g.token((row) => row.supplyKey !== null && !row.paused && row.nonFungible === nonFungible);
    if (token === undefined || (nonFungible && !g.mayGrow('nfts'))) return null;
    const body: proto.ITokenMintTransactionBody = { token: tokenId(token.num) };
    if (nonFungible) {
      body.metadata = Array.from({ length: g.failing() ? MAX_BATCH + 1 : random.between(1, 5) }, () =>
        Buffer.from(`ipfs://demo/${random.word().toString(36)}`),
      );
    } else body.amount = long(random.amount(1_000, 1_000_000_000));
    return {
      data: { tokenMint: body },
      payer: g.payer().num,
      signers: g.failing() ? [] : (token.supplyKey?.refs ?? []),
    };
  },

  apply(x) {
    const body = x.body.tokenMint ?? {};
    const num = numOf(body.token?.tokenNum);
    const status = tokenStatus(x, num);
    if (status !== Status.OK) return status;
    const token = x.ledger.tokens.need(num);
    if (token.supplyKey === null) return Status.TOKEN_HAS_NO_SUPPLY_KEY;
    if (!x.signedBy(token.supplyKey)) return Status.INVALID_SIGNATURE;
    const metadata = body.metadata ?? [];
    const amount = longToBigInt(body.amount);
    if (token.nonFungible ? metadata.length === 0 : amount <= 0n) return Status.INVALID_TOKEN_MINT_AMOUNT;
    if (metadata.length > MAX_BATCH) return Status.BATCH_SIZE_LIMIT_EXCEEDED;
    const added = token.nonFungible ? BigInt(metadata.length) : amount;
    if (token.totalSupply + added > (token.maxSupply || MAX_SUPPLY)) {
      return token.maxSupply > 0n ? Status.TOKEN_MAX_SUPPLY_REACHED : Status.INVALID_TOKEN_MINT_AMOUNT;
    }
    if (token.nonFungible) mintNfts(x, token, metadata);
    else addUnits(x, num, token.treasury, amount);
    changeSupply(x, num, added);
    return Status.SUCCESS;
  },
};

function mintNfts(x: Execution, token: Readonly<Token>, metadata: readonly Uint8Array[]): void {
  const row = x.ledger.tokens.edit(token.num);
  x.receipt.serialNumbers = [];
  for (const data of metadata) {
    const serial = ++row.lastSerial;
    x.ledger.nfts.put(nftKey(token.num, serial), {
      token: token.num,
      serial,
      owner: token.treasury,
      metadata: keep(data),
      spender: 0,
      delegatingSpender: 0,
      deleted: false,
      createdAt: x.at,
    });
    x.receipt.serialNumbers.push(long(serial));
    x.tokens.move({ token: token.num, serial, sender: 0, receiver: token.treasury });
  }
  x.ledger.relations.edit(relationKey(token.treasury, token.num)).balance += BigInt(metadata.length);
}

/** Changes the total supply and puts the new one into the receipt. */
function changeSupply(x: Execution, token: number, change: bigint): void {
  const row = x.ledger.tokens.edit(token);
  row.totalSupply += change;
  x.receipt.newTotalSupply = long(row.totalSupply);
}

/** Burns NFTs, all of one owner. */
function destroyNfts(x: Execution, token: number, owner: number, serials: readonly number[]): Status {
  for (const serial of serials) {
    const nft = x.ledger.nfts.get(nftKey(token, serial));
    if (nft === undefined || nft.deleted) return Status.INVALID_NFT_ID;
    if (nft.owner !== owner) return Status.ACCOUNT_DOES_NOT_OWN_WIPED_NFT;
    const row = x.ledger.nfts.edit(nftKey(token, serial));
    row.deleted = true;
    row.owner = 0;
    row.spender = 0;
    row.delegatingSpender = 0;
    x.tokens.move({ token, serial, sender: owner, receiver: 0 });
  }
  x.ledger.relations.edit(relationKey(owner, token)).balance -= BigInt(serials.length);
  return Status.OK;
}

export const tokenBurn: KindRules = {
  weight: 10,

  generate(g) {
    const token = g.token((row) => row.supplyKey !== null && !row.paused && row.totalSupply > 0n);
    if (token === undefined) return null;
    const body: proto.ITokenBurnTransactionBody = { token: tokenId(token.num) };
    const held = g.ledger.relation(token.treasury, token.num)?.balance ?? 0n;
    if (token.nonFungible) {
      const serial = ownedSerial(g, token, token.treasury);
      if (serial === null) return null;
      body.serialNumbers = [long(serial)];
    } else {
      if (held < 100n) return null;
      body.amount = long(g.failing() ? held + 1n : held / BigInt(g.random.between(50, 5000)) || 1n);
    }
    return { data: { tokenBurn: body }, payer: g.payer().num, signers: token.supplyKey?.refs ?? [] };
  },

  apply(x) {
    const body = x.body.tokenBurn ?? {};
    const num = numOf(body.token?.tokenNum);
    const status = tokenStatus(x, num);
    if (status !== Status.OK) return status;
    const token = x.ledger.tokens.need(num);
    if (token.supplyKey === null) return Status.TOKEN_HAS_NO_SUPPLY_KEY;
    if (!x.signedBy(token.supplyKey)) return Status.INVALID_SIGNATURE;
    if (token.nonFungible) {
      const serials = (body.serialNumbers ?? []).map(numOf);
      const burnt = destroyNfts(x, num, token.treasury, serials);
      if (burnt === Status.ACCOUNT_DOES_NOT_OWN_WIPED_NFT) return Status.TREASURY_MUST_OWN_BURNED_NFT;
      if (burnt !== Status.OK) return burnt;
      changeSupply(x, num, -BigInt(serials.length));
      return Status.SUCCESS;
    }
    const amount = longToBigInt(body.amount);
    if (amount > token.totalSupply) return Status.INVALID_TOKEN_BURN_AMOUNT;
    if (addUnits(x, num, token.treasury, -amount) !== Status.OK) return Status.INSUFFICIENT_TOKEN_BALANCE;
    changeSupply(x, num, -amount);
    return Status.SUCCESS;
  },
};

export const tokenWipe: KindRules = {
  weight: 5,

  generate(g) {
    const { ledger } = g;
    const relation = g.find(ledger.relations, (row) => {
      const token = ledger.tokens.need(row.token);
      return (
        row.associated &&
        token.wipeKey !== null &&
        !token.deleted &&
        !token.paused &&
        row.balance > 0n &&
        row.account !== token.treasury
      );
    });
    if (relation === undefined) return null;
    const token = ledger.tokens.need(relation.token);
    const body: proto.ITokenWipeAccountTransactionBody = {
      token: tokenId(token.num),
      account: accountId(g.failing() ? token.treasury : relation.account),
    };
    if (token.nonFungible) {
      const serial = ownedSerial(g, token, relation.account);
      if (serial === null) return null;
      body.serialNumbers = [long(serial)];
    } else body.amount = long(relation.balance / 10n || 1n);
    const signers = g.failing() ? [] : (token.wipeKey?.refs ?? []);
    return { data: { tokenWipe: body }, payer: g.payer().num, signers };
  },

  apply(x) {
    const body = x.body.tokenWipe ?? {};
    const num = numOf(body.token?.tokenNum);
    const account = numOf(body.account?.accountNum);
    const status = tokenStatus(x, num);
    if (status !== Status.OK) return status;
    const token = x.ledger.tokens.need(num);
    if (token.wipeKey === null) return Status.TOKEN_HAS_NO_WIPE_KEY;
    if (!x.signedBy(token.wipeKey)) return Status.INVALID_SIGNATURE;
    if (account === token.treasury) return Status.CANNOT_WIPE_TOKEN_TREASURY_ACCOUNT;
    if (x.ledger.relation(account, num) === undefined) return Status.TOKEN_NOT_ASSOCIATED_TO_ACCOUNT;
    if (token.nonFungible) {
      const serials = (body.serialNumbers ?? []).map(numOf);
      const wiped = destroyNfts(x, num, account, serials);
      if (wiped !== Status.OK) return wiped;
      changeSupply(x, num, -BigInt(serials.length));
      return Status.SUCCESS;
    }
    const amount = longToBigInt(body.amount);
    if (addUnits(x, num, account, -amount) !== Status.OK) return Status.INVALID_WIPING_AMOUNT;
    changeSupply(x, num, -amount);
    return Status.SUCCESS;
  },
};

/** A serial number that the account owns, or null when a few tries find none. */
export function ownedSerial(g: Generator, token: Readonly<Token>, owner: number): number | null {
  for (let i = 0; i < 16 && token.lastSerial > 0; i++) {
    const serial = g.random.between(1, token.lastSerial);
    const nft = g.ledger.nfts.get(nftKey(token.num, serial));
    if (nft !== undefined && !nft.deleted && nft.owner === owner) return serial;
  }
  return null;
}
