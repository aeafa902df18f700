import { proto } from '@tain/protos/hapi';
import type { Execution } from '../ledger/execution.ts';
import { accountId, nftId, tokenId } from '../ledger/ids.ts';
import { nftKey } from '../ledger/ledger.ts';
import { longToBigInt } from '../ledger/long.ts';
import type { TokenTransfer } from '../ledger/moves.ts';
import { aliasedAccount, numberOf, repeats, tokenNumber } from '../ledger/named.ts';
import { check, must, ruled } from '../ledger/refusal.ts';
import { accountSigns } from '../ledger/required-keys.ts';
import { Status } from '../ledger/status.ts';
import { executeTransfer } from '../ledger/transfer.ts';
import { isUser } from './generator.ts';
import type { KindRules } from './kind.ts';
import { accountStatus, tokenStatus } from './token-status.ts';
import { ownedSerial } from './token-supply.ts';

const MAX_REJECTIONS = 10;

export const tokenReject: KindRules = {
  weight: 1,
  fee: { of: 'TokenReject' },

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
    // Without an owner, the payer rejects its own tokens.
    const owner = ledger.accounts.need(held.account);
    if (owner.key !== null && owner.balance > 1_000_000_000n && g.random.chance(0.3))
      return { data: { tokenReject: { rejections: [reference] } }, payer: held.account };
    return {
      data: { tokenReject: { owner: accountId(held.account), rejections: [reference] } },
      payer: g.payer().num,
      signers: g.keysOf(held.account),
    };
  },

  pure({ tokenReject }) {
    const { owner, rejections: named } = tokenReject ?? {};
    const rejections = named ?? [];
    check(rejections.length > 0, Status.EMPTY_TOKEN_REFERENCE_LIST);
    const isNamed = Boolean(owner?.alias?.length) || longToBigInt(owner?.accountNum) > 0n;
    check(!owner || isNamed, Status.INVALID_ACCOUNT_ID);
    check(!repeats(rejections.map(serialized)), Status.TOKEN_REFERENCE_REPEATED);
    for (const { fungibleToken, nft } of rejections) {
      check(!fungibleToken || longToBigInt(fungibleToken.tokenNum) !== 0n, Status.INVALID_TOKEN_ID);
      check(!nft || Boolean(nft.token_ID), Status.INVALID_NFT_ID);
      check(!nft || longToBigInt(nft.serialNumber) > 0n, Status.INVALID_TOKEN_NFT_SERIAL_NUMBER);
    }
  },

  apply: ruled((x) => rejectTokens(x, x.body.tokenReject ?? {})),
};

/** Returns tokens to their treasuries, without custom fees (HIP-904). */
function rejectTokens(x: Execution, body: proto.ITokenRejectTransactionBody): Status {
  const rejections = body.rejections ?? [];
  const owner = body.owner ? aliasedAccount(x, body.owner) : x.payer;
  check(x.ledger.accounts.has(owner), Status.INVALID_OWNER_ID);
  accountSigns(x, owner, Status.ACCOUNT_IS_IMMUTABLE);
  check(rejections.length <= MAX_REJECTIONS, Status.TOKEN_REFERENCE_LIST_SIZE_LIMIT_EXCEEDED);
  must(accountStatus(x, owner));
  const tokens = rejections.map((rejection) => returned(x, owner, rejection));
  executeTransfer(x, { hbar: [], tokens }, { withoutFees: true });
  return Status.SUCCESS;
}

function serialized(reference: proto.ITokenReference): string {
  return Buffer.from(proto.TokenReference.encode(reference).finish()).toString('hex');
}

/** Builds the transfer of all units of a token, or of one NFT, to the treasury. */
function returned(x: Execution, owner: number, { fungibleToken, nft }: proto.ITokenReference): TokenTransfer {
  const { ledger } = x;
  const token = tokenNumber(nft ? nft.token_ID : fungibleToken);
  const serial = numberOf(nft?.serialNumber);
  const known = nft ? ledger.nfts.get(nftKey(token, serial)) : undefined;
  check(!nft || known?.deleted === false, Status.INVALID_NFT_ID);
  must(tokenStatus(x, token));
  const { treasury } = ledger.tokens.need(token);
  const relation = ledger.relation(owner, token);
  if (nft) {
    check(treasury !== owner, Status.ACCOUNT_IS_TREASURY);
    check(known?.owner === owner, Status.INVALID_OWNER_ID);
    return { token, units: [], nfts: [{ serial, sender: owner, receiver: treasury }] };
  }
  check(relation !== undefined, Status.TOKEN_NOT_ASSOCIATED_TO_ACCOUNT);
  check(!relation.frozen, Status.ACCOUNT_FROZEN_FOR_TOKEN);
  check(treasury !== owner, Status.ACCOUNT_IS_TREASURY);
  check(relation.balance > 0n, Status.INSUFFICIENT_TOKEN_BALANCE);
  const units = [
    { account: owner, amount: -relation.balance },
    { account: treasury, amount: relation.balance },
  ];
  return { token, units, nfts: [] };
}
