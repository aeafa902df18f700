import type { proto } from '@tain/protos/hapi';
import type { Token } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { accountId, long, tokenId } from '../ledger/ids.ts';
import { nftKey, relationKey } from '../ledger/ledger.ts';
import { MAX_BATCH, MAX_TEXT } from '../ledger/limits.ts';
import { longToBigInt } from '../ledger/long.ts';
import { aliasedAccount, numberOf, tokenNumber } from '../ledger/named.ts';
import { check, must, ruled } from '../ledger/refusal.ts';
import type { Units } from '../ledger/simple-fees.ts';
import { Status } from '../ledger/status.ts';
import { ownCopy } from '../ledger/table.ts';
import { addUnits } from '../ledger/token-moves.ts';
import type { Generator } from './generator.ts';
import type { KindRules } from './kind.ts';
import { accountStatus, tokenStatus } from './token-status.ts';

const MAX_SUPPLY = (1n << 63n) - 1n;
/** Maximum serial number in the tables of NFTs; real networks allow higher ones. */
const MAX_SERIAL = 0x3ff_ffff;

export const tokenMint: KindRules = {
  weight: 45,
  isSchedulable: true,
  fee: {
    of: 'TokenMint',
    units: ({ tokenMint: op }): Units =>
      longToBigInt(op?.amount) === 0n && op?.metadata?.length
        ? { mintNftBase: 1, mintNft: op.metadata.length }
        : {},
  },

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

  pure({ tokenMint: body }) {
    const amount = longToBigInt(body?.amount);
    check(Boolean(body?.token), Status.INVALID_TOKEN_ID);
    check(!body?.metadata?.length || amount <= 0n, Status.INVALID_TRANSACTION_BODY);
    check(amount >= 0n, Status.INVALID_TOKEN_MINT_AMOUNT);
  },

  apply: ruled((x) => {
    const body = x.body.tokenMint ?? {};
    const amount = longToBigInt(body.amount);
    const metadata = body.metadata ?? [];
    const known = keyHolderSigned(x, body.token, 'supplyKey');
    check(metadata.length <= MAX_BATCH, Status.BATCH_SIZE_LIMIT_EXCEEDED);
    check(
      metadata.every((data) => data.length <= MAX_TEXT),
      Status.METADATA_TOO_LONG,
    );
    const token = usable(x, known, 'supplyKey');
    treasuryMay(x, token);
    check(!token.nonFungible || metadata.length > 0, Status.INVALID_TOKEN_MINT_METADATA);
    const added = token.nonFungible ? BigInt(metadata.length) : amount;
    const supply = token.totalSupply + added;
    check(supply <= MAX_SUPPLY, Status.INVALID_TOKEN_MINT_AMOUNT);
    check(token.maxSupply === 0n || supply <= token.maxSupply, Status.TOKEN_MAX_SUPPLY_REACHED);
    check(token.lastSerial + metadata.length <= MAX_SERIAL, Status.SERIAL_NUMBER_LIMIT_REACHED);
    if (token.nonFungible) mintNfts(x, token, metadata);
    else addUnits(x, token.num, token.treasury, amount);
    changeSupply(x, token.num, added);
    return Status.SUCCESS;
  }),
};

type Holder = 'supplyKey' | 'wipeKey';

/** Returns the token of an id. If the token has the key, it must have signed. */
function keyHolderSigned(
  x: Execution,
  id: proto.ITokenID | null | undefined,
  holder: Holder,
): Readonly<Token> {
  const token = x.ledger.tokens.get(tokenNumber(id));
  check(token !== undefined, Status.INVALID_TOKEN_ID);
  check(token[holder] === null || x.signedBy(token[holder]), Status.INVALID_SIGNATURE);
  return token;
}

/** Ends the transaction unless the token is in use and has the key. */
function usable(x: Execution, token: Readonly<Token>, holder: Holder): Readonly<Token> {
  must(tokenStatus(x, token.num));
  const missing = holder === 'supplyKey' ? Status.TOKEN_HAS_NO_SUPPLY_KEY : Status.TOKEN_HAS_NO_WIPE_KEY;
  check(token[holder] !== null, missing);
  return token;
}

/** Checks the treasury, which may be frozen or lack KYC. */
function treasuryMay(x: Execution, token: Readonly<Token>): void {
  const relation = x.ledger.relation(token.treasury, token.num);
  check(relation !== undefined, Status.TOKEN_NOT_ASSOCIATED_TO_ACCOUNT);
  check(!relation.frozen, Status.ACCOUNT_FROZEN_FOR_TOKEN);
  check(relation.kyc, Status.ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN);
}

type Reduction = proto.ITokenBurnTransactionBody | proto.ITokenWipeAccountTransactionBody;

/** Checks the amount or the serial numbers of a burn or wipe. Only one of the two is allowed. */
function checkReduction({ token, amount: units, serialNumbers }: Reduction, invalid: Status): void {
  const amount = longToBigInt(units);
  const serials = (serialNumbers ?? []).map(numberOf);
  check(Boolean(token), Status.INVALID_TOKEN_ID);
  check(amount <= 0n || serials.length === 0, Status.INVALID_TRANSACTION_BODY);
  check(amount >= 0n, invalid);
  check(!serials.includes(0), Status.INVALID_NFT_ID);
}

