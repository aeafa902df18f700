import type { Item } from '../decode/item.ts';

const MAX_SMALLINT = 32_767;
/** `ResponseCodeEnum.UNKNOWN`: no result that the network reports has this number. */
const UNKNOWN_RESULT = 21;
/** `DATA_NOT_SET` of a transaction body: an operation that is unknown to this program. */
const UNKNOWN_TYPE = 0;

/** Returns `value` if it fits into a smallint, else `otherwise`. Numbers of a later network may be larger. */
export function smallInt<T extends number | null>(value: number, otherwise: T): number | T {
  return value >= -MAX_SMALLINT - 1 && value <= MAX_SMALLINT ? value : otherwise;
}

/** Returns an item's result as stored in columns. */
export function resultNumber(item: Item): number {
  return smallInt(item.status, UNKNOWN_RESULT);
}

/** Returns an item's type as stored in columns. */
export function typeNumber(item: Item): number {
  return smallInt(item.type, UNKNOWN_TYPE);
}
