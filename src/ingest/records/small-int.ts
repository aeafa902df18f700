import type { Item } from '../decode/item.ts';

const LARGEST = 32_767;
/** `ResponseCodeEnum.UNKNOWN`: no result that the network reports has this number. */
const UNKNOWN_RESULT = 21;
/** `DATA_NOT_SET` of a transaction body: an operation that this program does not know. */
const UNKNOWN_TYPE = 0;

/** `value` if a smallint holds it, else `otherwise`. Numbers of a later network may be larger. */
export function smallInt<T extends number | null>(value: number, otherwise: T): number | T {
  return value >= -LARGEST - 1 && value <= LARGEST ? value : otherwise;
}

/** An item's result as columns hold it. */
export function resultNumber(item: Item): number {
  return smallInt(item.status, UNKNOWN_RESULT);
}

/** An item's type as columns hold it. */
export function typeNumber(item: Item): number {
  return smallInt(item.type, UNKNOWN_TYPE);
}
