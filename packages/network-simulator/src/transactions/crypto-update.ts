import type { proto } from '@tain/protos/hapi';
import type { Draft } from '../ledger/draft.ts';
import type { Account } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { accountId, aliasId, duration, long, nanosOf, numOf, timestamp } from '../ledger/ids.ts';
import { keyMessage, specOf } from '../ledger/key-message.ts';
import { TREASURY } from '../ledger/ledger.ts';
import {
  autoRenewStatus,
  LAST_SYSTEM_ENTITY,
  memoStatus,
  newExpiryStatus,
  slotsStatus,
} from '../ledger/limits.ts';
import { accountNumber, aliasedAccount } from '../ledger/named.ts';
import { AUTO_RENEW_SECONDS } from '../ledger/new-account.ts';
import { check, must, ruled } from '../ledger/refusal.ts';
import { accountSigns, keySigns, SUPERUSERS } from '../ledger/required-keys.ts';
import { Status } from '../ledger/status.ts';
import { ownCopy } from '../ledger/table.ts';
import { isRemoval, isValidKey, keyStatus } from '../ledger/valid-key.ts';
import { delegateAddress } from './delegation.ts';
import { keysAndHooks } from './fee-units.ts';
import type { Generator } from './generator.ts';
import { isUser } from './generator.ts';
import { applyHooks, hookDetailsStatus, randomHook } from './hooks.ts';
import type { KindRules } from './kind.ts';
import { applyStake, stakeStatus } from './stake.ts';
import { accountStatus } from './token-status.ts';

export const cryptoUpdate: KindRules = {
  weight: 14,
  isSchedulable: true,
  fee: {
    of: 'CryptoUpdate',
    units: ({ cryptoUpdateAccount: op }) => keysAndHooks(op?.key, op),
  },

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
    else if (kind < 0.85) body.autoRenewPeriod = duration(AUTO_RENEW_SECONDS + random.below(200_000));
    else if (kind < 0.9) body.expirationTime = timestamp(g.at + 8_000_000_000_000_000n);
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

  pure({ cryptoUpdateAccount: body }) {
    check(Boolean(body?.accountIDToUpdate), Status.ACCOUNT_ID_DOES_NOT_EXIST);
    must(hookDetailsStatus(body?.hookCreationDetails ?? [], body?.hookIdsToDelete ?? []));
  },

  apply: ruled((x) => {
    const body = x.body.cryptoUpdateAccount ?? {};
    const { ledger } = x;
    const deletions = body.hookIdsToDelete ?? [];
    const num = aliasedAccount(x, body.accountIDToUpdate);
    const waived = systemUpdate(x, num);
    if (!waived) accountSigns(x, num, Status.INVALID_ACCOUNT_ID);
    if (body.key && !(waived && num !== TREASURY)) {
      check(isValidKey(body.key), Status.INVALID_ADMIN_KEY);
      keySigns(x, body.key);
    }

    must(accountStatus(x, num));
    const before = ledger.accounts.need(num);
    if (body.memo) must(memoStatus(body.memo.value));
    if (body.key && !isRemoval(body.key)) must(keyStatus(body.key));
    if (body.autoRenewPeriod) must(autoRenewStatus(body.autoRenewPeriod));
    must(stakeStatus(x, body, true));
    check(!before.contract, Status.INVALID_ACCOUNT_ID);
    if (body.expirationTime) must(newExpiryStatus(x.at, body.expirationTime, before));
    const slots = body.maxAutomaticTokenAssociations?.value ?? -1;
    must(slotsStatus(slots));
    check(
      slots === -1 || slots >= before.usedAutoAssociations,
      Status.EXISTING_AUTOMATIC_ASSOCIATIONS_EXCEED_GIVEN_LIMIT,
    );

    const account = ledger.accounts.edit(num);
    if (body.key) account.key = specOf(ledger.keys, body.key);
    if (body.memo) account.memo = body.memo.value ?? '';
    if (body.maxAutomaticTokenAssociations)
      account.maxAutoAssociations = body.maxAutomaticTokenAssociations.value ?? 0;
    // The old field could only enable the requirement.
    if (body.receiverSigRequiredWrapper)
      account.receiverSigRequired = body.receiverSigRequiredWrapper.value ?? false;
    else if (body.receiverSigRequired) account.receiverSigRequired = true;
    if (body.proxyAccountID) account.proxy = accountNumber(body.proxyAccountID);
    if (body.autoRenewPeriod) account.autoRenewPeriod = numOf(body.autoRenewPeriod.seconds);
    if (body.expirationTime) account.expiration = nanosOf(body.expirationTime);
    if (body.delegationAddress?.length) account.delegation = ownCopy(body.delegationAddress);
    applyStake(x, num, body);
    must(applyHooks(x, num, body.hookCreationDetails ?? [], deletions));
    return Status.SUCCESS;
  }),
};

/**
 * Returns whether superusers change an account of the network, whose key need not sign. The treasury must sign for
 * itself.
 */
function systemUpdate(x: Execution, num: number): boolean {
  if (num < 1 || num > LAST_SYSTEM_ENTITY) return false;
  check(num !== TREASURY || x.payer === TREASURY, Status.AUTHORIZATION_FAILED);
  return SUPERUSERS.includes(x.payer);
}

/** Removes a hook, or sometimes replaces it. */
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

/** Changes staking: to a node, to another account, or to none; or whether rewards are declined. */
function stake(g: Generator, account: Readonly<Account>, body: proto.ICryptoUpdateTransactionBody): void {
  const { random } = g;
  const kind = random.unit();
  if (kind < 0.5) body.stakedNodeId = long(random.below(4));
  else if (kind < 0.65) body.stakedAccountId = accountId(g.other(account.num).num);
  else if (kind < 0.75 && account.num > 1010) {
    // Values that end staking.
    if (account.stakedNodeId >= 0) body.stakedNodeId = long(-1);
    else body.stakedAccountId = accountId(0);
  } else body.declineReward = { value: !account.declineReward };
}
