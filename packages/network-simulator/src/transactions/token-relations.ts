import type { proto } from '@tain/protos/hapi';
import type { Data } from '../ledger/draft.ts';
import type { KeySpec, Relation, Token } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { accountId, tokenId } from '../ledger/ids.ts';
import { nftKey, relationKey } from '../ledger/ledger.ts';
import { longToBigInt } from '../ledger/long.ts';
import { accountNumber, isZeroId, repeats, tokenKey, tokenNumber } from '../ledger/named.ts';
import { check, must, ruled } from '../ledger/refusal.ts';
import { accountSigns } from '../ledger/required-keys.ts';
import type { Counted } from '../ledger/simple-fees.ts';
import { Status } from '../ledger/status.ts';
import { associate } from '../ledger/token-moves.ts';
import { sizeOf } from './fee-units.ts';
import type { KindRules } from './kind.ts';
import { accountStatus, tokenStatus } from './token-status.ts';

export const tokenAssociate: KindRules = {
  weight: 20,
  fee: {
    of: 'TokenAssociateToAccount',
    units: ({ tokenAssociate: op }) => ({ associate: sizeOf(op?.tokens) }),
  },

  generate(g) {
    const account = g.payer();
    const hasRelation = g.failing();
    const tokens: Readonly<Token>[] = [];
    for (let i = g.random.between(1, 3); i > 0; i--) {
      const token = g.token((row) => (g.ledger.relation(account.num, row.num) !== undefined) === hasRelation);
      if (token !== undefined && !tokens.includes(token)) tokens.push(token);
    }
    if (tokens.length === 0) return null;
    const tokenAssociateBody = {
      account: accountId(account.num),
      tokens: tokens.map((row) => tokenId(row.num)),
    };
    return { data: { tokenAssociate: tokenAssociateBody }, payer: account.num };
  },

  pure: ({ tokenAssociate }) => checkListed(tokenAssociate ?? {}),

  apply: ruled((x) => {
    const body = x.body.tokenAssociate ?? {};
    const tokens = (body.tokens ?? []).map(tokenNumber);
    const account = accountNumber(body.account);
    accountSigns(x, account, Status.INVALID_ACCOUNT_ID);
    must(accountStatus(x, account));
    for (const token of tokens) must(tokenStatus(x, token));
    for (const token of tokens)
      check(x.ledger.relation(account, token) === undefined, Status.TOKEN_ALREADY_ASSOCIATED_TO_ACCOUNT);
    for (const token of tokens) associate(x, account, token, false);
    return Status.SUCCESS;
  }),
};

/** Checks the account and the tokens to associate or dissociate. */
function checkListed({ account, tokens: listed }: proto.ITokenAssociateTransactionBody): void {
  const tokens = listed ?? [];
  check(Boolean(account && !isZeroId(account)), Status.INVALID_ACCOUNT_ID);
  check(!tokens.some((id) => longToBigInt(id.tokenNum) === 0n), Status.INVALID_TOKEN_ID);
  check(!repeats(tokens.map(tokenKey)), Status.TOKEN_ID_REPEATED_IN_TOKEN_LIST);
}

export const tokenDissociate: KindRules = {
  weight: 4,
  fee: { of: 'TokenDissociateFromAccount' },

  generate(g) {
    const { ledger } = g;
    const failing = g.failing();
    const relation = g.find(ledger.relations, (row) => {
      const token = ledger.tokens.need(row.token);
      const owner = ledger.accounts.need(row.account);
      if (
        !row.associated ||
        owner.deleted ||
        owner.contract ||
        owner.key === null ||
        row.account === token.treasury
      )
        return false;
      return failing ? row.balance > 0n && !token.deleted : token.deleted || row.balance === 0n;
    });
    if (relation === undefined) return null;
    const body = { account: accountId(relation.account), tokens: [tokenId(relation.token)] };
    return { data: { tokenDissociate: body }, payer: g.payer().num, signers: g.keysOf(relation.account) };
  },

  pure: ({ tokenDissociate }) => checkListed(tokenDissociate ?? {}),

  apply: ruled((x) => {
    const body = x.body.tokenDissociate ?? {};
    const { ledger } = x;
    const tokens = (body.tokens ?? []).map(tokenNumber);
    const account = accountNumber(body.account);
    accountSigns(x, account, Status.INVALID_ACCOUNT_ID);
    must(accountStatus(x, account));
    for (const num of tokens) {
      check(ledger.relation(account, num) !== undefined, Status.TOKEN_NOT_ASSOCIATED_TO_ACCOUNT);
      check(!ledger.tokens.need(num).paused, Status.TOKEN_IS_PAUSED);
    }
    for (const num of tokens) {
      const token = ledger.tokens.need(num);
      const relation = ledger.relations.need(relationKey(account, num));
      if (!token.deleted) {
        check(token.treasury !== account, Status.ACCOUNT_IS_TREASURY);
        check(!relation.frozen, Status.ACCOUNT_FROZEN_FOR_TOKEN);
        check(
          relation.balance === 0n,
          token.nonFungible
            ? Status.ACCOUNT_STILL_OWNS_NFTS
            : Status.TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES,
        );
      }
      if (relation.balance > 0n) giveUp(x, token, relation);
      if (relation.automatic) ledger.accounts.edit(account).usedAutoAssociations -= 1;
      const row = ledger.relations.edit(relationKey(account, num));
      row.associated = false;
      row.balance = 0n;
    }
    return Status.SUCCESS;
  }),
};

