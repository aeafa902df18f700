import { proto } from '@tain/protos/services';
import type { FixedFee, Token } from '../../ledger/entities.ts';
import { accountId, duration, long, nftId, timestamp, tokenId } from '../../ledger/ids.ts';
import { type Ledger, nftKey } from '../../ledger/ledger.ts';
import { AUTO_RENEW_SECONDS } from '../../ledger/new-account.ts';
import { Status } from '../../ledger/status.ts';
import { expiry, ledgerId, optionalAccount, optionalKey } from './entity-fields.ts';
import { found, numberIn } from './lookup.ts';
import { queryKind, USUAL } from './query.ts';
import { freezeStatus, kycStatus } from './token-holdings.ts';

export const tokenInfo = queryKind('tokenGetInfo', 'tokenGetInfo', {
  price: USUAL,
  check: ({ token }, { ledger }) =>
    ledger.tokens.has(numberIn(token, token?.tokenNum)) ? Status.OK : Status.INVALID_TOKEN_ID,
  answer: ({ token }, { ledger }) => {
    const row = found(ledger.tokens.get(numberIn(token, token?.tokenNum)));
    return {
      fields: { tokenInfo: { ...plainFields(row), ...keys(ledger, row), ledgerId: ledgerId(ledger) } },
    };
  },
});

function plainFields(row: Readonly<Token>): proto.ITokenInfo {
  const { FINITE, INFINITE } = proto.TokenSupplyType;
  const { FUNGIBLE_COMMON, NON_FUNGIBLE_UNIQUE } = proto.TokenType;
  const { PauseNotApplicable, Paused, Unpaused } = proto.TokenPauseStatus;
  const autoRenewPeriod = row.autoRenewPeriod ?? AUTO_RENEW_SECONDS;
  return {
    tokenId: tokenId(row.num),
    name: row.name,
    symbol: row.symbol,
    decimals: row.decimals,
    totalSupply: long(row.totalSupply),
    treasury: accountId(row.treasury),
    defaultFreezeStatus: freezeStatus(row.freezeKey !== null, row.freezeDefault),
    defaultKycStatus: kycStatus(row.kycKey !== null, false),
    pauseStatus: row.pauseKey === null ? PauseNotApplicable : row.paused ? Paused : Unpaused,
    deleted: row.deleted,
    autoRenewAccount: optionalAccount(row.autoRenewAccount),
    autoRenewPeriod: row.autoRenewAccount === 0 ? null : duration(autoRenewPeriod),
    expiry: expiry({ ...row, autoRenewPeriod }),
    memo: row.memo,
    tokenType: row.nonFungible ? NON_FUNGIBLE_UNIQUE : FUNGIBLE_COMMON,
    supplyType: row.maxSupply > 0n ? FINITE : INFINITE,
    maxSupply: long(row.maxSupply),
    customFees: customFees(row),
    metadata: row.metadata,
  };
}

function keys(ledger: Ledger, row: Readonly<Token>): proto.ITokenInfo {
  return {
    adminKey: optionalKey(ledger, row.adminKey),
    kycKey: optionalKey(ledger, row.kycKey),
    freezeKey: optionalKey(ledger, row.freezeKey),
    wipeKey: optionalKey(ledger, row.wipeKey),
    supplyKey: optionalKey(ledger, row.supplyKey),
    feeScheduleKey: optionalKey(ledger, row.feeScheduleKey),
    pauseKey: optionalKey(ledger, row.pauseKey),
    metadataKey: optionalKey(ledger, row.metadataKey),
  };
}

function customFees({ fixedFees, fractionalFees, royaltyFees }: Readonly<Token>): proto.ICustomFee[] {
  return [
    ...fixedFees.map((fee) => ({ ...common(fee), fixedFee: fixedFee(fee) })),
    ...fractionalFees.map((fee) => ({
      ...common(fee),
      fractionalFee: {
        fractionalAmount: { numerator: long(fee.numerator), denominator: long(fee.denominator) },
        minimumAmount: long(fee.minimum),
        maximumAmount: long(fee.maximum),
        netOfTransfers: fee.netOfTransfers,
      },
    })),
    ...royaltyFees.map((fee) => ({
      ...common(fee),
      royaltyFee: {
        exchangeValueFraction: { numerator: long(fee.numerator), denominator: long(fee.denominator) },
        ...(fee.fallback > 0n && {
          fallbackFee: {
            amount: long(fee.fallback),
            ...(fee.fallbackToken && { denominatingTokenId: tokenId(fee.fallbackToken) }),
          },
        }),
      },
    })),
  ];
}

function common({ collector, allExempt }: { readonly collector: number; readonly allExempt: boolean }) {
  return { feeCollectorAccountId: accountId(collector), allCollectorsAreExempt: allExempt };
}

/** Encodes a fixed fee of a token or topic. */
export function fixedFee({ amount, token }: FixedFee): proto.IFixedFee {
  return { amount: long(amount), ...(token !== 0 && { denominatingTokenId: tokenId(token) }) };
}

export const nftInfo = queryKind('tokenGetNftInfo', 'tokenGetNftInfo', {
  price: USUAL,
  check: ({ nftID: id }, { ledger }) => {
    if (!id?.token_ID) return Status.INVALID_TOKEN_ID;
    const serial = numberIn(null, id.serialNumber);
    if (serial === 0) return Status.INVALID_TOKEN_NFT_SERIAL_NUMBER;
    const nft = ledger.nfts.get(nftKey(numberIn(id.token_ID, id.token_ID.tokenNum), serial));
    return nft === undefined || nft.deleted ? Status.INVALID_NFT_ID : Status.OK;
  },
  answer: ({ nftID: id }, { ledger }) => {
    const token = numberIn(id?.token_ID, id?.token_ID?.tokenNum);
    const { serial, owner, metadata, spender, createdAt } = found(
      ledger.nfts.get(nftKey(token, numberIn(null, id?.serialNumber))),
    );
    return {
      fields: {
        nft: {
          nftID: nftId(token, serial),
          accountID: accountId(owner),
          creationTime: timestamp(createdAt),
          metadata,
          ledgerId: ledgerId(ledger),
          spenderId: optionalAccount(spender),
        },
      },
    };
  },
});