/** Returns the amount and the distinct serial numbers of a burn or wipe. */
function unitsOrSerials({ amount, serialNumbers }: Reduction): {
  readonly amount: bigint;
  readonly serials: readonly number[];
} {
  return { amount: longToBigInt(amount), serials: [...new Set((serialNumbers ?? []).map(numberOf))] };
}

function mintNfts(x: Execution, token: Readonly<Token>, metadata: readonly Uint8Array[]): void {
  const row = x.ledger.tokens.edit(token.num);
  x.receipt.serialNumbers = [];
  for (const data of metadata) {
    const serial = ++row.lastSerial;
    x.ledger.nfts.put(nftKey(token.num, serial), {
      token: token.num,
      serial,
      owner: token.treasury,
      metadata: ownCopy(data),
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

/** Changes the total supply, and sets the new one in the receipt. */
function changeSupply(x: Execution, token: number, change: bigint): void {
  const row = x.ledger.tokens.edit(token);
  row.totalSupply += change;
  x.receipt.newTotalSupply = long(row.totalSupply);
}

/** Deletes NFTs of one owner. `wrongOwner`: status if an NFT belongs to another account. */
function destroyNfts(
  x: Execution,
  token: number,
  owner: number,
  serials: readonly number[],
  wrongOwner: Status,
): Status {
  for (const serial of serials) {
    const nft = x.ledger.nfts.get(nftKey(token, serial));
    if (nft === undefined || nft.deleted) return Status.INVALID_NFT_ID;
    if (nft.owner !== owner) return wrongOwner;
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
  isSchedulable: true,
  fee: { of: 'TokenBurn' },

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

  pure: ({ tokenBurn }) => checkReduction(tokenBurn ?? {}, Status.INVALID_TOKEN_BURN_AMOUNT),

  apply: ruled((x) => {
    const body = x.body.tokenBurn ?? {};
    const { amount, serials } = unitsOrSerials(body);
    const known = keyHolderSigned(x, body.token, 'supplyKey');
    check(serials.length <= MAX_BATCH, Status.BATCH_SIZE_LIMIT_EXCEEDED);
    const token = usable(x, known, 'supplyKey');
    treasuryMay(x, token);
    if (token.nonFungible) {
      check(serials.length > 0, Status.INVALID_TOKEN_BURN_METADATA);
      must(destroyNfts(x, token.num, token.treasury, serials, Status.TREASURY_MUST_OWN_BURNED_NFT));
      changeSupply(x, token.num, -BigInt(serials.length));
    } else {
      check(amount <= token.totalSupply, Status.INVALID_TOKEN_BURN_AMOUNT);
      must(addUnits(x, token.num, token.treasury, -amount));
      changeSupply(x, token.num, -amount);
    }
    return Status.SUCCESS;
  }),
};

export const tokenWipe: KindRules = {
  weight: 5,
  fee: { of: 'TokenAccountWipe' },

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

  pure({ tokenWipe }) {
    checkReduction(tokenWipe ?? {}, Status.INVALID_WIPING_AMOUNT);
    check(Boolean(tokenWipe?.account), Status.INVALID_ACCOUNT_ID);
  },

  apply: ruled((x) => {
    const body = x.body.tokenWipe ?? {};
    const { amount, serials } = unitsOrSerials(body);
    const known = keyHolderSigned(x, body.token, 'wipeKey');
    const account = aliasedAccount(x, body.account);
    must(accountStatus(x, account));
    check(serials.length <= MAX_BATCH, Status.BATCH_SIZE_LIMIT_EXCEEDED);
    const token = usable(x, known, 'wipeKey');
    const relation = x.ledger.relation(account, token.num);
    check(relation !== undefined, Status.TOKEN_NOT_ASSOCIATED_TO_ACCOUNT);
    check(!relation.frozen, Status.ACCOUNT_FROZEN_FOR_TOKEN);
    check(relation.kyc, Status.ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN);
    check(account !== token.treasury, Status.CANNOT_WIPE_TOKEN_TREASURY_ACCOUNT);
    if (token.nonFungible) {
      check(serials.length > 0, Status.INVALID_WIPING_AMOUNT);
      must(destroyNfts(x, token.num, account, serials, Status.ACCOUNT_DOES_NOT_OWN_WIPED_NFT));
      changeSupply(x, token.num, -BigInt(serials.length));
    } else {
      check(amount <= relation.balance, Status.INVALID_WIPING_AMOUNT);
      must(addUnits(x, token.num, account, -amount));
      changeSupply(x, token.num, -amount);
    }
    return Status.SUCCESS;
  }),
};

/** Returns a serial number that the account owns, or null when a few random tries find none. */
export function ownedSerial(g: Generator, token: Readonly<Token>, owner: number): number | null {
  for (let i = 0; i < 16 && token.lastSerial > 0; i++) {
    const serial = g.random.between(1, token.lastSerial);
    const nft = g.ledger.nfts.get(nftKey(token.num, serial));
    if (nft !== undefined && !nft.deleted && nft.owner === owner) return serial;
  }
  return null;
}
