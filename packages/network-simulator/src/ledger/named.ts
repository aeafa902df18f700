import type { proto } from '@tain/protos/hapi';
import type Long from 'long';
import type { Execution } from './execution.ts';
import { longToBigInt } from './long.ts';

/**
 * Resolution of ids in requests. The network is shard 0, realm 0. Ids of other shards, and negative or impossible
 * numbers, resolve to 0, which is no entity.
 */

/** Maximum entity number and serial number (keys of tables pack two of them). */
const MAX_NUM = 0x3ff_ffff;

interface InRealm {
  readonly shardNum?: Long | null;
  readonly realmNum?: Long | null;
}

/** Returns the number of an entity or NFT; 0 for an impossible number. */
export function numberOf(value: Long | null | undefined): number {
  const num = longToBigInt(value);
  return num > 0n && num <= MAX_NUM ? Number(num) : 0;
}

function inRealm(id: InRealm | null | undefined, num: Long | null | undefined): number {
  return longToBigInt(id?.shardNum) === 0n && longToBigInt(id?.realmNum) === 0n ? numberOf(num) : 0;
}

/** Returns the number in an account id, even if the account does not exist; 0 for an alias. */
export function accountNumber(id: proto.IAccountID | null | undefined): number {
  return id?.alias?.length ? 0 : inRealm(id, id?.accountNum);
}

/** Returns the number of an account by number, alias or EVM address; 0 for an unknown alias. */
export function aliasedAccount(x: Execution, id: proto.IAccountID | null | undefined): number {
  if (!id?.alias?.length) return accountNumber(id);
  return isInRealm(id) ? x.ledger.resolveAlias(id.alias) : 0;
}

/** Returns whether an id is of the network's shard and realm. */
export function isInRealm(id: InRealm): boolean {
  return longToBigInt(id.shardNum) === 0n && longToBigInt(id.realmNum) === 0n;
}

export const tokenNumber = (id: proto.ITokenID | null | undefined): number => inRealm(id, id?.tokenNum);
export const topicNumber = (id: proto.ITopicID | null | undefined): number => inRealm(id, id?.topicNum);
export const fileNumber = (id: proto.IFileID | null | undefined): number => inRealm(id, id?.fileNum);
export const scheduleNumber = (id: proto.IScheduleID | null | undefined): number =>
  inRealm(id, id?.scheduleNum);

/** Returns the number of a contract by number or EVM address; 0 for an unknown address. */
export function contractNumber(x: Execution, id: proto.IContractID | null | undefined): number {
  if (!id?.evmAddress?.length) return inRealm(id, id?.contractNum);
  return isInRealm(id) ? x.ledger.resolveAlias(id.evmAddress) : 0;
}

/** Returns the id of a node, which may be 0; -1 for an impossible one. */
export function nodeNumber(value: Long | null | undefined): number {
  const num = longToBigInt(value);
  return num >= 0n && num <= MAX_NUM ? Number(num) : -1;
}

/** Returns whether an id is 0.0.0, with which updates remove an account from a role. */
export function isZeroId(id: proto.IAccountID | null | undefined): boolean {
  return Boolean(id) && !id?.alias?.length && longToBigInt(id?.accountNum) === 0n && isInRealm(id ?? {});
}

/** Returns an id as a comparable key, for lists that must not name an entity twice. */
export function accountKey(id: proto.IAccountID | null | undefined): string {
  const { shardNum, realmNum, accountNum, alias } = id ?? {};
  const name = alias?.length ? `a${Buffer.from(alias).toString('hex')}` : String(longToBigInt(accountNum));
  return `${longToBigInt(shardNum)}.${longToBigInt(realmNum)}.${name}`;
}

/** Returns a token id as a comparable key. */
export function tokenKey(id: proto.ITokenID | null | undefined): string {
  return [id?.shardNum, id?.realmNum, id?.tokenNum].map(longToBigInt).join('.');
}

/** Returns whether a list has an entry twice. */
export function repeats(keys: readonly (string | number | bigint)[]): boolean {
  return new Set(keys).size < keys.length;
}
