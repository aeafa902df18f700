import type { Account, KeySpec } from './entities.ts';
import type { KeyRef } from './keys.ts';

export const AUTO_RENEW_SECONDS = 7_776_000;

/** Returns the requirement of a single key. */
export function oneKey(ref: KeyRef): KeySpec {
  return { refs: [ref], form: 'key', threshold: 1 };
}

/** Returns an account row with default values. */
export function newAccount(num: number, createdAt: bigint, key: KeySpec | null): Account {
  return {
    num,
    contract: false,
    balance: 0n,
    key,
    alias: null,
    evmAddress: null,
    memo: '',
    autoRenewPeriod: AUTO_RENEW_SECONDS,
    autoRenewAccount: 0,
    expiration: null,
    proxy: 0,
    receiverSigRequired: false,
    maxAutoAssociations: 0,
    usedAutoAssociations: 0,
    stakedNodeId: -1,
    stakedAccountId: 0,
    declineReward: false,
    stakePeriodStart: -1,
    balanceAtDayStart: 0n,
    balanceDay: -1,
    stakedToMe: 0n,
    ethereumNonce: 0,
    delegation: null,
    obtainer: 0,
    deleted: false,
    createdAt,
    hollow: false,
    hollowKey: 0,
  };
}
