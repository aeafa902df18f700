import type { Data } from '../ledger/draft.ts';
import type { KeySpec, Relation, Token } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { accountId, numOf, tokenId } from '../ledger/ids.ts';
import { nftKey, relationKey } from '../ledger/ledger.ts';
import { Status } from '../ledger/status.ts';
import { associate } from '../ledger/token-moves.ts';
import type { KindRules } from './kind.ts';
import { accountStatus, tokenStatus } from './token-status.ts';

export const tokenAssociate: KindRules = {
  weight: 20,

  generate(g) {
    const account = g.payer();
    const wanted = g.failing();
    const tokens: Readonly<Token>[] = [];
    for (let i = g.random.between(1, 3); i > 0; i--) {
      const token = g.token((row) => (g.ledger.relation(account.num, row.num) !== undefined) === wanted);
      if (token !== undefined && !tokens.includes(token)) tokens.push(token);
    }
    if (tokens.length === 0) return null;
    const tokenAssociateBody = {
      account: accountId(account.num),
      tokens: tokens.map((row) => tokenId(row.num)),
    };
    return { data: { tokenAssociate: tokenAssociateBody }, payer: account.num };
  },

  apply(x) {
    const body = x.body.tokenAssociate ?? {};
    const account = numOf(body.account?.accountNum);
    const status = accountStatus(x, account);
    if (status !== Status.OK) return status;
    if (!x.signedByAccount(account)) return Status.INVALID_SIGNATURE;
    for (const id of body.tokens ?? []) {
      const token = numOf(id.tokenNum);
      const usable = tokenStatus(x, token);
      if (usable !== Status.OK) return usable;
      if (x.ledger.relation(account, token) !== undefined) return Status.TOKEN_ALREADY_ASSOCIATED_TO_ACCOUNT;
      associate(x, account, token, false);
    }
    return Status.SUCCESS;
  },
};

export const tokenDissociate: KindRules = {
  weight: 4,

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

  apply(x) {
    const body = x.body.tokenDissociate ?? {};
    const account = numOf(body.account?.accountNum);
    const status = accountStatus(x, account);
    if (status !== Status.OK) return status;
    if (!x.signedByAccount(account)) return Status.INVALID_SIGNATURE;
    for (const id of body.tokens ?? []) {
      const token = x.ledger.tokens.get(numOf(id.tokenNum));
      const relation = x.ledger.relation(account, numOf(id.tokenNum));
      if (token === undefined) return Status.INVALID_TOKEN_ID;
      if (relation === undefined) return Status.TOKEN_NOT_ASSOCIATED_TO_ACCOUNT;
      if (token.paused && !token.deleted) return Status.TOKEN_IS_PAUSED;
      if (token.treasury === account && !token.deleted) return Status.ACCOUNT_IS_TREASURY;
      if (relation.frozen && !token.deleted) return Status.ACCOUNT_FROZEN_FOR_TOKEN;
      if (relation.balance > 0n) {
        if (!token.deleted) {
          return token.nonFungible
            ? Status.ACCOUNT_STILL_OWNS_NFTS
            : Status.TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES;
        }
        giveUp(x, token, relation);
      }
      if (relation.automatic) x.ledger.accounts.edit(account).usedAutoAssociations -= 1;
      const row = x.ledger.relations.edit(relationKey(account, token.num));
      row.associated = false;
      row.balance = 0n;
    }
    return Status.SUCCESS;
  },
};

/** Dissociated from a deleted token, an account loses its holdings; records show that by a lone debit. */
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

/** Freezing, unfreezing, granting and revoking KYC: one key of the token changes one flag of a relation. */
interface Flag {
  readonly field: 'tokenFreeze' | 'tokenUnfreeze' | 'tokenGrantKyc' | 'tokenRevokeKyc';
  readonly weight: number;
  readonly key: (token: Readonly<Token>) => KeySpec | null;
  readonly missing: Status;
  /** Whether the relation is not yet what it is to become. */
  readonly open: (relation: Readonly<Relation>) => boolean;
  readonly set: (relation: Relation) => void;
}

function flagKind(flag: Flag): KindRules {
  return {
    weight: flag.weight,

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

    apply(x) {
      const body = x.body[flag.field] ?? {};
      const num = numOf(body.token?.tokenNum);
      const account = numOf(body.account?.accountNum);
      const status = tokenStatus(x, num);
      if (status !== Status.OK) return status;
      const token = x.ledger.tokens.need(num);
      const key = flag.key(token);
      if (key === null) return flag.missing;
      if (!x.signedBy(key)) return Status.INVALID_SIGNATURE;
      const known = accountStatus(x, account);
      if (known !== Status.OK) return known;
      if (x.ledger.relation(account, num) === undefined) return Status.TOKEN_NOT_ASSOCIATED_TO_ACCOUNT;
      flag.set(x.ledger.relations.edit(relationKey(account, num)));
      return Status.SUCCESS;
    },
  };
}

export const tokenFreeze = flagKind({
  field: 'tokenFreeze',
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
  weight: 0.5,
  key: (token) => token.kycKey,
  missing: Status.TOKEN_HAS_NO_KYC_KEY,
  open: (relation) => relation.kyc,
  set: (relation) => {
    relation.kyc = false;
  },
});
