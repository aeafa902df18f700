import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Gauge } from 'prom-client';
import { afterAll, test as anyTest, beforeAll, expect } from 'vitest';
import { storeMetrics } from '../../../src/app/observe/store-metrics.ts';
import { startMetrics } from '../../../src/app/roles/metrics.ts';
import { SummedRegistry } from '../../../src/app/roles/summed-registry.ts';
import { S3Store } from '../../../src/ingest/store/s3-store.ts';
import { ByteAccount } from '../../../src/kernel/limits/byte-account.ts';
import { READY } from '../../../src/kernel/process-readiness.ts';
import { FaultProxy } from '../../buckets/fault-proxy.ts';
import { CREDENTIALS, HAS_S3, type S3Server, startS3 } from '../../buckets/s3-server.ts';

const test = anyTest.skipIf(!HAS_S3);

// Requests to a real S3 server, as reported by /metrics over HTTP.

const SIGNAL = new AbortController().signal;
let folder: string;
let server: S3Server;
let proxy: FaultProxy;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-store-metrics-'));
  server = await startS3(folder, ['network']);
  proxy = await FaultProxy.start({ port: server.port });
});
afterAll(async () => {
  await proxy.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

test('requests to a bucket are counted by kind and result, with bytes, time and repetitions', async () => {
  const registry = new SummedRegistry();
  const metrics = await startMetrics(
    { host: '127.0.0.1', port: 0 },
    null,
    registry,
    () => null,
    () => READY,
    new ByteAccount(),
  );
  const store = new S3Store({
    provider: 's3',
    endpoint: proxy.url,
    region: null,
    bucket: 'network',
    prefix: 'streams/',
    credentials: CREDENTIALS,
    requesterPays: false,
    observer: storeMetrics(registry),
    limits: { listMs: 5_000, getMs: 5_000, backOffMs: 20 },
  });
  const bytes = Buffer.alloc(1_234, 1);
  await store.put('a/1.rcd', bytes, SIGNAL);
  await store.get('a/1.rcd', 10_000, SIGNAL);
  await store.list('a/', null, 10, SIGNAL);
  await expect(store.get('a/2.rcd', 10_000, SIGNAL)).rejects.toMatchObject({ code: 'missing' });
  // The first attempt fails, and is retried.
  let failures = 1;
  proxy.fault = ({ kind }) =>
    kind === 'get' && failures-- > 0 ? { kind: 'status', status: 503, code: 'SlowDown' } : null;
  await store.get('a/1.rcd', 10_000, SIGNAL);

  const text = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text();
  const value = (name: string, ...labels: string[]): number => {
    const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`));
    const found = lines.filter((line) => labels.every((label) => line.includes(label)));
    return found.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  };
  const requests = (...labels: string[]) =>
    value('tain_store_requests_total', `store="${store.name}"`, ...labels);
  expect(requests('kind="put"', 'result="ok"')).toBe(1);
  expect(requests('kind="list"', 'result="ok"')).toBe(1);
  expect(requests('kind="get"', 'result="ok"')).toBe(2);
  expect(requests('kind="get"', 'result="missing"')).toBe(1);
  expect(requests('kind="get"', 'result="unreadable"')).toBe(1);
  expect(requests()).toBe(6);
  expect(value('tain_store_retries_total', 'kind="get"')).toBe(1);
  expect(value('tain_store_bytes_total', 'kind="put"')).toBe(1_234);
  expect(value('tain_store_bytes_total', 'kind="get"')).toBeGreaterThanOrEqual(2 * 1_234);
  expect(value('tain_store_request_seconds_count')).toBe(6);
  expect(value('tain_store_wait_seconds_total', 'kind="get"')).toBeGreaterThan(0);
  expect(text).not.toContain(CREDENTIALS.secretAccessKey);
  await store.close();
  await metrics.stop();
});

test('a metric that cannot be read is an error of that request alone', async () => {
  const registry = new SummedRegistry();
  let isBroken = true;
  new Gauge({
    name: 'tain_test',
    help: 'of a test',
    registers: [registry],
    collect() {
      if (isBroken) throw new Error('it cannot be read');
    },
  });
  const metrics = await startMetrics(
    { host: '127.0.0.1', port: 0 },
    null,
    registry,
    () => null,
    () => READY,
    new ByteAccount(),
  );
  const request = async () => (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).status;
  expect(await request()).toBe(500);
  isBroken = false;
  expect(await request()).toBe(200);
  await metrics.stop();
});