/**
 * Removes the holdings of an account that dissociates from a deleted token. Records show that as a debit without a
 * credit.
 */
function giveUp(x: Execution, token: Readonly<Token>, relation: Readonly<Relation>): void {
  x.tokens.add(token.num, relation.account, -relation.balance);
  if (!token.nonFungible) {
    x.ledger.tokens.edit(token.num).totalSupply -= relation.balance;
    return;
  }
  for (let serial = 1; serial <= token.lastSerial; serial++) {
    const nft = x.ledger.nfts.get(nftKey(token.num, serial));
    if (nft === undefined || nft.deleted || nft.owner !== relation.account) continue;
    const row = x.ledger.nfts.edit(nftKey(token.num, serial));
    row.deleted = true;
    row.owner = 0;
    row.spender = 0;
    row.delegatingSpender = 0;
  }
}

/** A change by one key of a token to one flag of a relation: freeze, unfreeze, grant KYC, or revoke KYC. */
interface Flag {
  readonly field: 'tokenFreeze' | 'tokenUnfreeze' | 'tokenGrantKyc' | 'tokenRevokeKyc';
  readonly of: Counted['of'];
  readonly weight: number;
  readonly key: (token: Readonly<Token>) => KeySpec | null;
  readonly missing: Status;
  /** Returns whether the relation lacks the new value of the flag. */
  readonly open: (relation: Readonly<Relation>) => boolean;
  readonly set: (relation: Relation) => void;
}

function flagKind(flag: Flag): KindRules {
  return {
    weight: flag.weight,
    fee: { of: flag.of },

    generate(g) {
      const { ledger } = g;
      const relation = g.find(ledger.relations, (row) => {
        const token = ledger.tokens.need(row.token);
        const account = ledger.accounts.need(row.account);
        const usable = row.associated && !token.deleted && !token.paused && !account.deleted;
        return usable && flag.key(token) !== null && flag.open(row) && token.treasury !== row.account;
      });
      if (relation === undefined) return null;
      const key = flag.key(ledger.tokens.need(relation.token));
      const body = { token: tokenId(relation.token), account: accountId(relation.account) };
      const data: Data = { [flag.field]: body };
      return { data, payer: g.payer().num, signers: g.failing() ? [] : (key?.refs ?? []) };
    },

    pure({ [flag.field]: body }) {
      check(Boolean(body?.token), Status.INVALID_TOKEN_ID);
      check(Boolean(body?.account), Status.INVALID_ACCOUNT_ID);
    },

    apply: ruled((x) => {
      const body = x.body[flag.field] ?? {};
      const num = tokenNumber(body.token);
      const account = accountNumber(body.account);
      const token = x.ledger.tokens.get(num);
      check(token !== undefined, Status.INVALID_TOKEN_ID);
      const key = flag.key(token);
      check(key !== null, flag.missing);
      check(x.signedBy(key), Status.INVALID_SIGNATURE);
      must(accountStatus(x, account));
      must(tokenStatus(x, num));
      const relation = x.ledger.relation(account, num);
      check(relation !== undefined, Status.TOKEN_NOT_ASSOCIATED_TO_ACCOUNT);
      check(!relation.frozen || flag.field === 'tokenUnfreeze', Status.ACCOUNT_FROZEN_FOR_TOKEN);
      flag.set(x.ledger.relations.edit(relationKey(account, num)));
      return Status.SUCCESS;
    }),
  };
}

export const tokenFreeze = flagKind({
  field: 'tokenFreeze',
  of: 'TokenFreezeAccount',
  weight: 1,
  key: (token) => token.freezeKey,
  missing: Status.TOKEN_HAS_NO_FREEZE_KEY,
  open: (relation) => !relation.frozen,
  set: (relation) => {
    relation.frozen = true;
  },
});

export const tokenUnfreeze = flagKind({
  field: 'tokenUnfreeze',
  of: 'TokenUnfreezeAccount',
  weight: 2,
  key: (token) => token.freezeKey,
  missing: Status.TOKEN_HAS_NO_FREEZE_KEY,
  open: (relation) => relation.frozen,
  set: (relation) => {
    relation.frozen = false;
  },
});

export const tokenGrantKyc = flagKind({
  field: 'tokenGrantKyc',
  of: 'TokenGrantKycToAccount',
  weight: 4,
  key: (token) => token.kycKey,
  missing: Status.TOKEN_HAS_NO_KYC_KEY,
  open: (relation) => !relation.kyc,
  set: (relation) => {
    relation.kyc = true;
  },
});

export const tokenRevokeKyc = flagKind({
  field: 'tokenRevokeKyc',
  of: 'TokenRevokeKycFromAccount',
  weight: 0.5,
  key: (token) => token.kycKey,
  missing: Status.TOKEN_HAS_NO_KYC_KEY,
  open: (relation) => relation.kyc,
  set: (relation) => {
    relation.kyc = false;
  },
});
