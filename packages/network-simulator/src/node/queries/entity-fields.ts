import type { proto } from '@tain/protos/services';
import type { Account, KeySpec, LedgerId } from '../../ledger/entities.ts';
import { accountId, duration, long, timestamp } from '../../ledger/ids.ts';
import { keyMessage, NO_KEY } from '../../ledger/key-message.ts';
import { dayOf, type Ledger } from '../../ledger/ledger.ts';
import { pendingReward } from '../../ledger/staking.ts';

/** Fields that responses about several kinds of entities have in common. */

const NANOS_PER_SECOND = 1_000_000_000n;
const SECONDS_PER_DAY = 86_400;
/** Ledger id of a local network before it publishes one. */
const LOCAL_LEDGER = Uint8Array.of(3);

/** Returns the network's ledger id: the last published one. */
export function ledgerId(ledger: Ledger): Uint8Array {
  let newest: Pick<LedgerId, 'id' | 'publishedAt'> = { id: LOCAL_LEDGER, publishedAt: -1n };
  for (const row of ledger.ledgerIds.values()) if (row.publishedAt > newest.publishedAt) newest = row;
  return newest.id;
}

/** Returns the key for a field that is absent when there is none. */
export function optionalKey(ledger: Ledger, spec: KeySpec | null): proto.IKey | null {
  return spec === null ? null : keyMessage(ledger.keys, spec);
}

/** Returns the key for a field that is an empty list when there is none. */
export function requiredKey(ledger: Ledger, spec: KeySpec | null): proto.IKey {
  return spec === null ? NO_KEY : keyMessage(ledger.keys, spec);
}

/** Returns the account for a field that is absent when there is none (0). */
export function optionalAccount(num: number): proto.IAccountID | null {
  return num === 0 ? null : accountId(num);
}

/** Returns the expiry of an entity, in whole seconds: the set time, or one renewal period after its creation. */
export function expiry(row: {
  readonly expiration: bigint | null;
  readonly createdAt: bigint;
  readonly autoRenewPeriod: number | null;
}): proto.ITimestamp {
  const period = BigInt(row.autoRenewPeriod ?? 0) * NANOS_PER_SECOND;
  const nanos = row.expiration ?? row.createdAt + period;
  return timestamp(nanos - (nanos % NANOS_PER_SECOND));
}

/** Returns the EVM address of an account, as hex. */
export function addressHex(ledger: Ledger, num: number): string {
  return Buffer.from(ledger.addressOf(num)).toString('hex');
}

/** Returns the fields that account and contract infos have in common. */
export function accountFields(ledger: Ledger, account: Readonly<Account>, now: bigint) {
  return {
    accountID: accountId(account.num),
    contractAccountID: addressHex(ledger, account.num),
    deleted: account.deleted,
    memo: account.memo,
    balance: long(account.balance),
    expirationTime: expiry(account),
    autoRenewPeriod: duration(account.autoRenewPeriod),
    maxAutomaticTokenAssociations: account.maxAutoAssociations,
    ledgerId: ledgerId(ledger),
    stakingInfo: stakingInfo(ledger, account, now),
  };
}

function stakingInfo(ledger: Ledger, account: Readonly<Account>, now: bigint): proto.IStakingInfo {
  const { declineReward, stakedNodeId, stakedAccountId, stakePeriodStart, stakedToMe } = account;
  const common = { declineReward, stakedToMe: long(stakedToMe) };
  if (stakedAccountId !== 0) return { ...common, stakedAccountId: accountId(stakedAccountId) };
  if (stakedNodeId < 0) return common;
  return {
    ...common,
    stakedNodeId: long(stakedNodeId),
    stakePeriodStart: { seconds: long(stakePeriodStart * SECONDS_PER_DAY) },
    pendingReward: long(pendingReward(ledger, account, dayOf(now))),
  };
}
