import path from 'node:path';
import { proto } from '@tain/protos/hapi';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NEWER } from '../../packages/network-simulator/src/stream/newer.ts';
import { ingestMetrics } from '../../src/app/roles/ingest-metrics.ts';
import { selectUnrecognized } from '../../src/ingest/load/note-proofs.ts';
import type { IngestProgress } from '../../src/ingest/options.ts';
import { assess } from '../../src/status/health/assess.ts';
import { NO_EVIDENCE, selectEvidence } from '../../src/status/health/evidence.ts';
import { DEFAULT_HEALTH } from '../../src/status/state/settings.ts';
import { tain } from '../app/commands/tain.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { startTestApi, type TestApi } from '../rest/api-fixture.ts';
import { CheckedHistory, check } from './check/checked-history.ts';
import { ingestFolder } from './ingest-folder.ts';

const CUTOVER = 5;
const SENTENCE = 'The network is newer than this version: ';

interface Listed {
  readonly name: string;
  readonly transaction_id: string;
  readonly consensus_timestamp: string;
  readonly charged_tx_fee: number;
  readonly result: string;
  readonly bytes: string | null;
  readonly transfers: readonly { readonly account: string; readonly amount: number }[];
}

/** History of record files, then blocks, of a network that writes fields without a schema. */
let history: CheckedHistory;
let stored: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  history = await CheckedHistory.make({ newer: true, cutover: CUTOVER, blocks: 10, tps: 40, population: {} });
  stored = await history.copy();
  api = await startTestApi({ database: stored.database });
});
afterAll(async () => {
  await api?.close();
  await stored?.drop();
});

/** Returns all transactions that the API lists. */
async function listed(query = ''): Promise<Listed[]> {
  const all: Listed[] = [];
  let next: string | null = `/api/v1/transactions?limit=100${query}`;
  while (next !== null) {
    const page = (await api.json(next)) as { transactions: Listed[]; links: { next: string | null } };
    all.push(...page.transactions);
    next = page.links.next;
  }
  return all;
}

/** Returns the number of the last field of the body in a transaction's bytes. All numbers are below 2048. */
function typeIn(bytes: string | null): number {
  const { signedTransactionBytes } = proto.Transaction.decode(Buffer.from(bytes ?? '', 'base64'));
  const { bodyBytes } = proto.SignedTransaction.decode(signedTransactionBytes);
  const at = bodyBytes.length - 20 - 3;
  return (((bodyBytes[at] ?? 0) & 0x7f) | ((bodyBytes[at + 1] ?? 0) << 7)) >> 3;
}

