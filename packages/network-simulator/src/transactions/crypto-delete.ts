import type { Execution } from '../ledger/execution.ts';
import { FEE_COLLECTION } from '../ledger/fees.ts';
import { accountId } from '../ledger/ids.ts';
import { LAST_SYSTEM_ENTITY } from '../ledger/limits.ts';
import { accountKey, accountNumber } from '../ledger/named.ts';
import { check, must, ruled } from '../ledger/refusal.ts';
import { accountSigns, receiverSigns } from '../ledger/required-keys.ts';
import { payReward } from '../ledger/staking.ts';
import { Status } from '../ledger/status.ts';
import { type Generator, isUser } from './generator.ts';
import type { KindRules } from './kind.ts';
import { accountStatus } from './token-status.ts';

export const cryptoDelete: KindRules = {
  weight: 1,
  fee: { of: 'CryptoDelete' },

  generate(g) {
    const { ledger } = g;
    const account = g.find(
      ledger.accounts,
      (row) =>
        isUser(row) &&
        row.num > 1050 &&
        row.key !== null &&
        row.usedAutoAssociations === 0 &&
        row.balance < 20_000_000_000_000n &&
        !isBound(g, row.num),
    );
    if (account === undefined) return null;
    const heir = g.other(account.num);
    const failing = g.failing();
    return {
      data: {
        cryptoDelete: {
          deleteAccountID: accountId(account.num),
          transferAccountID: accountId(failing ? account.num : heir.num),
        },
      },
      payer: g.payer().num === account.num ? heir.num : g.payer().num,
      signers: [...g.keysOf(account.num), ...(heir.receiverSigRequired ? g.keysOf(heir.num) : [])],
    };
  },

  pure({ cryptoDelete }) {
    const { deleteAccountID, transferAccountID } = cryptoDelete ?? {};
    check(Boolean(deleteAccountID && transferAccountID), Status.ACCOUNT_ID_DOES_NOT_EXIST);
    check(
      accountKey(deleteAccountID) !== accountKey(transferAccountID),
      Status.TRANSFER_ACCOUNT_SAME_AS_DELETE_ACCOUNT,
    );
  },

  apply: ruled((x) => {
    const { deleteAccountID, transferAccountID } = x.body.cryptoDelete ?? {};
    const num = accountNumber(deleteAccountID);
    const heir = accountNumber(transferAccountID);
    check(num === 0 || num > LAST_SYSTEM_ENTITY, Status.ENTITY_NOT_ALLOWED_TO_DELETE);
    accountSigns(x, num, Status.INVALID_ACCOUNT_ID);
    receiverSigns(x, heir, Status.INVALID_TRANSFER_ACCOUNT_ID);
    must(accountStatus(x, num));
    check(!x.ledger.accounts.need(num).contract, Status.INVALID_ACCOUNT_ID);
    must(tiesOf(x, num));
    must(accountStatus(x, heir));
    check(heir !== FEE_COLLECTION, Status.TRANSFER_TO_FEE_COLLECTION_ACCOUNT_NOT_ALLOWED);

    payReward(x, num);
    x.moveHbar(num, heir, x.ledger.accounts.need(num).balance);
    const account = x.ledger.accounts.edit(num);
    account.deleted = true;
    account.obtainer = heir;
    return Status.SUCCESS;
  }),
};

/**
 * Returns OK for an account that nothing depends on: pending airdrops, tokens that it issued or holds, hooks, nodes.
 */
function tiesOf({ ledger }: Execution, num: number): Status {
  for (const _ of ledger.airdropsOf(num)) return Status.ACCOUNT_HAS_PENDING_AIRDROPS;
  if (ledger.isTreasury(num)) return Status.ACCOUNT_IS_TREASURY;
  if (ledger.holdsTokens(num)) return Status.TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES;
  for (const { deleted } of ledger.hooksOf(num)) if (!deleted) return Status.TRANSACTION_REQUIRES_ZERO_HOOKS;
  for (const { account, deleted } of ledger.nodes.values())
    if (account === num && !deleted) return Status.ACCOUNT_IS_LINKED_TO_A_NODE;
  return Status.OK;
}

/** Returns whether others depend on the account: as treasury, fee collector, token holder, or future payer. */
function isBound(g: Generator, num: number): boolean {
  const { ledger } = g;
  for (const token of ledger.tokens.values()) {
    if (token.treasury === num || ledger.relation(num, token.num) !== undefined) return true;
    for (const fee of [...token.fixedFees, ...token.fractionalFees, ...token.royaltyFees]) {
      if (fee.collector === num) return true;
    }
  }
  for (const topic of ledger.topics.values())
    if (topic.fees.some((fee) => fee.collector === num)) return true;
  for (const { num: open } of ledger.openSchedules.values()) {
    if (ledger.schedules.need(open).payer === num) return true;
  }
  return false;
}
