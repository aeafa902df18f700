import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../method/parameter-types.ts';
import { ZERO_WORD } from '../values/hex.ts';

/**
 * Fields of an account in the form of geth's `prestateTracer`. The state afterwards has only the fields that changed.
 */
type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the accounts that an execution used, by address, in the form of geth's `prestateTracer`; with `diff` those
 * that it changed, before and after. `trace` is that of the REST API; undefined for a transaction that was not
 * executed.
 */
export function prestate(trace: unknown, diff: boolean): object {
  const { pre, post } = isObject(trace) ? trace : {};
  const before = byAddress(pre);
  if (!diff) return Object.fromEntries(before);
  const after = byAddress(post).map(([address, fields]): readonly [string, Fields] => {
    const own = new Map(before).get(address);
    return [address, changedFields(own ?? {}, fields)];
  });
  // An account that did not exist before has no fields.
  const existed = before.filter(([, fields]) => Object.keys(fields).length > 0);
  return {
    pre: Object.fromEntries(existed.map(([address, fields]) => [address, withoutZeros(fields)])),
    post: Object.fromEntries(after.map(([address, fields]) => [address, withoutZeros(fields)])),
  };
}

function byAddress(accounts: unknown): (readonly [string, Fields])[] {
  if (!Array.isArray(accounts)) return [];
  return accounts.filter(isObject).map(({ address, ...fields }) => [String(address), fields] as const);
}

function changedFields(before: Fields, after: Fields): Fields {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => name === 'storage' || !isDeepStrictEqual(value, before[name]),
    ),
  );
}

/** Removes slots of zero, and storage without slots, as geth does. */
function withoutZeros({ storage, ...fields }: Fields): Fields {
  const slots = Object.entries(isObject(storage) ? storage : {}).filter(([, value]) => value !== ZERO_WORD);
  return slots.length === 0 ? fields : { ...fields, storage: Object.fromEntries(slots) };
}
