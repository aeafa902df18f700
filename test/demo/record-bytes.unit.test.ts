import { proto } from '@tain/protos/hapi';
import fc from 'fast-check';
import Long from 'long';
import { expect, test } from 'vitest';
import { Adjustments } from '../../packages/network-simulator/src/ledger/adjustments.ts';
import { recordBytes } from '../../packages/network-simulator/src/ledger/record-bytes.ts';
import { delimited, delimitedPair } from '../../packages/network-simulator/src/ledger/wire.ts';
import { Random } from '../../packages/network-simulator/src/random.ts';

const INT64 = (1n << 63n) - 1n;

test('hand-encoded records decode to their input', () => {
  const entries = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 2 ** 38 - 1 }), fc.bigInt({ min: -INT64, max: INT64 })),
    { maxLength: 200 },
  );
  fc.assert(
    fc.property(entries, fc.boolean(), fc.string(), (list, withRates, memo) => {
      const hbar = new Adjustments();
      const sums = new Map<number, bigint>();
      for (const [account, amount] of list) {
        if (sums.has(account)) continue;
        hbar.add(account, amount);
        sums.set(account, amount);
      }
      const receipt = { status: 22, accountID: { accountNum: Long.fromNumber(7) } };
      const record = proto.TransactionRecord.decode(recordBytes(receipt, withRates, hbar, { memo }));
      expect(record.memo).toBe(memo);
      expect(record.receipt?.accountID?.accountNum?.toNumber()).toBe(7);
      expect(record.receipt?.exchangeRate?.nextRate?.hbarEquiv).toBe(withRates ? 30_000 : undefined);
      const read = (record.transferList?.accountAmounts ?? []).map(
        (entry) => [entry.accountID?.accountNum?.toNumber(), BigInt(String(entry.amount))] as const,
      );
      const expected = [...sums].filter(([, amount]) => amount !== 0n).sort(([a], [b]) => a - b);
      expect(read).toEqual(expected);
    }),
  );
});

test('framing by hand is framing by protobuf', () => {
  fc.assert(
    fc.property(fc.nat({ max: 70_000 }), fc.nat({ max: 300 }), (length, other) => {
      const [a, b] = [new Uint8Array(length).fill(1), new Uint8Array(other).fill(2)];
      expect(proto.Transaction.decode(delimited(5, a)).signedTransactionBytes.length).toBe(length);
      // Encodes field 3 of a block of messages, each with two fields of bytes.
      const { transactions } = proto.AtomicBatchTransactionBody.decode(
        delimited(1, delimitedPair(3, [1, a], [2, b])),
      );
      const pair = transactions[0] ?? new Uint8Array();
      expect(pair[0]).toBe((3 << 3) | 2);
      const inner = proto.SignaturePair.decode(
        pair.subarray(pair.length - length - other - lengthOf(length) - lengthOf(other) - 2),
      );
      expect([inner.pubKeyPrefix.length, inner.contract?.length ?? 0]).toEqual([length, other]);
    }),
    { numRuns: 30 },
  );
});

test('random numbers are repeatable and roughly uniform', () => {
  const [one, two] = [new Random(5), new Random(5)];
  const counts = [0, 0, 0, 0];
  for (let i = 0; i < 4_000; i++) {
    const value = one.below(4);
    expect(value).toBe(two.below(4));
    counts[value] = (counts[value] ?? 0) + 1;
  }
  for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  two.restore(one.save());
  expect(two.bytes(16)).toEqual(one.bytes(16));
  expect(new Random(6).word()).not.toBe(new Random(7).word());
});

/** Encodes a length as protobuf does. */
function lengthOf(value: number): number {
  return value < 0x80 ? 1 : value < 0x4000 ? 2 : 3;
}
