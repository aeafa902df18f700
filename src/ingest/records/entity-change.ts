import { longToBigInt } from '@tain/ledger/long';
import { epochDay } from '@tain/ledger/staking';
import type { proto } from '@tain/protos/hapi';
import type { StateRow } from '../../store/schema/current-state-tables.ts';
import { hapiAtLeast, type Item } from '../decode/item.ts';
import type { Context } from './context.ts';
import { accountIdOf } from './ids.ts';

export type EntityType = 'ACCOUNT' | 'CONTRACT' | 'FILE' | 'TOPIC' | 'TOKEN' | 'SCHEDULE';
export type EntityFields = Partial<StateRow<'entity'>>;

/** Adds an entity that an item created. */
export function createEntity(
  item: Item,
  id: bigint,
  type: EntityType,
  fields: EntityFields,
  { state }: Context,
): void {
  if (id === 0n) return;
  const at = item.consensusTimestamp;
  state.entity.version(at, { ...fields, id, type, created_timestamp: at, deleted: false });
}

/** Changes an entity: only the given fields change. */
export const updateEntity = versionWith(false);

/** Deletes an entity that an item deleted. */
export const deleteEntity = versionWith(true);

function versionWith(deleted: boolean) {
  return (item: Item, id: bigint, type: EntityType, fields: EntityFields, { state }: Context): void => {
    if (id === 0n) return;
    state.entity.version(item.consensusTimestamp, { ...fields, id, type, deleted });
  };
}

/** Returns whether staking existed at the item's version: since HAPI 0.27 (HIP-406). */
function hasStaking(item: Item): boolean {
  return hapiAtLeast(item, 0, 27);
}

interface StakingFields {
  readonly stakedAccountId?: proto.IAccountID | null;
  readonly stakedNodeId?: { readonly low: number; readonly high: number } | null;
}

/** Returns the staking fields of a new account or contract. */
export function stakingOfCreation(
  item: Item,
  body: StakingFields & { readonly declineReward?: boolean | null },
): EntityFields {
  if (!hasStaking(item)) return {};
  return { decline_reward: body.declineReward ?? false, ...stakedTo(item, body, false) };
}

/** Returns the staking fields that an update changes. Any change begins a new staking period. */
export function stakingOfUpdate(
  item: Item,
  body: StakingFields & { readonly declineReward?: { readonly value?: boolean | null } | null },
): EntityFields {
  if (!hasStaking(item)) return {};
  const fields = stakedTo(item, body, true);
  if (!body.declineReward) return fields;
  return {
    ...fields,
    decline_reward: body.declineReward.value ?? false,
    stake_period_start: epochDay(item.consensusTimestamp),
  };
}

/** Returns the fields of a stake. An account stakes either to an account or to a node: setting one ends the other. */
function stakedTo(item: Item, body: StakingFields, isUpdate: boolean): EntityFields {
  const start = { stake_period_start: epochDay(item.consensusTimestamp) };
  if (body.stakedAccountId) {
    const staked = { ...start, staked_account_id: accountIdOf(body.stakedAccountId) };
    return isUpdate ? { ...staked, staked_node_id: -1n } : staked;
  }
  if (body.stakedNodeId !== null && body.stakedNodeId !== undefined) {
    const staked = { ...start, staked_node_id: longToBigInt(body.stakedNodeId) };
    return isUpdate ? { ...staked, staked_account_id: 0n } : staked;
  }
  return {};
}

/** Returns `fields` without null and undefined: a field that a message does not set stays as it is. */
export function ifSet(
  fields: { readonly [N in keyof EntityFields]: EntityFields[N] | null | undefined },
): EntityFields {
  const set: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields))
    if (value !== null && value !== undefined) set[name] = value;
  return set;
}

/** Returns the columns of a key: its bytes, and the text by which accounts are found. */
export function keyFields(key: Uint8Array | null, publicKey: string | null): EntityFields {
  return key ? { key, public_key: publicKey } : {};
}
