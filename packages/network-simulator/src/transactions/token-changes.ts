import type { proto } from '@tain/protos/hapi';
import type { KeySpec, Token } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { accountId, duration, long, nanosOf, numOf, timestamp, tokenId } from '../ledger/ids.ts';
import { keyMessage, NO_KEY, specOf } from '../ledger/key-message.ts';
import { nftKey, relationKey } from '../ledger/ledger.ts';
import { AUTO_RENEW_PERIOD } from '../ledger/new-account.ts';
import { Status } from '../ledger/status.ts';
import { addUnits } from '../ledger/token-moves.ts';
import { randomFees, readFees } from './custom-fee-messages.ts';
import type { KindRules } from './kind.ts';
import { tokenStatus } from './token-status.ts';

const KEY_FIELDS = [
  'adminKey',
  'kycKey',
  'freezeKey',
  'wipeKey',
  'supplyKey',
  'feeScheduleKey',
  'pauseKey',
  'metadataKey',
] as const;
/** Serial number that means all NFTs that a treasury hands to the next one. */
const ALL_SERIALS = -1;

export const tokenUpdate: KindRules = {
  weight: 2,

  generate(g) {
    const { ledger, random } = g;
    const token = g.token((row) => row.adminKey !== null && !row.paused);
    if (token === undefined) return null;
    const body: proto.ITokenUpdateTransactionBody = { token: tokenId(token.num) };
    const signers = g.failing() ? [] : [...(token.adminKey?.refs ?? [])];
    const kind = random.unit();
    if (kind < 0.3) body.memo = { value: `updated ${random.word().toString(36)}` };
    else if (kind < 0.45) body.name = `${token.name.slice(0, 40)} II`;
    else if (kind < 0.6) body.metadata = { value: random.bytes(16) };
    else if (kind < 0.64) body.autoRenewPeriod = duration(AUTO_RENEW_PERIOD + random.below(100_000));
    else if (kind < 0.67) {
      // 0.0.0 removes the account that pays for the renewal.
      const next = random.chance(0.3) ? 0 : g.payer().num;
      body.autoRenewAccount = accountId(next);
      signers.push(...g.keysOf(next));
    } else if (kind < 0.7) body.expiry = timestamp(g.at + 9_000_000_000_000_000n);
    else if (kind < 0.85) {
      const held = KEY_FIELDS.filter((name) => token[name] !== null);
      const field = held[random.below(held.length)];
      if (field === 'adminKey') {
        const key = g.keySpec();
        body.adminKey = keyMessage(ledger.keys, key);
        signers.push(...key.refs);
      } else if (field !== undefined)
        body[field] = mayGo(field) && random.chance(0.2) ? NO_KEY : keyMessage(ledger.keys, g.keySpec());
      else body.symbol = token.symbol.slice(0, 4) + random.below(10);
    } else {
      const next = g.find(
        ledger.relations,
        (row) =>
          canBeTreasury(token, row.account, row.token) &&
          row.associated &&
          row.balance === 0n &&
          !row.frozen &&
          row.kyc &&
          g.keysOf(row.account).length > 0 &&
          !ledger.accounts.need(row.account).deleted,
      );
      if (next === undefined) return null;
      body.treasury = accountId(next.account);
      signers.push(...g.keysOf(next.account));
    }
    return { data: { tokenUpdate: body }, payer: g.payer().num, signers };
  },

  apply(x) {
    const body = x.body.tokenUpdate ?? {};
    const num = numOf(body.token?.tokenNum);
    const status = tokenStatus(x, num);
    if (status !== Status.OK) return status;
    const before = x.ledger.tokens.need(num);
    if (before.adminKey === null) return Status.TOKEN_IS_IMMUTABLE;
    if (!x.signedBy(before.adminKey)) return Status.INVALID_SIGNATURE;
    if (body.treasury) {
      const moved = moveTreasury(x, before, numOf(body.treasury.accountNum));
      if (moved !== Status.OK) return moved;
    }
    const token = x.ledger.tokens.edit(num);
    if (body.name) token.name = body.name;
    if (body.symbol) token.symbol = body.symbol;
    if (body.memo) token.memo = body.memo.value ?? '';
    if (body.autoRenewAccount) token.autoRenewAccount = numOf(body.autoRenewAccount.accountNum);
    if (body.autoRenewPeriod) token.autoRenewPeriod = numOf(body.autoRenewPeriod.seconds);
    if (body.expiry) token.expiration = nanosOf(body.expiry);
    if (body.metadata) token.metadata = body.metadata.value ?? new Uint8Array();
    for (const field of KEY_FIELDS) {
      const key = body[field];
      if (!key) continue;
      if (token[field] === null) return Status.TOKEN_IS_IMMUTABLE;
      token[field] = specOf(x.ledger.keys, key);
    }
    return Status.SUCCESS;
  },
};

