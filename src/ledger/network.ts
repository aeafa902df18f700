import { encodeEntityId } from '../kernel/entity-id.ts';

/** Shard and realm that all entities of a network have. */
export interface Network {
  readonly shard: bigint;
  readonly realm: bigint;
}

/** Returns the packed id of an entity of a network by its number. Throws `RangeError` when the number is out of range. */
export function idInNetwork({ shard, realm }: Network, num: bigint): bigint {
  return encodeEntityId(shard, realm, num);
}

/** Highest number of the network's own entities. */
export const LAST_SYSTEM_ENTITY = 1000n;

/** Number of the first entity created by a user. */
export const FIRST_USER_ENTITY = LAST_SYSTEM_ENTITY + 1n;
