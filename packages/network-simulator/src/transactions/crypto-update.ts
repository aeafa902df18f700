import type { proto } from '@tain/protos/hapi';
import type { Draft } from '../ledger/draft.ts';
import type { Account } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { accountId, aliasId, duration, long, nanosOf, numOf, timestamp } from '../ledger/ids.ts';
import { keyMessage, specOf } from '../ledger/key-message.ts';
import { dayOf } from '../ledger/ledger.ts';
import { AUTO_RENEW_PERIOD } from '../ledger/new-account.ts';
import { payReward } from '../ledger/staking.ts';
import { Status } from '../ledger/status.ts';
import { keep } from '../ledger/table.ts';
import { delegateAddress } from './delegation.ts';
import type { Generator } from './generator.ts';
import { isUser } from './generator.ts';
import { applyHooks, randomHook } from './hooks.ts';
import type { KindRules } from './kind.ts';
import { accountStatus } from './token-status.ts';

export const cryptoUpdate: KindRules = {
  weight: 14,

  generate(g) {
    const { random } = g;
    const end = random.chance(0.02) ? endHook(g) : null;
    if (end !== null) return end;
    const account = g.payer();
    const body: proto.ICryptoUpdateTransactionBody = { accountIDToUpdate: accountId(account.num) };
    const signers = [...g.keysOf(account.num)];
    const kind = random.unit();
    if (kind < 0.3) body.memo = { value: random.chance(0.1) ? '' : `memo ${random.word().toString(36)}` };
    else if (kind < 0.65) stake(g, account, body);
    else if (kind < 0.75) body.maxAutomaticTokenAssociations = { value: random.pick([-1, 10, 50, 200]) };
    else if (kind < 0.8)
      body.receiverSigRequiredWrapper = { value: account.receiverSigRequired ? false : random.chance(0.3) };
    else if (kind < 0.85) body.autoRenewPeriod = duration(AUTO_RENEW_PERIOD + random.below(500_000));
    else if (kind < 0.9) body.expirationTime = timestamp(g.at + 10_000_000_000_000_000n);
    else if (kind < 0.905) body.proxyAccountID = accountId(g.other(account.num).num);
    else if (kind < 0.91) body.receiverSigRequired = account.receiverSigRequired;
    else if (kind < 0.925) changeHooks(g, account.num, body);
    else if (kind < 0.94) body.delegationAddress = delegateAddress(g);
    else {
      const key = g.keySpec();
      body.key = keyMessage(g.ledger.keys, key);
      signers.push(...key.refs);
    }
    if (account.alias !== null && random.chance(0.2)) body.accountIDToUpdate = aliasId(account.alias);
    if (g.failing()) {
      return random.chance(0.5)
        ? {
            data: {
              cryptoUpdateAccount: { ...body, accountIDToUpdate: accountId(g.other(account.num).num) },
            },
            payer: account.num,
          }
        : {
            data: { cryptoUpdateAccount: { ...body, memo: { value: 'm'.repeat(101) } } },
            payer: account.num,
            signers,
          };
    }
    return { data: { cryptoUpdateAccount: body }, payer: account.num, signers };
  },

  apply(x) {
    const body = x.body.cryptoUpdateAccount ?? {};
    const num = numByAlias(x, body.accountIDToUpdate);
    const status = accountStatus(x, num);
    if (status !== Status.OK) return status;
    if (!x.signedByAccount(num)) return Status.INVALID_SIGNATURE;
    const key = body.key ? specOf(x.ledger.keys, body.key) : null;
    if (body.key && !x.signedBy(key)) return Status.INVALID_SIGNATURE;
    if (Buffer.byteLength(body.memo?.value ?? '') > 100) return Status.MEMO_TOO_LONG;
    const slots = body.maxAutomaticTokenAssociations?.value ?? -1;
    if (slots !== -1 && slots < x.ledger.accounts.need(num).usedAutoAssociations) {
      return Status.EXISTING_AUTOMATIC_ASSOCIATIONS_EXCEED_GIVEN_LIMIT;
    }
    const account = x.ledger.accounts.edit(num);
    if (key !== null) account.key = key;
    if (body.memo) account.memo = body.memo.value ?? '';
    if (body.maxAutomaticTokenAssociations)
      account.maxAutoAssociations = body.maxAutomaticTokenAssociations.value ?? 0;
    if (body.receiverSigRequiredWrapper)
      account.receiverSigRequired = body.receiverSigRequiredWrapper.value ?? false;
    // The old field could only switch the requirement on.
    if (body.receiverSigRequired) account.receiverSigRequired = true;
    if (body.proxyAccountID) account.proxy = numOf(body.proxyAccountID.accountNum);
    if (body.autoRenewPeriod) account.autoRenewPeriod = numOf(body.autoRenewPeriod.seconds);
    if (body.expirationTime) {
      account.expiration = nanosOf(body.expirationTime);
    }
    if (body.delegationAddress?.length) account.delegation = keep(body.delegationAddress);
    applyStake(x, num, body);
    const hooks = applyHooks(x, num, body.hookCreationDetails ?? [], (body.hookIdsToDelete ?? []).map(numOf));
    return hooks === Status.OK ? Status.SUCCESS : hooks;
  },
};

