import { proto } from '@tain/protos/hapi';
import Long from 'long';
import type { Account, Airdrop, File, KeySpec, Relation, Token, Topic } from '../ledger/entities.ts';
import { accountId, fileId, long, tokenId, topicId } from '../ledger/ids.ts';
import { keyMessage, NO_KEY } from '../ledger/key-message.ts';
import type { KeyRing } from '../ledger/keys.ts';

/** A generated message class. */
interface MessageType<T> {
  readonly prototype: T;
  encode(message: T): { finish(): Uint8Array };
}

/**
 * Encodes an entity of the state as consensus nodes do: a top-level field without presence is omitted if it is 0 or
 * empty. Members of a oneof and messages have presence.
 */
export function entityBytes<T extends object>(type: MessageType<T>, entity: T): Uint8Array {
  const defaults = type.prototype as Readonly<Record<string, unknown>>;
  const fields = Object.entries(entity).filter(([name, value]) => !isDefault(value, defaults[name]));
  return type.encode(Object.fromEntries(fields) as T).finish();
}

/**
 * Returns whether a value is the default of its field. `fallback`: the value of an absent field; null for a field with
 * presence.
 */
function isDefault(value: unknown, fallback: unknown): boolean {
  if (fallback === null || fallback === undefined) return false;
  if (Long.isLong(value)) return value.isZero();
  if (value instanceof Uint8Array || Array.isArray(value)) return value.length === 0;
  return value === fallback;
}

const NANOS_PER_SECOND = 1_000_000_000n;

/** The lists that begin at an account: their first keys and their lengths. */
export interface AccountLists {
  /** Storage slots. `first`: 64 hex digits; empty: none. */
  readonly slots: { readonly first: string; readonly count: number };
  readonly airdrops: { readonly first: proto.IPendingAirdropId | null; readonly count: number };
}

/** Returns the `proto.Account` of the network's state. */
export function accountValue(
  account: Readonly<Account>,
  keys: KeyRing,
  { slots, airdrops }: AccountLists,
): Uint8Array {
  const { num, contract, delegation, key, stakedNodeId, stakedAccountId } = account;
  return entityBytes(proto.Account, {
    accountId: accountId(num),
    // A contract's alias is its EVM address.
    alias: (contract ? account.evmAddress : account.alias) ?? new Uint8Array(),
    key: key ? keyMessage(keys, key) : NO_KEY,
    ...expirationOf(account.expiration),
    tinybarBalance: long(account.balance),
    memo: account.memo,
    deleted: account.deleted,
    ...(stakedAccountId > 0 && { stakedAccountId: accountId(stakedAccountId) }),
    ...(stakedAccountId === 0 && stakedNodeId >= 0 && { stakedNodeId: long(stakedNodeId) }),
    declineReward: account.declineReward,
    receiverSigRequired: account.receiverSigRequired,
    maxAutoAssociations: account.maxAutoAssociations,
    usedAutoAssociations: account.usedAutoAssociations,
    smartContract: contract,
    ethereumNonce: long(account.ethereumNonce),
    autoRenewSeconds: long(account.autoRenewPeriod),
    contractKvPairsNumber: slots.count,
    firstContractStorageKey: Buffer.from(slots.first, 'hex'),
    ...(airdrops.first && { headPendingAirdropId: airdrops.first }),
    numberPendingAirdrops: long(airdrops.count).toUnsigned(),
    ...(delegation && { delegationAddress: delegation }),
  });
}

