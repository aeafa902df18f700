import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { RoleLease } from '../../src/app/role-lease.ts';
import type { ConnectionTarget } from '../../src/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { TcpWay } from '../tcp-way.ts';

let db: TestDatabase;
let way: TcpWay;
beforeAll(async () => {
  db = await createTestDatabase();
  way = await TcpWay.to(db.target);
});
afterAll(async () => {
  way.close();
  await db.drop();
});

const leases: RoleLease[] = [];
const stopping = new AbortController();
afterEach(async () => {
  way.state = 'open';
  for (const lease of leases.splice(0)) await lease.release();
});

async function acquire(
  target: ConnectionTarget,
  onWaiting: () => void = () => undefined,
): Promise<RoleLease> {
  const log = { warn: () => undefined };
  const lease = await RoleLease.acquire(target, 'ingest', { signal: stopping.signal, onWaiting, log });
  leases.push(lease);
  return lease;
}

test('a lease goes to who waits when it is released', async () => {
  const first = await acquire(db.target);
  await first.confirm();
  let waiting = 0;
  const second = acquire(db.target, () => {
    waiting += 1;
  });
  await sleep(1_200);
  expect(waiting).toBe(1);
  await first.release();
  await (await second).confirm();
  await expect(first.confirm()).rejects.toThrow('is not held now');
});

test('a lease whose connection broke is renewed where nobody else has it, and cannot be confirmed meanwhile', async () => {
  const lease = await acquire(way.target);
  let renewed = 0;
  lease.onRenewed(() => {
    renewed += 1;
  });
  way.state = 'cut';
  await expect
    .poll(
      () =>
        lease.confirm().then(
          () => true,
          () => false,
        ),
      { timeout: 3_000 },
    )
    .toBe(false);
  await sleep(1_500);
  way.state = 'open';
  await expect.poll(() => renewed, { timeout: 10_000 }).toBe(1);
  await lease.confirm();
  expect(lease.lost.aborted).toBe(false);
}, 30_000);

test('a lease whose owner fell silent goes to who waits, and its owner learns it', async () => {
  const lease = await acquire(way.target);
  const began = performance.now();
  const next = acquire(db.target);
  way.state = 'held';
  await (await next).confirm();
  // Six seconds of the server's, and half a second between two attempts.
  expect(performance.now() - began).toBeGreaterThan(4_000);
  expect(performance.now() - began).toBeLessThan(12_000);
  expect(lease.lost.aborted).toBe(false);
  way.state = 'open';
  await expect.poll(() => lease.lost.aborted, { timeout: 10_000 }).toBe(true);
  await expect(lease.confirm()).rejects.toThrow('is not held now');
}, 40_000);

test('a session of its own that the server still keeps is waited for, not taken for another process', async () => {
  const lease = await acquire(way.target);
  // The server does not learn that this end gave up.
  way.state = 'held';
  await sleep(4_000);
  way.state = 'open';
  await expect
    .poll(
      () =>
        lease.confirm().then(
          () => true,
          () => false,
        ),
      { timeout: 15_000 },
    )
    .toBe(true);
  expect(lease.lost.aborted).toBe(false);
}, 40_000);
