import { encodeEntityId } from '../kernel/entity-id.ts';

/** Where the entities of a network live: all have its shard and realm. */
export interface Network {
  readonly shard: bigint;
  readonly realm: bigint;
}

/** The packed id of the entity of a network with a number. Throws `RangeError` for a number that is none. */
export function idInNetwork({ shard, realm }: Network, num: bigint): bigint {
  return encodeEntityId(shard, realm, num);
}

/** Entities with numbers up to this one are the network's own. */
export const LAST_SYSTEM_ENTITY = 1000n;

/** The number of the first entity that a user made. */
export const FIRST_USER_ENTITY = LAST_SYSTEM_ENTITY + 1n;
