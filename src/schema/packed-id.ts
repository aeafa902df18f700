import { MAX_NUM, MAX_REALM, MAX_SHARD } from '../kernel/entity-id.ts';

/** Packed ids in SQL (`kernel/entity-id.ts` has the form): parts of the id that an expression gives, as SQL text. */

export function numOf(id: string): string {
  return `(${id} & ${MAX_NUM})`;
}

export function realmOf(id: string): string {
  return `((${id} >> 38) & ${MAX_REALM})`;
}

export function shardOf(id: string): string {
  return `((${id} >> 54) & ${MAX_SHARD})`;
}
