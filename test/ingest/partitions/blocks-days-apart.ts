import type { proto } from '@tain/protos/hapi';
import type { BlockPosition } from '../../../src/ingest/decode/decoded-block.ts';
import { BatchLife } from '../../../src/ingest/load/batch-life.ts';
import { Loader } from '../../../src/ingest/load/loader.ts';
import { BatchBuilder } from '../../../src/ingest/records/batch.ts';
import { DEFAULT_RECORD_OPTIONS } from '../../../src/ingest/records/context.ts';
import type { ConnectionTarget } from '../../../src/store/connections/database.ts';
import { amount, blockOf, makeItem } from '../records/synthetic.ts';

const DEMO = { ...DEFAULT_RECORD_OPTIONS, network: 'demo' } as const;
const RULES = { finishesJobsFirst: false, maintainsBalanceIndex: false };

/** Transfers of each block. */
export const TRANSFERS = [amount(2, -5), amount(98, 5)];

/** An ingest whose blocks arrive when a test adds them. */
export interface DaysApart {
  /** Returns the batch of the next block, `days` after the first. */
  next(days: number, amounts?: proto.IAccountAmount[]): Promise<BatchLife>;
  store(batch: BatchLife): Promise<unknown>;
  readonly warnings: readonly string[];
  close(): Promise<void>;
}

/** Starts an ingest with a block of day 0 in a fresh database. */
export async function beginDaysApart(target: ConnectionTarget): Promise<DaysApart> {
  const { signal } = new AbortController();
  const warnings: string[] = [];
  const log = {
    info: () => undefined,
    warn: ({ reason, tables }: { reason?: string; tables?: readonly string[] }) =>
      warnings.push(reason ?? JSON.stringify(tables)),
  };
  const loader = await Loader.open(target, log as never, signal);
  const builder = new BatchBuilder(DEMO, () => undefined);
  let last: BlockPosition | null = null;
  let number = 0n;
  const next = async (days: number, amounts: proto.IAccountAmount[] = []): Promise<BatchLife> => {
    const batch = new BatchLife(builder.begin(last));
    const item = makeItem({
      at: days * 86_400_000_000_000,
      body: { cryptoTransfer: { transfers: { accountAmounts: [] } } },
      record: { transferList: { accountAmounts: amounts } },
    });
    await builder.add(batch.open(), blockOf([item], number), { start: 0, end: () => 0 });
    number += 1n;
    last = batch.rows.last;
    return batch;
  };
  const store = (batch: BatchLife) => {
    batch.end();
    return loader.store(batch, RULES, signal);
  };
  await store(await next(0));
  return { next, store, warnings, close: () => loader.close() };
}
