import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, databaseUrl, type TestDatabase } from '../../database.ts';
import { removeFolder } from '../../remove-folder.ts';
import { Tain } from './tain.ts';

let folder: string;
let db: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-calls-'));
  db = await createTestDatabase();
});
afterAll(async () => {
  await db.drop();
  await removeFolder(folder);
});

const TO_MISSING = JSON.stringify({ to: `0x${'12'.repeat(20)}`, data: '0x06fdde03' });

async function call(url: string, body: string) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/api/v1/contracts/call`, { method: 'POST', headers, body });
  return { status: response.status, body: (await response.json()) as { result?: string } };
}

/** Returns whether the server executes calls, and traces. */
async function canExecute(url: string): Promise<readonly boolean[]> {
  const response = await fetch(`${url}/api/v1/network/capabilities`);
  const { features } = (await response.json()) as {
    features: Record<'contract_calls' | 'opcode_traces', { available: boolean }>;
  };
  return [features.contract_calls.available, features.opcode_traces.available];
}

/**
 * Returns status and entries of the first trace that has entries, among another server's newest contract transactions.
 */
async function trace(url: string, from: string) {
  const results = await fetch(`${from}/api/v1/contracts/results?limit=25`);
  const { results: found } = (await results.json()) as { results: { hash: string }[] };
  let last = { status: 0, entries: 0 };
  for (const { hash } of found) {
    const response = await fetch(`${url}/api/v1/contracts/results/${hash}/opcodes`);
    const { opcodes = [] } = (await response.json()) as { opcodes?: unknown[] };
    last = { status: response.status, entries: opcodes.length };
    // Token movements without a contract have no trace (404).
    if (last.entries > 0 || last.status === 501) break;
  }
  return last;
}

test('the built program executes calls, here or by another process', async () => {
  const settings = {
    TAIN_DATA_DIR: path.join(folder, 'a'),
    TAIN_DEMO_TPS: '2',
    TAIN_PORT: '0',
    TAIN_STATUS_PORT: '0',
  };
  const here = new Tain(['start', '--quiet'], settings);
  const url = await here.url();
  await expect.poll(async () => (await call(url, TO_MISSING)).status, { timeout: 120_000 }).toBe(200);
  expect(await call(url, TO_MISSING)).toEqual({ status: 200, body: { result: '0x' } });
  expect(await canExecute(url)).toEqual([true, true]);

  // Calls the exchange rate contract at the treasury's address. The result is the ledger's own rate, because it is a
  // system contract.
  const tinybars = `0x2e3cff6a${'f4240'.padStart(64, '0')}`;
  const rate = await call(url, JSON.stringify({ to: `0x${'168'.padStart(40, '0')}`, data: tinybars }));
  expect(rate.body.result).toMatch(/^0x0{48}[0-9a-f]{16}$/);

  await expect.poll(async () => (await trace(url, url)).entries, { timeout: 120_000 }).toBeGreaterThan(0);

  const elsewhere = { ...settings, TAIN_DATA_DIR: path.join(folder, 'b'), DATABASE_URL: databaseUrl(db) };
  const there = new Tain(['start', '--roles', 'api'], { ...elsewhere, TAIN_EVM_URL: url });
  const otherUrl = await there.url();
  expect(await canExecute(otherUrl)).toEqual([true, true]);
  expect(await call(otherUrl, TO_MISSING)).toEqual({ status: 200, body: { result: '0x' } });
  expect((await trace(otherUrl, url)).status).toBe(200);
  expect((await there.stop()).code).toBe(0);

  const without = new Tain(['start', '--roles', 'api'], elsewhere);
  const plainUrl = await without.url();
  expect(await canExecute(plainUrl)).toEqual([false, false]);
  expect((await call(plainUrl, TO_MISSING)).status).toBe(501);
  expect((await trace(plainUrl, url)).status).toBe(501);
  expect((await without.stop()).code).toBe(0);
  expect((await here.stop()).code).toBe(0);
});
