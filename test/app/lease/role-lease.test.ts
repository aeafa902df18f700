import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { RoleLease } from '../../../src/app/lease/role-lease.ts';
import { roleLockKey } from '../../../src/app/lease/role-lock.ts';
import { type ConnectionTarget, connectionConfig } from '../../../src/db/connections/database.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { TcpWay } from '../../tcp-way.ts';

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

/** Milliseconds that a busy machine may take. */
const SLACK = 5_000;

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
  const log = { info: () => undefined, warn: () => undefined };
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

test('a lease whose lock a user holds who may only read is taken from him', async () => {
  await db.database.pool.query('create role lease_reader login');
  const reader = new pg.Client(connectionConfig({ ...db.target, user: 'lease_reader' } as never));
  reader.on('error', () => undefined);
  try {
    await reader.connect();
    await reader.query('select pg_advisory_lock($1, $2)', [...roleLockKey('ingest')]);
    let waiting = 0;
    const lease = await acquire(db.target, () => {
      waiting += 1;
    });
    await lease.confirm();
    expect(waiting).toBe(0);
  } finally {
    await reader.end().catch(() => undefined);
    await db.database.pool.query('drop role lease_reader');
  }
});

test('a lease whose connection broke is renewed where nobody else has it, and cannot be confirmed meanwhile', async () => {
  const lease = await acquire(way.target);
  let renewed = 0;
  lease.onBroken(() => {
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

test.each(['silent', 'deaf', 'mute', 'abandoned', 'cut'] as const)(
  'by its own clock the owner claims nothing six seconds after the way is %s, and ends without the server',
  async (state) => {
    const lease = await acquire(way.target);
    let broken = 0;
    lease.onBroken(() => {
      broken += 1;
    });
    expect(lease.isHeld).toBe(true);
    const began = performance.now();
    way.state = state;
    await expect.poll(() => lease.isHeld, { timeout: 20_000, interval: 20 }).toBe(false);
    // The last sign of life was answered a second before at most; the rest is the machine's.
    expect(performance.now() - began).toBeLessThan(6_500 + SLACK);
    await expect.poll(() => broken, { timeout: 20_000 }).toBe(1);
    const released = performance.now();
    await lease.release();
    expect(performance.now() - released).toBeLessThan(1_500 + SLACK);
  },
  60_000,
);

test('two processes never both say that they have the lease, whatever becomes of the way of one', async () => {
  const first = await acquire(way.target);
  const next = acquire(db.target);
  let overlaps = 0;
  let second: RoleLease | undefined;
  void next.then((lease) => {
    second = lease;
  });
  const watch = setInterval(() => {
    if (second?.isHeld && first.isHeld) overlaps += 1;
  }, 5);
  way.state = 'deaf';
  await (await next).confirm();
  way.state = 'open';
  await expect.poll(() => first.lost.aborted, { timeout: 20_000 }).toBe(true);
  clearInterval(watch);
  expect(overlaps).toBe(0);
}, 60_000);

test('a slow way is no lost one', async () => {
  const lease = await acquire(way.target);
  way.delay = 700;
  way.state = 'slow';
  await sleep(8_000);
  expect(lease.isHeld).toBe(true);
  await lease.confirm();
}, 30_000);