describe('a transaction of an unknown type', () => {
  it('is listed with payer, fee, transfers and bytes, from record files and from blocks', async () => {
    const unknown = (await listed()).filter(({ name }) => name === 'UNKNOWN');
    const { rows } = await stored.database.pool.query<{ isBlock: boolean; count: number }>(
      `select version = 7 as "isBlock", count(*)::int as count from transaction t
       join record_file r on t.consensus_timestamp between r.consensus_start and r.consensus_end
       where type = 250 group by 1 order by 1`,
    );
    expect(rows.map(({ isBlock }) => isBlock)).toEqual([false, true]);
    // Hook dispatches, which have no name either, are stored without bytes.
    const later = unknown.filter(({ bytes }) => bytes !== null);
    expect(later).toHaveLength(rows.reduce((sum, { count }) => sum + count, 0));
    for (const { transaction_id, charged_tx_fee, transfers } of later) {
      expect(charged_tx_fee).toBeGreaterThan(0);
      expect(transfers.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
      // A staking reward is paid together with the payer's part.
      if (transfers.some(({ account, amount }) => account === '0.0.800' && amount < 0)) continue;
      const [payer] = transaction_id.split('-');
      const paid = transfers.filter(({ account, amount }) => account === payer && amount < 0);
      expect(paid.map(({ amount }) => -amount)).toEqual([charged_tx_fee]);
    }
    const withContent = later.filter(({ result }) => result === 'SUCCESS');
    expect(withContent.length).toBeGreaterThan(3);
    expect(new Set(withContent.map(({ bytes }) => typeIn(bytes)))).toEqual(new Set([250]));
    const [one] = withContent;
    const { transactions } = await api.json(`/api/v1/transactions/${one?.transaction_id}`);
    expect(transactions).toEqual([expect.objectContaining({ ...one })]);
  });

  it('is not found by a filter by type, which refuses its name', async () => {
    const named = await listed('&transactiontype=clprendpointpublication');
    expect(named.length).toBeGreaterThan(0);
    expect(new Set(named.map(({ name }) => name))).toEqual(new Set(['CLPRENDPOINTPUBLICATION']));
    for (const { bytes } of named) expect(typeIn(bytes)).toBe(91);
    const refused = await api.get('/api/v1/transactions?transactiontype=UNKNOWN');
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('Invalid parameter: transactiontype');
    expect((await api.json('/api/v1/network/fees')).fees).toHaveLength(3);
  });
});

describe('unknown parts of a stream', () => {
  it('is stored by kind and name, in full and nothing else', async () => {
    const { rows } = await stored.database.pool.query(
      'select kind, name, count::int from tain.unrecognized order by kind, name',
    );
    const { rows: counts } = await stored.database.pool.query<{
      raw: number;
      future: number;
      blocks: number;
    }>(
      `select count(*) filter (where type in (91, 250))::int as raw, count(*) filter (where type = 250)::int as future,
              count(*) filter (where type in (91, 250) and version = 7)::int as blocks
       from transaction t join record_file r on t.consensus_timestamp between r.consensus_start and r.consensus_end`,
    );
    const { raw = 0, future = 0, blocks = 0 } = counts[0] ?? {};
    const fields = (message: string, count: number) =>
      NEWER.recordFields.map((field) => ({ kind: 'field', name: `${message}.${field}`, count }));
    expect(rows).toEqual([
      ...fields('proto.TransactionRecord', raw - blocks),
      ...fields('stream.TransactionResult', blocks),
      { kind: 'map key', name: String(NEWER.key), count: blocks },
      { kind: 'map value', name: String(NEWER.value), count: blocks },
      { kind: 'state', name: String(NEWER.state), count: 2 * blocks },
      { kind: 'state change', name: String(NEWER.operation), count: blocks },
      { kind: 'transaction type', name: '250', count: future },
    ]);
  });

  it('is a note of a check without differences, alone and against the stream', async () => {
    for (const folder of [undefined, history.folder]) {
      const { differences, notes } = await check(stored, {}, folder);
      expect(differences).toBe(0);
      expect(notes.filter((note) => note.startsWith(SENTENCE))).toHaveLength(1);
    }
  });

  it('ends the output of tain verify', async () => {
    const data = `${history.folder}-data`;
    const { stdout } = await tain(['verify', history.folder], { TAIN_DATA_DIR: data, TAIN_NETWORK: 'demo' });
    const newer = stdout.split('\n').filter((line) => line.startsWith(SENTENCE));
    expect(newer).toHaveLength(1);
    expect(newer[0]).toContain('field proto.TransactionRecord.201');
  });

  it('is counted once across a restart, logged once, and counted by a metric', async () => {
    const test = await createTestDatabase();
    try {
      const warnings: string[] = [];
      const registry = new Registry();
      const metrics = ingestMetrics(registry, { trust: 'proof' });
      const ingest = (stopAfter?: number) => {
        metrics.begun();
        return ingestFolder({
          database: test.database,
          folder: history.folder,
          addressBook: path.join(history.folder, 'address_book.bin'),
          ...(stopAfter !== undefined && { stopAfter }),
          limits: { maxItems: 1, maxChanges: 1, maxBytes: 1, minItems: 1, maxWaitMs: 0 },
          onProgress: (progress: IngestProgress) => metrics.progressed(progress),
          onWarning: (_, message) => void warnings.push(message),
        });
      };
      await ingest(6);
      const named = warnings.filter((warning) => warning.includes('transaction type 250')).length;
      expect(named).toBe(1);
      await ingest();
      expect(warnings.filter((warning) => warning.includes('transaction type 250'))).toHaveLength(2);
      const whole = await selectUnrecognized(stored.database.pool);
      expect(await selectUnrecognized(test.database.pool)).toEqual(whole);
      const counter = await registry.getSingleMetric('tain_ingest_unrecognized_total')?.get();
      const byKind = new Map(counter?.values.map(({ labels, value }) => [labels.kind, value]));
      const sum = (kind: string) =>
        whole.filter((part) => part.kind === kind).reduce((total, { count }) => total + count, 0);
      for (const kind of ['transaction type', 'field', 'state', 'block item'])
        expect(byKind.get(kind)).toBe(sum(kind));
    } finally {
      await test.drop();
    }
  });

  it('is reported on the status page by the ingest, which stays operational', async () => {
    const now = Date.UTC(2026, 0, 4);
    const { unrecognized } = await selectEvidence(stored.database.pool, DEFAULT_HEALTH, now);
    const ingest = {
      stream: 'block',
      seenAt: now,
      consensusEnd: now,
      version: '0.80.0',
      caughtUp: true,
      problem: null,
      problemSince: null,
      problemCause: null,
      sourceAnsweredAt: now,
      advancedAt: now,
    } as const;
    const evidence = { ...NO_EVIDENCE, ingest, unrecognized };
    const { findings } = assess(evidence, DEFAULT_HEALTH, 'Demo', now);
    const finding = findings.find(({ key }) => key === 'ingest');
    expect(finding?.status).toBe('operational');
    expect(finding?.reason).toContain(SENTENCE);
    expect(finding?.reason).toContain('transaction type 250');
  });
});
