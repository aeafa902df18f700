import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RecentFile } from '@tain/network-simulator/node/recent-file';
import {
  RETENTION_NS,
  RecentTransactions,
  receiptOf,
} from '@tain/network-simulator/node/recent-transactions';
import { proto } from '@tain/protos/hapi';
import fc from 'fast-check';
import Long from 'long';
import { describe, expect, it, onTestFinished } from 'vitest';

const idOf = (payer: number, start: number, nonce = 0): proto.ITransactionID => ({
  transactionValidStart: { seconds: Long.fromNumber(start) },
  accountID: { accountNum: Long.fromNumber(payer) },
  ...(nonce > 0 && { nonce }),
});

/** A record with a receipt, whose call returned this many bytes. */
const recordOf = (size: number): Uint8Array =>
  proto.TransactionRecord.encode({
    receipt: { status: proto.ResponseCodeEnum.SUCCESS },
    contractCallResult: { contractCallResult: Buffer.alloc(size, 1) },
  }).finish();

const statusOf = (record: Uint8Array | null | undefined): number | undefined =>
  record ? (proto.TransactionReceipt.decode(receiptOf(record)).status ?? undefined) : undefined;

describe('records of recent transactions', () => {
  it('are reduced to their receipts beyond a number of bytes, the oldest of the payer with the most', () => {
    const recent = new RecentTransactions(100_000);
    const settle = (payer: number, start: number, size: number, nonce = 0) =>
      recent.settle({ id: idOf(payer, start, nonce), record: recordOf(size) }, BigInt(start));
    const isReduced = (payer: number, start: number, nonce = 0) =>
      recent.find(idOf(payer, start, nonce))?.isReduced;
    settle(7, 1, 20_000);
    settle(8, 2, 30_000);
    settle(8, 3, 10_000, 1);
    settle(8, 4, 30_000);
    expect([isReduced(7, 1), isReduced(8, 2), isReduced(8, 4)]).toEqual([false, false, false]);
    settle(7, 5, 25_000);
    expect([isReduced(7, 1), isReduced(8, 2), isReduced(8, 4), isReduced(7, 5)]).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect(statusOf(recent.find(idOf(8, 2))?.record)).toBe(proto.ResponseCodeEnum.SUCCESS);
    // Later records of a reduced transaction are reduced, too.
    settle(8, 2, 30_000);
    expect(recent.find(idOf(8, 2))?.duplicates.map(({ length }) => length < 20)).toEqual([true]);
    expect(recent.paidBy(8)).toHaveLength(2);
  });

  it('hold as many bytes as they have, for any outcomes', () => {
    const outcome = fc.record({
      payer: fc.integer({ min: 2, max: 4 }),
      start: fc.integer({ min: 1, max: 5 }),
      nonce: fc.integer({ min: 0, max: 2 }),
      size: fc.integer({ min: 0, max: 300 }),
    });
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 60 }), (outcomes) => {
        const recent = new RecentTransactions(1_500);
        let now = 0n;
        for (const { payer, start, nonce, size } of outcomes) {
          now += 1n;
          recent.settle({ id: idOf(payer, start, nonce), record: recordOf(size) }, now);
          expect(recent.recordBytes).toBeLessThanOrEqual(1_500);
        }
        const held = [2, 3, 4]
          .flatMap((payer) => recent.paidBy(payer))
          .reduce((sum, { length }) => sum + length, 0);
        expect(recent.recordBytes).toBe(held);
        for (const { payer, start, nonce } of outcomes) {
          expect(statusOf(recent.find(idOf(payer, start, nonce))?.record)).toBe(
            proto.ResponseCodeEnum.SUCCESS,
          );
        }
        recent.forget(now + RETENTION_NS + 1n);
        expect([recent.size, recent.recordBytes]).toEqual([0, 0]);
      }),
    );
  });

  it('are stored as receipts when the file has too many bytes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tain-recent-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const sizes = [10, 9_000, 2_000, 10];
    const max = 10_000;
    const { file } = await RecentFile.open(folder, 0n, 1n, max);
    for (const [index, size] of sizes.entries()) {
      const settled = [{ id: idOf(2, index), record: recordOf(size) }];
      await file.append({ block: BigInt(index), time: BigInt(1 + index), settled });
    }
    const again = await RecentFile.open(folder, 10n, 5n, max);
    const records = again.blocks.flatMap(({ settled }) => settled.map(({ record }) => record));
    expect(records.map(({ length }, index) => length > (sizes[index] ?? 0))).toEqual([
      true,
      true,
      false,
      true,
    ]);
    const recent = new RecentTransactions();
    for (const { time, settled } of again.blocks) for (const one of settled) recent.settle(one, time);
    const reduced = sizes.map((_, index) => recent.find(idOf(2, index))?.isReduced);
    expect(reduced).toEqual([false, false, true, false]);
    expect(records.map(statusOf)).toEqual(sizes.map(() => proto.ResponseCodeEnum.SUCCESS));
    // A file that is opened again goes on counting.
    await again.file.append({ block: 4n, time: 5n, settled: [{ id: idOf(2, 9), record: recordOf(2_000) }] });
    const { blocks } = await RecentFile.open(folder, 10n, 5n, max);
    expect((blocks.at(-1)?.settled[0]?.record.length ?? 0) < 100).toBe(true);
  });
});