/** Returns the `proto.Token` of the network's state, without its custom fees. */
export function tokenValue(token: Readonly<Token>, keys: KeyRing): Uint8Array {
  return entityBytes(proto.Token, {
    tokenId: tokenId(token.num),
    name: token.name,
    symbol: token.symbol,
    decimals: token.decimals,
    totalSupply: long(token.totalSupply),
    treasuryAccountId: accountId(token.treasury),
    ...keyOf('adminKey', token.adminKey, keys),
    ...keyOf('kycKey', token.kycKey, keys),
    ...keyOf('freezeKey', token.freezeKey, keys),
    ...keyOf('wipeKey', token.wipeKey, keys),
    ...keyOf('supplyKey', token.supplyKey, keys),
    ...keyOf('feeScheduleKey', token.feeScheduleKey, keys),
    ...keyOf('pauseKey', token.pauseKey, keys),
    lastUsedSerialNumber: long(token.lastSerial),
    deleted: token.deleted,
    tokenType: token.nonFungible ? 1 : 0,
    supplyType: token.maxSupply > 0n ? 1 : 0,
    ...(token.autoRenewAccount > 0 && { autoRenewAccountId: accountId(token.autoRenewAccount) }),
    autoRenewSeconds: long(token.autoRenewPeriod ?? 0),
    ...expirationOf(token.expiration),
    memo: token.memo,
    maxSupply: long(token.maxSupply),
    paused: token.paused,
    accountsFrozenByDefault: token.freezeDefault,
    metadata: token.metadata,
    ...keyOf('metadataKey', token.metadataKey, keys),
  });
}

/** Returns the `proto.Topic` of the network's state, without its custom fees. */
export function topicValue(topic: Readonly<Topic>, keys: KeyRing): Uint8Array {
  return entityBytes(proto.Topic, {
    topicId: topicId(topic.num),
    sequenceNumber: long(topic.sequenceNumber),
    ...expirationOf(topic.expiration),
    autoRenewPeriod: long(topic.autoRenewPeriod),
    ...(topic.autoRenewAccount > 0 && { autoRenewAccountId: accountId(topic.autoRenewAccount) }),
    deleted: topic.deleted,
    runningHash: topic.runningHash,
    memo: topic.memo,
    ...keyOf('adminKey', topic.adminKey, keys),
    ...keyOf('submitKey', topic.submitKey, keys),
    ...keyOf('feeScheduleKey', topic.feeScheduleKey, keys),
    feeExemptKeyList: topic.feeExempt.map((key) => keyMessage(keys, key)),
  });
}

/** Returns the `proto.File` of the network's state. */
export function fileValue(file: Readonly<File>, keys: KeyRing): Uint8Array {
  return entityBytes(proto.File, {
    fileId: fileId(file.num),
    ...expirationOf(file.expiration),
    keys: { keys: file.keys.map((ref) => keys.get(ref).message) },
    contents: file.contents,
    memo: file.memo,
    deleted: file.deleted,
  });
}

/** Returns the `proto.TokenRelation` of the network's state. */
export function relationValue(relation: Readonly<Relation>): Uint8Array {
  return entityBytes(proto.TokenRelation, {
    tokenId: tokenId(relation.token),
    accountId: accountId(relation.account),
    balance: long(relation.balance),
    frozen: relation.frozen,
    kycGranted: relation.kyc,
    automaticAssociation: relation.automatic,
  });
}

/** Returns the `proto.AccountPendingAirdrop` of the network's state; an NFT has no amount. */
export function airdropValue(
  { serial, amount }: Readonly<Airdrop>,
  previousAirdrop: proto.IPendingAirdropId | null,
  nextAirdrop: proto.IPendingAirdropId | null,
): Uint8Array {
  return entityBytes(proto.AccountPendingAirdrop, {
    ...(serial === 0 && { pendingAirdropValue: { amount: long(amount).toUnsigned() } }),
    ...(previousAirdrop && { previousAirdrop }),
    ...(nextAirdrop && { nextAirdrop }),
  });
}

/** Returns the `proto.SlotValue` of the network's state. `previous`, `next`: keys in hex, or empty. */
export function slotValue(value: Uint8Array, previous: string, next: string): Uint8Array {
  const [previousKey, nextKey] = [Buffer.from(previous, 'hex'), Buffer.from(next, 'hex')];
  return entityBytes(proto.SlotValue, { value, previousKey, nextKey });
}

function keyOf<N extends string>(name: N, key: KeySpec | null, keys: KeyRing): { [K in N]?: proto.IKey } {
  return key === null ? {} : ({ [name]: keyMessage(keys, key) } as { [K in N]: proto.IKey });
}

/** Returns the expiry in seconds. `expiration`: nanoseconds. */
function expirationOf(expiration: bigint | null): Pick<proto.IAccount, 'expirationSecond'> {
  return expiration === null ? {} : { expirationSecond: long(expiration / NANOS_PER_SECOND) };
}
