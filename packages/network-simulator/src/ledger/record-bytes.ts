import { proto } from '@tain/protos/hapi';
import type { Adjustments } from './adjustments.ts';
import { long } from './ids.ts';
import { CENTS_PER_HBAR } from './prices.ts';
import { delimited } from './wire.ts';

/**
 * Encoder of the receipt's exchange rates and the list of tinybar transfers. Records make up most of a stream's bytes,
 * and all of them have these two parts, so they are encoded by hand. The protobuf package encodes the rest.
 */
const RECEIPT = 1;
const EXCHANGE_RATE = 5;
const TRANSFER_LIST = 10;

const RATE: proto.IExchangeRate = {
  hbarEquiv: 30_000,
  centEquiv: 30_000 * CENTS_PER_HBAR,
  expirationTime: { seconds: long(4_102_444_800) },
};
const RATES = delimited(
  EXCHANGE_RATE,
  proto.ExchangeRateSet.encode({ currentRate: RATE, nextRate: RATE }).finish(),
);

/** Encodes a `TransactionRecord`. `record` has neither receipt nor transfer list. */
export function recordBytes(
  receipt: proto.ITransactionReceipt,
  withRates: boolean,
  hbar: Adjustments,
  record: proto.ITransactionRecord,
): Uint8Array {
  const own = proto.TransactionReceipt.encode(receipt).finish();
  const rest = proto.TransactionRecord.encode(record).finish();
  return Buffer.concat([
    delimited(RECEIPT, withRates ? Buffer.concat([own, RATES]) : own),
    rest,
    delimited(TRANSFER_LIST, transferList(hbar)),
  ]);
}

const MAX_ENTRY = 64;
let scratch = Buffer.alloc(4096);

/** Encodes the content of `TransferList`: `AccountAmount { AccountID { account number }, zigzag amount }` for each. */
function transferList(hbar: Adjustments): Uint8Array {
  const entries = hbar.list();
  if (scratch.length < entries.length * MAX_ENTRY) scratch = Buffer.alloc(entries.length * MAX_ENTRY * 2);
  let at = 0;
  for (const { account, amount } of entries) {
    scratch[at] = 0x0a;
    // The lengths are written after the varints, in one byte, because entries are far shorter than 128 bytes.
    const entry = at + 1;
    const id = at + 2;
    scratch[id] = 0x0a;
    scratch[id + 2] = 0x18;
    at = varint(id + 3, account);
    scratch[id + 1] = at - id - 2;
    scratch[at] = 0x10;
    at = zigzag(at + 1, amount);
    scratch[entry] = at - entry - 1;
  }
  return scratch.subarray(0, at);
}

/** Writes an integer below 2^53 at an offset. Returns the offset after it. */
function varint(at: number, value: number): number {
  let rest = value;
  let to = at;
  while (rest >= 0x80) {
    scratch[to++] = (rest % 0x80) | 0x80;
    rest = Math.floor(rest / 0x80);
  }
  scratch[to++] = rest;
  return to;
}

const SAFE = 1n << 51n;

function zigzag(at: number, amount: bigint): number {
  if (amount > -SAFE && amount < SAFE) {
    const value = Number(amount);
    return varint(at, value < 0 ? -2 * value - 1 : 2 * value);
  }
  let rest = BigInt.asUintN(64, amount < 0n ? -2n * amount - 1n : 2n * amount);
  let to = at;
  while (rest >= 0x80n) {
    scratch[to++] = Number(rest & 0x7fn) | 0x80;
    rest >>= 7n;
  }
  scratch[to++] = Number(rest);
  return to;
}
