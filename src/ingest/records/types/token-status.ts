import type { proto } from '@tain/protos/hapi';
import type { StateRow } from '../../../store/schema/current-state-tables.ts';
import type { Item } from '../../decode/item.ts';
import type { Context, TransactionType } from '../context.ts';
import { tokenIdOf } from '../ids.ts';

/** `token_account.freeze_status`, with the numbers of TokenFreezeStatus. */
export const FREEZE = { notApplicable: 0, frozen: 1, unfrozen: 2 } as const;
/** `token_account.kyc_status`, with the numbers of TokenKycStatus. */
export const KYC = { notApplicable: 0, granted: 1, revoked: 2 } as const;

interface TokenAndAccount {
  readonly token?: proto.ITokenID | null;
  readonly account?: proto.IAccountID | null;
}

/** Returns a type that sets one status of an association. */
function statusChange(
  bodyOf: (item: Item) => TokenAndAccount | null | undefined,
  set: Partial<StateRow<'token_account'>>,
): TransactionType {
  return {
    entityId: (item, context) => context.accountId(item, bodyOf(item)?.account),
    apply(item, accountId, { state }) {
      const tokenId = tokenIdOf(bodyOf(item)?.token);
      if (accountId === 0n || tokenId === 0n) return;
      state.token_account.version(item.consensusTimestamp, {
        account_id: accountId,
        token_id: tokenId,
        associated: true,
        ...set,
      });
    },
  };
}

export const tokenFreeze = statusChange((item) => item.body.tokenFreeze, { freeze_status: FREEZE.frozen });
export const tokenUnfreeze = statusChange((item) => item.body.tokenUnfreeze, {
  freeze_status: FREEZE.unfrozen,
});
export const tokenGrantKyc = statusChange((item) => item.body.tokenGrantKyc, { kyc_status: KYC.granted });
export const tokenRevokeKyc = statusChange((item) => item.body.tokenRevokeKyc, { kyc_status: KYC.revoked });

export const tokenAssociate: TransactionType = {
  entityId: (item, context) => context.accountId(item, item.body.tokenAssociate?.account),
  apply(item, accountId, { state }) {
    for (const token of item.body.tokenAssociate?.tokens ?? []) associate(item, accountId, token, state);
  },
};

function associate(item: Item, accountId: bigint, token: proto.ITokenID, state: Context['state']): void {
  const tokenId = tokenIdOf(token);
  if (accountId === 0n || tokenId === 0n) return;
  state.token_account.version(item.consensusTimestamp, {
    account_id: accountId,
    token_id: tokenId,
    associated: true,
    automatic_association: false,
    balance: 0n,
    balance_timestamp: item.consensusTimestamp,
    created_timestamp: item.consensusTimestamp,
  });
}

export const tokenDissociate: TransactionType = {
  entityId: (item, context) => context.accountId(item, item.body.tokenDissociate?.account),
  apply(item, accountId, { state }) {
    for (const token of item.body.tokenDissociate?.tokens ?? []) {
      const tokenId = tokenIdOf(token);
      if (accountId === 0n || tokenId === 0n) continue;
      const set = { account_id: accountId, token_id: tokenId, associated: false };
      state.token_account.version(item.consensusTimestamp, set);
    }
  },
};

export const tokenReject: TransactionType = {
  entityId: (item, context) => {
    const owner = item.body.tokenReject?.owner;
    return (owner && context.accountId(item, owner)) || item.payer;
  },
};