/** The account with that number or alias; 0 when there is none. */
function numByAlias(x: Execution, id: proto.IAccountID | null | undefined): number {
  return id?.alias?.length ? x.ledger.resolveAlias(id.alias) : numOf(id?.accountNum);
}

/** Removes a hook, sometimes with a new one in its place. */
function endHook(g: Generator): Draft | null {
  const hook = g.find(g.ledger.hooks, (row) => {
    const owner = g.ledger.accounts.need(row.owner);
    return !row.deleted && isUser(owner) && owner.key !== null;
  });
  if (hook === undefined) return null;
  const anew = g.random.chance(0.3) ? randomHook(g, hook.owner, hook.id) : null;
  const body: proto.ICryptoUpdateTransactionBody = {
    accountIDToUpdate: accountId(hook.owner),
    hookIdsToDelete: [long(hook.id)],
    ...(anew === null ? null : { hookCreationDetails: [anew] }),
  };
  const signers = g.keysOf(hook.owner);
  return { data: { cryptoUpdateAccount: body }, payer: g.payer().num, signers };
}

/** Adds or removes a hook. */
function changeHooks(g: Generator, owner: number, body: proto.ICryptoUpdateTransactionBody): void {
  const old = g.find(g.ledger.hooks, (row) => row.owner === owner && !row.deleted);
  if (old !== undefined && g.random.chance(0.4)) body.hookIdsToDelete = [long(old.id)];
  const hook = randomHook(g, owner);
  if (hook !== null && (old === undefined || g.random.chance(0.6))) body.hookCreationDetails = [hook];
}

/** A change of staking: to a node, to another account, or to nobody; or of the wish for rewards. */
function stake(g: Generator, account: Readonly<Account>, body: proto.ICryptoUpdateTransactionBody): void {
  const { random } = g;
  const kind = random.unit();
  if (kind < 0.5) body.stakedNodeId = long(random.below(4));
  else if (kind < 0.65) body.stakedAccountId = accountId(g.other(account.num).num);
  else if (kind < 0.75 && account.num > 1010) {
    // The sentinels that end staking.
    if (account.stakedNodeId >= 0) body.stakedNodeId = long(-1);
    else body.stakedAccountId = accountId(0);
  } else body.declineReward = { value: !account.declineReward };
}

/** Applies staking fields of accounts and contracts. Rewards earned so far are paid first. */
export function applyStake(
  x: Execution,
  num: number,
  body: Pick<proto.ICryptoUpdateTransactionBody, 'stakedNodeId' | 'stakedAccountId' | 'declineReward'>,
): void {
  if (!body.stakedNodeId && !body.stakedAccountId && !body.declineReward) return;
  payReward(x, num);
  const account = x.ledger.accounts.edit(num);
  if (body.stakedNodeId) {
    account.stakedNodeId = numOf(body.stakedNodeId);
    account.stakedAccountId = 0;
  } else if (body.stakedAccountId) {
    account.stakedAccountId = numOf(body.stakedAccountId.accountNum);
    account.stakedNodeId = -1;
  }
  if (body.declineReward) account.declineReward = body.declineReward.value ?? false;
  account.stakePeriodStart = dayOf(x.at);
}

export const cryptoDelete: KindRules = {
  weight: 1,

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

  apply(x) {
    const body = x.body.cryptoDelete ?? {};
    const num = numOf(body.deleteAccountID?.accountNum);
    const heir = numOf(body.transferAccountID?.accountNum);
    if (num === heir) return Status.TRANSFER_ACCOUNT_SAME_AS_DELETE_ACCOUNT;
    for (const party of [num, heir]) {
      const status = accountStatus(x, party);
      if (status !== Status.OK) return status;
    }
    if (!x.signedByAccount(num)) return Status.INVALID_SIGNATURE;
    const receiver = x.ledger.accounts.need(heir);
    if (receiver.receiverSigRequired && !x.signedByAccount(heir)) return Status.INVALID_SIGNATURE;
    if (x.payer === num) return Status.INVALID_ACCOUNT_ID;
    payReward(x, num);
    x.moveHbar(num, heir, x.ledger.accounts.need(num).balance);
    const account = x.ledger.accounts.edit(num);
    account.deleted = true;
    account.obtainer = heir;
    return Status.SUCCESS;
  },
};

/** Whether others depend on the account: as treasury, fee collector, token holder, or future payer. */
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
