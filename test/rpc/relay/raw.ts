import { type Rlp, readRlp } from '@tain/ledger/rlp';

/** Indexes in the RLP of a receipt, a header and a block. */
const BLOOM = 2;
const RECEIPTS_ROOT = 5;
const LOGS_BLOOM = 6;
/** Differs in blocks with calls of hooks. */
const GAS_USED = 10;
const TRANSACTIONS = 17;
/** Index of the authorizations in a transaction of type 4, after its type. */
const AUTHORIZATIONS = 9;
/** Indexes of price, gas and input of a legacy transaction, which the relay invents for a synthetic one. */
const INVENTED = [1, 2, 5];
const INVENTED_GAS = '061a80';

/** Returns whether two raw responses of a method differ only where their objects do. */
export function differsAsObjects(method: string, relay: unknown, ours: unknown): boolean {
  if (!method.startsWith('debug_getRaw') || !isHex(relay) || !isHex(ours)) return false;
  const [a, b] = [itemsOf(relay), itemsOf(ours)];
  const differing = differingIndexes(a, b);
  if (method === 'debug_getRawReceipts') return isWithin(differing, [BLOOM]);
  if (method === 'debug_getRawHeader') return isWithin(differing, [RECEIPTS_ROOT, LOGS_BLOOM, GAS_USED]);
  if (method === 'debug_getRawTransaction') return isSameTransaction(a, b);
  if (
    method !== 'debug_getRawBlock' ||
    !isWithin(differing, [RECEIPTS_ROOT, LOGS_BLOOM, GAS_USED, TRANSACTIONS])
  )
    return false;
  const [relayTransactions, ownTransactions] = [a[TRANSACTIONS], b[TRANSACTIONS]].map(listOf);
  return (
    relayTransactions?.length === ownTransactions?.length &&
    (relayTransactions ?? []).every((one, at) => {
      const [x, y] = [one, ownTransactions?.[at]].map((each) =>
        each instanceof Uint8Array ? parts(each) : [],
      );
      return isSameTransaction(x ?? [], y ?? []);
    })
  );
}

/**
 * Returns whether two transactions differ only in the values of a synthetic one, or in the parity of an authorization.
 */
function isSameTransaction(a: readonly Rlp[], b: readonly Rlp[]): boolean {
  const differing = differingIndexes(a, b);
  if (differing.length === 0) return true;
  return shown(b[2] ?? []) === INVENTED_GAS
    ? isWithin(differing, INVENTED)
    : isWithin(differing, [AUTHORIZATIONS]);
}

function isWithin(differing: readonly number[], allowed: readonly number[]): boolean {
  return differing.every((index) => allowed.includes(index));
}

function differingIndexes(a: readonly Rlp[], b: readonly Rlp[]): number[] {
  const length = Math.max(a.length, b.length);
  const all = Array.from({ length }, (_, index) => index);
  return all.filter((index) => shown(a[index] ?? []) !== shown(b[index] ?? []));
}

function isHex(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-f]*$/.test(value);
}

function itemsOf(hex: string): readonly Rlp[] {
  return parts(Buffer.from(hex.slice(2), 'hex'));
}

/** Returns the items of a list in RLP, which may follow a byte with its type. */
function parts(bytes: Uint8Array): readonly Rlp[] {
  if (bytes.length === 0) return [];
  return listOf(readRlp((bytes[0] ?? 0) < 0x80 ? bytes.subarray(1) : bytes));
}

function listOf(item: Rlp | undefined): readonly Rlp[] {
  return item === undefined || item instanceof Uint8Array ? [] : item;
}

function shown(item: Rlp): string {
  return item instanceof Uint8Array ? Buffer.from(item).toString('hex') : `[${item.map(shown).join()}]`;
}