/** Without its KYC or freeze key a token would have associations that mirrors cannot distinguish. */
function mayGo(field: (typeof KEY_FIELDS)[number]): boolean {
  return field !== 'kycKey' && field !== 'freezeKey';
}

function canBeTreasury(token: Readonly<Token>, account: number, of: number): boolean {
  return of === token.num && account !== token.treasury;
}

/** Transfers everything from the old treasury to the new one, which must be associated and agree. */
function moveTreasury(x: Execution, token: Readonly<Token>, next: number): Status {
  const { ledger } = x;
  const before = token.treasury;
  if (!x.signedByAccount(next)) return Status.INVALID_SIGNATURE;
  const relation = ledger.relation(next, token.num);
  if (relation === undefined) return Status.INVALID_TREASURY_ACCOUNT_FOR_TOKEN;
  if (token.nonFungible && relation.balance > 0n) return Status.TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES;
  const held = ledger.relation(before, token.num)?.balance ?? 0n;
  if (!token.nonFungible) {
    addUnits(x, token.num, before, -held);
    addUnits(x, token.num, next, held);
  } else if (held > 0n) {
    for (let serial = 1; serial <= token.lastSerial; serial++) {
      const nft = ledger.nfts.get(nftKey(token.num, serial));
      if (nft === undefined || nft.deleted || nft.owner !== before) continue;
      const row = ledger.nfts.edit(nftKey(token.num, serial));
      row.owner = next;
      row.spender = 0;
      row.delegatingSpender = 0;
    }
    ledger.relations.edit(relationKey(before, token.num)).balance = 0n;
    ledger.relations.edit(relationKey(next, token.num)).balance += held;
    x.tokens.move({ token: token.num, serial: ALL_SERIALS, sender: before, receiver: next });
  }
  ledger.tokens.edit(token.num).treasury = next;
  return Status.OK;
}

export const tokenDeletion: KindRules = {
  weight: 0.15,

  generate(g) {
    const token = g.token((row) => row.adminKey !== null && row.createdAt + 4_000_000_000n < g.at);
    if (token === undefined || g.ledger.tokens.size < 10) return null;
    const signers = g.failing() ? [] : (token.adminKey?.refs ?? []);
    return { data: { tokenDeletion: { token: tokenId(token.num) } }, payer: g.payer().num, signers };
  },

  apply(x) {
    const num = numOf(x.body.tokenDeletion?.token?.tokenNum);
    const status = tokenStatus(x, num);
    if (status !== Status.OK) return status;
    const token = x.ledger.tokens.need(num);
    if (token.adminKey === null) return Status.TOKEN_IS_IMMUTABLE;
    if (!x.signedBy(token.adminKey)) return Status.INVALID_SIGNATURE;
    x.ledger.tokens.edit(num).deleted = true;
    return Status.SUCCESS;
  },
};

