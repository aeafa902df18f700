import { long, tokenId } from '../ledger/ids.ts';
import { nftKey } from '../ledger/ledger.ts';
import { MAX_BATCH, MAX_CUSTOM_FEES, MAX_TEXT } from '../ledger/limits.ts';
import { accountNumber, numberOf, tokenNumber } from '../ledger/named.ts';
import { check, must, ruled } from '../ledger/refusal.ts';
import { receiverSigns } from '../ledger/required-keys.ts';
import { Status } from '../ledger/status.ts';
import { ownCopy } from '../ledger/table.ts';
import { randomFees, readFees } from './custom-fee-messages.ts';
import { feesStatus } from './custom-fee-rules.ts';
import { sizeOf } from './fee-units.ts';
import type { KindRules } from './kind.ts';
import { tokenStatus } from './token-status.ts';

export const tokenDeletion: KindRules = {
  weight: 0.15,
  fee: { of: 'TokenDelete' },

  generate(g) {
    const token = g.token((row) => row.adminKey !== null && row.createdAt + 4_000_000_000n < g.at);
    if (token === undefined || g.ledger.tokens.size < 10) return null;
    const signers = g.failing() ? [] : (token.adminKey?.refs ?? []);
    return { data: { tokenDeletion: { token: tokenId(token.num) } }, payer: g.payer().num, signers };
  },

  pure: ({ tokenDeletion: body }) => check(Boolean(body?.token), Status.INVALID_TOKEN_ID),

  apply: ruled((x) => {
    const num = tokenNumber(x.body.tokenDeletion?.token);
    const token = x.ledger.tokens.get(num);
    check(token !== undefined, Status.INVALID_TOKEN_ID);
    check(token.adminKey === null || x.signedBy(token.adminKey), Status.INVALID_SIGNATURE);
    must(tokenStatus(x, num));
    check(token.adminKey !== null, Status.TOKEN_IS_IMMUTABLE);
    x.ledger.tokens.edit(num).deleted = true;
    return Status.SUCCESS;
  }),
};

export const tokenFeeScheduleUpdate: KindRules = {
  weight: 1,
  fee: { of: 'TokenFeeScheduleUpdate' },

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

  pure: ({ tokenFeeScheduleUpdate: body }) => check(Boolean(body?.tokenId), Status.INVALID_TOKEN_ID),

  apply: ruled((x) => {
    const body = x.body.tokenFeeScheduleUpdate ?? {};
    const fees = body.customFees ?? [];
    const num = tokenNumber(body.tokenId);
    const before = x.ledger.tokens.get(num);
    check(before !== undefined, Status.INVALID_TOKEN_ID);
    if (before.feeScheduleKey !== null) {
      check(x.signedBy(before.feeScheduleKey), Status.INVALID_SIGNATURE);
      for (const { feeCollectorAccountId } of fees)
        receiverSigns(x, accountNumber(feeCollectorAccountId), Status.INVALID_CUSTOM_FEE_COLLECTOR);
    }
    must(tokenStatus(x, num));
    check(before.feeScheduleKey !== null, Status.TOKEN_HAS_NO_FEE_SCHEDULE_KEY);
    check(fees.length <= MAX_CUSTOM_FEES, Status.CUSTOM_FEES_LIST_TOO_LONG);
    const had = before.fixedFees.length + before.fractionalFees.length + before.royaltyFees.length;
    check(fees.length + had > 0, Status.CUSTOM_SCHEDULE_ALREADY_HAS_NO_FEES);
    must(feesStatus(x, fees, { num, nonFungible: before.nonFungible, isNew: false }));
    Object.assign(x.ledger.tokens.edit(num), readFees(fees, num));
    return Status.SUCCESS;
  }),
};

export const tokenPause = pauseKind('tokenPause', true, 0.3);
export const tokenUnpause = pauseKind('tokenUnpause', false, 3);

function pauseKind(field: 'tokenPause' | 'tokenUnpause', paused: boolean, weight: number): KindRules {
  return {
    weight,
    fee: { of: paused ? 'TokenPause' : 'TokenUnpause' },

    generate(g) {
      const token = g.token((row) => row.pauseKey !== null && row.paused !== paused);
      if (token === undefined) return null;
      const signers = g.failing() ? [] : (token.pauseKey?.refs ?? []);
      return { data: { [field]: { token: tokenId(token.num) } }, payer: g.payer().num, signers };
    },

    pure: (body) => check(Boolean(body[field]?.token), Status.INVALID_TOKEN_ID),

    apply: ruled((x) => {
      const num = tokenNumber(x.body[field]?.token);
      const token = x.ledger.tokens.get(num);
      check(token !== undefined, Status.INVALID_TOKEN_ID);
      check(token.pauseKey === null || x.signedBy(token.pauseKey), Status.INVALID_SIGNATURE);
      check(token.pauseKey !== null, Status.TOKEN_HAS_NO_PAUSE_KEY);
      check(!token.deleted, Status.TOKEN_WAS_DELETED);
      x.ledger.tokens.edit(num).paused = paused;
      return Status.SUCCESS;
    }),
  };
}

export const tokenUpdateNfts: KindRules = {
  weight: 6,
  fee: {
    of: 'TokenUpdateNfts',
    units: ({ tokenUpdateNfts: op }) => ({ nftUpdate: sizeOf(op?.serialNumbers) }),
  },

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

  pure({ tokenUpdateNfts: body }) {
    check(Boolean(body?.token), Status.INVALID_TOKEN_ID);
    check(Boolean(body?.serialNumbers?.length), Status.MISSING_SERIAL_NUMBERS);
  },

  apply: ruled((x) => {
    const body = x.body.tokenUpdateNfts ?? {};
    const { ledger } = x;
    const serials = body.serialNumbers ?? [];
    const num = tokenNumber(body.token);
    const token = ledger.tokens.get(num);
    check(token !== undefined, Status.INVALID_TOKEN_ID);
    const nfts = serials.map((serial) => {
      const nft = ledger.nfts.get(nftKey(num, numberOf(serial)));
      check(nft !== undefined && !nft.deleted, Status.INVALID_NFT_ID);
      return nft;
    });
    const { metadataKey, supplyKey, treasury } = token;
    // The supply key may also update the metadata of NFTs in the treasury (HIP-850).
    const unsold = nfts.every(({ owner }) => owner === treasury);
    if (unsold) check(metadataKey !== null || supplyKey !== null, Status.TOKEN_HAS_NO_METADATA_OR_SUPPLY_KEY);
    else check(metadataKey !== null, Status.TOKEN_HAS_NO_METADATA_KEY);
    const signed = x.signedBy(metadataKey) || (unsold && x.signedBy(supplyKey));
    check(signed, Status.INVALID_SIGNATURE);
    must(tokenStatus(x, num));
    const metadata = body.metadata?.value ?? new Uint8Array();
    check(metadata.length <= MAX_TEXT, Status.METADATA_TOO_LONG);
    check(serials.length <= MAX_BATCH, Status.BATCH_SIZE_LIMIT_EXCEEDED);
    if (body.metadata)
      for (const { serial } of nfts) ledger.nfts.edit(nftKey(num, serial)).metadata = ownCopy(metadata);
    return Status.SUCCESS;
  }),
};
