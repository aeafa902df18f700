import pg from 'pg';
import { test, vi } from 'vitest';
import { RoleLease } from '../../../src/app/lease/role-lease.ts';
import { type ConnectionTarget, connectionConfig } from '../../../src/store/connections/database.ts';
import { roleLockKey } from '../../../src/store/locks/advisory-lock.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { TcpProxy } from '../../tcp-proxy.ts';

/** Tolerance in milliseconds for a busy machine. */
const SLACK_MS = 20_000;
/** Poll options for a busy machine. */
const POLL = { timeout: 120_000, interval: 20 };
/** Most tests wait for seconds to pass, so they run concurrently. */
const together = { concurrent: true, timeout: 180_000 };

/** A database behind a proxy, with leases. */
class World {
  readonly db: TestDatabase;
  readonly proxy: TcpProxy;
  readonly #leases: RoleLease[] = [];

  private constructor(db: TestDatabase, proxy: TcpProxy) {
    this.db = db;
    this.proxy = proxy;
  }

  /** Opens a world for a test, and closes it after the test. */
  static async open(onTestFinished: (end: () => Promise<void>) => void): Promise<World> {
    const db = await createTestDatabase();
    const world = new World(db, await TcpProxy.to(db.target));
    onTestFinished(() => world.#close());
    return world;
  }

  async acquire(target: ConnectionTarget, onWaiting: () => void = () => undefined): Promise<RoleLease> {
    const log = { info: () => undefined, warn: () => undefined };
    const { signal } = new AbortController();
    const lease = await RoleLease.acquire(target, 'ingest', { signal, onWaiting, log });
    this.#leases.push(lease);
    return lease;
  }

  /** Returns the sessions of the lease on the server, with the time at which each sent its last statement. */
  async sessions(): Promise<{ pid: number; sent: number }[]> {
    const { rows } = await this.db.database.pool.query<{ pid: number; sent: number }>(
      `select pid, extract(epoch from query_start)::float8 * 1000 as sent from pg_stat_activity
       where application_name = 'tain ingest role' and datname = current_database() and query_start is not null`,
    );
    return rows;
  }

  async #close(): Promise<void> {
    this.proxy.state = 'open';
    for (const lease of this.#leases) await lease.release();
    this.proxy.close();
    await this.db.drop();
  }
}

const isConfirmed = (lease: RoleLease): Promise<boolean> =>
  lease.confirm().then(
    () => true,
    () => false,
  );

test('a released lease goes to the waiting process', together, async ({ expect, onTestFinished }) => {
  const world = await World.open(onTestFinished);
  const { db } = world;
  const first = await world.acquire(db.target);
  await first.confirm();
  const before = await world.sessions();
  let waiting = 0;
  const second = world.acquire(db.target, () => {
    waiting += 1;
  });
  // Waits until the lease has tried several times after it said that it waits. Before that it sends other statements,
  // and a message of each protocol step counts as a start. A session that is replaced says it again.
  const tries = new Set<number>();
  const sessions = new Set<number>();
  await vi.waitFor(async () => {
    const isWaiting = waiting > 0;
    for (const { pid, sent } of await world.sessions()) {
      if (pid === before[0]?.pid) continue;
      sessions.add(pid);
      if (isWaiting) tries.add(sent);
    }
    expect(tries.size).toBeGreaterThan(4);
  }, POLL);
  expect(waiting).toBeGreaterThan(0);
  expect(waiting).toBeLessThanOrEqual(sessions.size);
  await first.release();
  await (await second).confirm();
  await expect(first.confirm()).rejects.toThrow('is not held now');
});

test(
  'a lease whose lock is held by a read-only user is taken over',
  together,
  async ({ expect, onTestFinished }) => {
    const world = await World.open(onTestFinished);
    const { db } = world;
    await db.database.pool.query('create role lease_reader login');
    const reader = new pg.Client(connectionConfig({ ...db.target, user: 'lease_reader' } as never));
    reader.on('error', () => undefined);
    try {
      await reader.connect();
      await reader.query('select pg_advisory_lock($1, $2)', [...roleLockKey('ingest')]);
      let waiting = 0;
      const lease = await world.acquire(db.target, () => {
        waiting += 1;
      });
      await lease.confirm();
      expect(waiting).toBe(0);
    } finally {
      await reader.end().catch(() => undefined);
      await db.database.pool.query('drop role lease_reader');
    }
  },
);

test(
  'a lease with a broken connection is renewed if it is free, and cannot be confirmed meanwhile',
  together,
  async ({ expect, onTestFinished }) => {
    const world = await World.open(onTestFinished);
    const { proxy: way } = world;
    const lease = await world.acquire(way.target);
    let renewed = 0;
    lease.onBroken(() => {
      renewed += 1;
    });
    way.state = 'cut';
    await vi.waitFor(async () => expect(await isConfirmed(lease)).toBe(false), POLL);
    const { connections } = way;
    await vi.waitFor(() => expect(way.connections).toBeGreaterThan(connections + 1), POLL);
    way.state = 'open';
    await vi.waitFor(() => expect(renewed).toBe(1), POLL);
    await lease.confirm();
    expect(lease.lost.aborted).toBe(false);
  },
);

test(
  'a lease with a silent owner goes to the waiting process, and the owner detects the loss',
  together,
  async ({ expect, onTestFinished }) => {
    const world = await World.open(onTestFinished);
    const { db, proxy: way } = world;
    const lease = await world.acquire(way.target);
    const began = performance.now();
    const next = world.acquire(db.target);
    way.state = 'held';
    await (await next).confirm();
    // The server's timeout is six seconds, of which up to a second may have passed before.
    expect(performance.now() - began).toBeGreaterThan(4_000);
    expect(lease.lost.aborted).toBe(false);
    way.state = 'open';
    await vi.waitFor(() => expect(lease.lost.aborted).toBe(true), POLL);
    await expect(lease.confirm()).rejects.toThrow('is not held now');
  },
);

test(
  'a session of its own that is still open is waited for, not treated as another process',
  together,
  async ({ expect, onTestFinished }) => {
    const world = await World.open(onTestFinished);
    const { proxy: way } = world;
    const lease = await world.acquire(way.target);
    // The server does not notice that the client closed its connection, and the client opens a new one.
    const { connections } = way;
    way.state = 'held';
    await vi.waitFor(() => expect(way.connections).toBeGreaterThan(connections), POLL);
    way.state = 'open';
    await vi.waitFor(async () => expect(await isConfirmed(lease)).toBe(true), POLL);
    expect(lease.lost.aborted).toBe(false);
  },
);

test.for(['silent', 'deaf', 'mute', 'abandoned', 'cut'] as const)(
  'six seconds after the connection is %s the owner gives up the lease by its own clock, and exits without the server',
  together,
  async (state, { expect, onTestFinished }) => {
    const world = await World.open(onTestFinished);
    const { proxy: way } = world;
    const lease = await world.acquire(way.target);
    let broken = 0;
    lease.onBroken(() => {
      broken += 1;
    });
    expect(lease.isHeld).toBe(true);
    const began = performance.now();
    way.state = state;
    await vi.waitFor(() => expect(lease.isHeld).toBe(false), POLL);
    // The last heartbeat was acknowledged at most a second before. The rest depends on the machine.
    expect(performance.now() - began).toBeLessThan(6_500 + SLACK_MS);
    await vi.waitFor(() => expect(broken).toBe(1), POLL);
    const released = performance.now();
    await lease.release();
    expect(performance.now() - released).toBeLessThan(1_500 + SLACK_MS);
  },
);

test(
  'two processes never both claim the lease, for any faults of one connection',
  together,
  async ({ expect, onTestFinished }) => {
    const world = await World.open(onTestFinished);
    const { db, proxy: way } = world;
    const first = await world.acquire(way.target);
    const next = world.acquire(db.target);
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
    await vi.waitFor(() => expect(first.lost.aborted).toBe(true), POLL);
    clearInterval(watch);
    expect(overlaps).toBe(0);
  },
);

test('a slow connection does not lose the lease', together, async ({ expect, onTestFinished }) => {
  const world = await World.open(onTestFinished);
  const { proxy: way } = world;
  const lease = await world.acquire(way.target);
  const [own] = await world.sessions();
  way.delayMs = 700;
  way.state = 'slow';
  // Heartbeats continue for longer than the server's timeout, in the same session.
  await vi.waitFor(async () => {
    const now = (await world.sessions()).find(({ pid }) => pid === own?.pid);
    expect(now).toBeDefined();
    expect((now?.sent ?? 0) - (own?.sent ?? 0)).toBeGreaterThan(8_000);
  }, POLL);
  expect(lease.isHeld).toBe(true);
  await lease.confirm();
});
