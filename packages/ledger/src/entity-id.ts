/**
 * Entity ids: shard 10 bits, realm 16 bits, num 38 bits, packed in a signed 64-bit integer as the
 * tables hold them (`shard << 54 | realm << 38 | num`, shard sign-extended). With shard and realm
 * 0 the packed value is the num itself.
 */
export interface EntityIdParts {
  readonly shard: bigint;
  readonly realm: bigint;
  readonly num: bigint;
}

export const MAX_SHARD = (1n << 10n) - 1n;
export const MAX_REALM = (1n << 16n) - 1n;
export const MAX_NUM = (1n << 38n) - 1n;

/** Packs an id. Throws `RangeError` when a part does not fit its bits or is negative. */
export function encodeEntityId(shard: bigint, realm: bigint, num: bigint): bigint {
  if (shard < 0n || shard > MAX_SHARD || realm < 0n || realm > MAX_REALM || num < 0n || num > MAX_NUM) {
    throw new RangeError(`entity id out of range: ${shard}.${realm}.${num}`);
  }
  if (shard === 0n && realm === 0n) return num;
  return BigInt.asIntN(64, (shard << 54n) | (realm << 38n) | num);
}

/** Unpacks an id. */
export function decodeEntityId(id: bigint): EntityIdParts {
  const unsigned = BigInt.asUintN(64, id);
  return { shard: unsigned >> 54n, realm: (unsigned >> 38n) & MAX_REALM, num: unsigned & MAX_NUM };
}

/** `shard.realm.num`. */
export function printEntityId(id: bigint): string {
  if (id >= 0n && id <= MAX_NUM) return `0.0.${id}`;
  const { shard, realm, num } = decodeEntityId(id);
  return `${shard}.${realm}.${num}`;
}