export const tokenFeeScheduleUpdate: KindRules = {
  weight: 1,

  generate(g) {
    const token = g.token((row) => row.feeScheduleKey !== null && !row.paused);
    if (token === undefined) return null;
    const customFees = g.random.chance(0.25) ? [] : randomFees(g, token.nonFungible, token.treasury, false);
    return {
      data: { tokenFeeScheduleUpdate: { tokenId: tokenId(token.num), customFees } },
      payer: g.payer().num,
      signers: g.failing() ? [] : (token.feeScheduleKey?.refs ?? []),
    };
  },

  apply(x) {
    const body = x.body.tokenFeeScheduleUpdate ?? {};
    const num = numOf(body.tokenId?.tokenNum);
    const status = tokenStatus(x, num);
    if (status !== Status.OK) return status;
    const before = x.ledger.tokens.need(num);
    if (before.feeScheduleKey === null) return Status.TOKEN_HAS_NO_FEE_SCHEDULE_KEY;
    if (!x.signedBy(before.feeScheduleKey)) return Status.INVALID_SIGNATURE;
    const fees = body.customFees ?? [];
    const had = before.fixedFees.length + before.fractionalFees.length + before.royaltyFees.length;
    if (fees.length === 0 && had === 0) return Status.CUSTOM_SCHEDULE_ALREADY_HAS_NO_FEES;
    const given = readFees(fees, num);
    const currencies = given.fixedFees.flatMap(({ token }) => (token === 0 ? [] : [token]));
    if (currencies.some((token) => tokenStatus(x, token) !== Status.OK)) {
      return Status.INVALID_TOKEN_ID_IN_CUSTOM_FEES;
    }
    Object.assign(x.ledger.tokens.edit(num), given);
    return Status.SUCCESS;
  },
};

export const tokenPause = pauseKind('tokenPause', true, 0.3);
export const tokenUnpause = pauseKind('tokenUnpause', false, 3);

function pauseKind(field: 'tokenPause' | 'tokenUnpause', paused: boolean, weight: number): KindRules {
  return {
    weight,

    generate(g) {
      const token = g.token((row) => row.pauseKey !== null && row.paused !== paused);
      if (token === undefined) return null;
      const signers = g.failing() ? [] : (token.pauseKey?.refs ?? []);
      return { data: { [field]: { token: tokenId(token.num) } }, payer: g.payer().num, signers };
    },

    apply(x) {
      const num = numOf(x.body[field]?.token?.tokenNum);
      const token = x.ledger.tokens.get(num);
      if (token === undefined) return Status.INVALID_TOKEN_ID;
      if (token.deleted) return Status.TOKEN_WAS_DELETED;
      if (token.pauseKey === null) return Status.TOKEN_HAS_NO_PAUSE_KEY;
      if (!x.signedBy(token.pauseKey)) return Status.INVALID_SIGNATURE;
      x.ledger.tokens.edit(num).paused = paused;
      return Status.SUCCESS;
    },
  };
}

export const tokenUpdateNfts: KindRules = {
  weight: 6,

  generate(g) {
    const { random } = g;
    const token = g.token(
      (row) => row.nonFungible && row.metadataKey !== null && row.lastSerial > 0 && !row.paused,
    );
    if (token === undefined) return null;
    const first = random.between(1, token.lastSerial);
    const serials = g.failing()
      ? [token.lastSerial + 1]
      : [first, first + 1].filter((n) => n <= token.lastSerial);
    return {
      data: {
        tokenUpdateNfts: {
          token: tokenId(token.num),
          serialNumbers: serials.map(long),
          metadata: { value: Buffer.from(`ipfs://demo/${random.word().toString(36)}`) },
        },
      },
      payer: g.payer().num,
      signers: token.metadataKey?.refs ?? [],
    };
  },

  apply(x) {
    const body = x.body.tokenUpdateNfts ?? {};
    const num = numOf(body.token?.tokenNum);
    const status = tokenStatus(x, num);
    if (status !== Status.OK) return status;
    const key: KeySpec | null = x.ledger.tokens.need(num).metadataKey;
    if (key === null) return Status.TOKEN_HAS_NO_METADATA_KEY;
    if (!x.signedBy(key)) return Status.INVALID_SIGNATURE;
    for (const serial of (body.serialNumbers ?? []).map(numOf)) {
      const nft = x.ledger.nfts.get(nftKey(num, serial));
      if (nft === undefined || nft.deleted) return Status.INVALID_NFT_ID;
      if (body.metadata)
        x.ledger.nfts.edit(nftKey(num, serial)).metadata = body.metadata.value ?? new Uint8Array();
    }
    return Status.SUCCESS;
  },
};
