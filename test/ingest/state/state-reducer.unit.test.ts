import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StateReducer } from '../../../src/ingest/state/state-reducer.ts';
import type { StateRow } from '../../../src/store/schema/current-state-tables.ts';

type Entity = StateRow<'entity'>;
type EntityReducer = StateReducer<'entity'>;

/** Event of an entity, one nanosecond after the previous one, or at the same time. */
type Event =
  | { readonly kind: 'create'; readonly id: bigint; readonly memo: string }
  | {
      readonly kind: 'update';
      readonly id: bigint;
      readonly memo: string | undefined;
      readonly deleted: boolean;
    }
  | { readonly kind: 'transfer'; readonly id: bigint; readonly amount: bigint }
  | { readonly kind: 'nonce'; readonly id: bigint; readonly nonce: bigint }
  | { readonly kind: 'reward'; readonly id: bigint; readonly start: bigint };

const id = fc.constantFrom(1n, 2n, 3n);
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), id, memo: fc.string() }),
  fc.record({
    kind: fc.constant('update' as const),
    id,
    memo: fc.option(fc.string(), { nil: undefined }),
    deleted: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('transfer' as const), id, amount: fc.bigInt({ min: -50n, max: 50n }) }),
  fc.record({ kind: fc.constant('nonce' as const), id, nonce: fc.bigInt({ min: 0n, max: 9n }) }),
  fc.record({ kind: fc.constant('reward' as const), id, start: fc.bigInt({ min: 0n, max: 9n }) }),
);

function apply(reducer: EntityReducer, at: bigint, event: Event): void {
  switch (event.kind) {
    case 'create':
      reducer.version(at, {
        id: event.id,
        type: 'ACCOUNT',
        memo: event.memo,
        created_timestamp: at,
        balance: 0n,
        balance_timestamp: at,
        deleted: false,
      });
      break;
    case 'update': {
      const memo = event.memo === undefined ? {} : { memo: event.memo };
      reducer.version(at, { id: event.id, type: 'ACCOUNT', deleted: event.deleted, ...memo });
      break;
    }
    case 'transfer':
      reducer.addBalance({ id: event.id }, event.amount, at);
      break;
    case 'nonce':
      reducer.adjust({ id: event.id }, (row) => {
        row.ethereum_nonce = event.nonce;
      });
      break;
    case 'reward':
      reducer.version(
        at,
        { id: event.id, stake_period_start: event.start },
        { unless: (row) => (row.stake_period_start ?? -1n) >= event.start },
      );
  }
}

/** A table and its history in memory, in which batches are stored like the loader does. */
class MemoryTable {
  readonly rows = new Map<bigint, Entity>();
  readonly history: Entity[] = [];

  store(reducer: EntityReducer): void {
    const keys = reducer.keysToRead().map((key) => key.id as bigint);
    const existing = keys.flatMap((key) => this.rows.get(key) ?? []);
    const { history, fresh, changed } = reducer.finish(existing);
    for (const row of fresh) expect(this.rows.has(row.id)).toBe(false);
    this.history.push(...history);
    for (const row of [...fresh, ...changed]) this.rows.set(row.id, row);
    for (const { id, delta, at } of reducer.balanceDeltas()) {
      const row = this.rows.get(id as bigint);
      if (!row || (row.balance === null && row.type !== 'ACCOUNT')) continue;
      this.rows.set(row.id, { ...row, balance: (row.balance ?? 0n) + delta, balance_timestamp: at });
    }
  }
}

function play(events: readonly Event[], steps: readonly number[], cuts: ReadonlySet<number>): MemoryTable {
  const table = new MemoryTable();
  let reducer = new StateReducer('entity');
  let at = 100n;
  events.forEach((each, i) => {
    at += BigInt(steps[i % steps.length] ?? 1);
    reducer.nextBlock();
    apply(reducer, at, each);
    if (!cuts.has(i)) return;
    table.store(reducer);
    reducer = new StateReducer('entity');
  });
  table.store(reducer);
  return table;
}

function snapshot({ rows, history }: MemoryTable): unknown {
  const order = (a: Entity, b: Entity) =>
    Number(a.id - b.id) || Number(a.timestamp_range.from - b.timestamp_range.from);
  return { rows: [...rows.values()].sort(order), history: [...history].sort(order) };
}

describe('reducing changes of current rows', () => {
  it('is the same for any split of the stream into batches', () => {
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 40 }),
        fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 7 }),
        fc.array(fc.nat(40)),
        (events, steps, cuts) => {
          const whole = snapshot(play(events, steps, new Set()));
          expect(snapshot(play(events, steps, new Set(cuts)))).toEqual(whole);
          expect(snapshot(play(events, steps, new Set(events.keys())))).toEqual(whole);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('produces a gapless chain of versions, the last one open', () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 40 }), (events) => {
        const table = play(events, [1], new Set([5, 11]));
        for (const row of table.rows.values()) {
          const versions = table.history.filter((former) => former.id === row.id);
          expect(row.timestamp_range.to).toBeNull();
          versions.push(row);
          for (let i = 1; i < versions.length; i += 1) {
            expect(versions[i]?.timestamp_range.from).toBe(versions[i - 1]?.timestamp_range.to);
          }
          for (const { timestamp_range: range } of versions) {
            expect(range.to === null || range.to > range.from).toBe(true);
          }
        }
      }),
    );
  });

  it('closes a version with the balance it had at its end', () => {
    const reducer = new StateReducer('entity');
    apply(reducer, 10n, { kind: 'create', id: 1n, memo: 'a' });
    apply(reducer, 11n, { kind: 'transfer', id: 1n, amount: 5n });
    apply(reducer, 12n, { kind: 'update', id: 1n, memo: 'b', deleted: false });
    apply(reducer, 13n, { kind: 'transfer', id: 1n, amount: 7n });
    const { history, fresh } = reducer.finish([]);
    expect(history).toMatchObject([{ memo: 'a', balance: 5n, timestamp_range: { from: 10n, to: 12n } }]);
    expect(fresh).toMatchObject([
      { memo: 'b', balance: 12n, balance_timestamp: 13n, timestamp_range: { from: 12n, to: null } },
    ]);
  });

  it('drops transfers of unknown entities', () => {
    const reducer = new StateReducer('entity');
    apply(reducer, 10n, { kind: 'transfer', id: 1n, amount: 5n });
    expect(reducer.keysToRead()).toEqual([]);
    expect(reducer.balanceDeltas()).toEqual([{ id: 1n, delta: 5n, at: 10n }]);
    apply(reducer, 11n, { kind: 'nonce', id: 1n, nonce: 3n });
    expect(reducer.finish([])).toEqual({ history: [], fresh: [], changed: [] });
  });

  it('applies earlier changes of a block to a row created later in it', () => {
    const reducer = new StateReducer('entity');
    apply(reducer, 10n, { kind: 'transfer', id: 1n, amount: 100n });
    apply(reducer, 10n, { kind: 'nonce', id: 1n, nonce: 9n });
    apply(reducer, 10n, { kind: 'transfer', id: 2n, amount: 1n });
    reducer.nextBlock();
    apply(reducer, 11n, { kind: 'transfer', id: 2n, amount: 2n });
    apply(reducer, 11n, { kind: 'transfer', id: 1n, amount: 5n });
    apply(reducer, 11n, { kind: 'create', id: 1n, memo: 'by another contract' });
    apply(reducer, 11n, { kind: 'create', id: 2n, memo: '' });
    apply(reducer, 12n, { kind: 'update', id: 1n, memo: 'b', deleted: false });
    apply(reducer, 12n, { kind: 'transfer', id: 1n, amount: 7n });
    const { fresh } = reducer.finish([]);
    expect(fresh).toMatchObject([
      { id: 1n, balance: 12n, ethereum_nonce: 0n, memo: 'b' },
      { id: 2n, balance: 2n },
    ]);
  });

  it('retains alias, address and creation of an entity from its first version', () => {
    const reducer = new StateReducer('entity');
    const alias = Buffer.from('alias');
    reducer.version(10n, { id: 1n, type: 'ACCOUNT', created_timestamp: 10n, alias });
    reducer.version(12n, { id: 1n, type: 'ACCOUNT', created_timestamp: 12n, alias: Buffer.from('other') });
    expect(reducer.finish([]).fresh).toMatchObject([{ created_timestamp: 10n, alias }]);
  });

  it('merges the changes of an NFT at one instant, and clears its spender when it moves', () => {
    const reducer = new StateReducer('nft');
    const key = { token_id: 1n, serial_number: 1n };
    reducer.version(10n, { ...key, created_timestamp: 10n, metadata: Buffer.from('m'), deleted: false });
    reducer.version(10n, { ...key, account_id: 7n, spender: null, delegating_spender: null });
    reducer.version(11n, { ...key, account_id: 7n, spender: 8n, delegating_spender: null });
    reducer.version(12n, { ...key, account_id: 9n, spender: null, delegating_spender: null });
    reducer.version(12n, { ...key, account_id: 10n, spender: null, delegating_spender: null });
    reducer.version(13n, { ...key, deleted: true, spender: null, delegating_spender: null });
    const { history, fresh } = reducer.finish([]);
    expect(history.map((row) => [row.timestamp_range, row.account_id, row.spender])).toEqual([
      [{ from: 10n, to: 11n }, 7n, null],
      [{ from: 11n, to: 12n }, 7n, 8n],
      [{ from: 12n, to: 13n }, 10n, null],
    ]);
    expect(fresh).toMatchObject([{ account_id: null, deleted: true, created_timestamp: 10n }]);
  });

  it('starts an association again, but not if the same one is reported twice', () => {
    const reducer = new StateReducer('token_account');
    const key = { account_id: 1n, token_id: 2n };
    const association = { ...key, associated: true, balance: 0n, created_timestamp: 10n };
    reducer.version(10n, association);
    reducer.addBalance(key, 5n, 10n);
    reducer.version(10n, association);
    reducer.version(11n, { ...key, associated: true, freeze_status: 1 });
    reducer.version(12n, { ...key, associated: false });
    reducer.version(13n, { ...association, created_timestamp: 13n });
    const { history, fresh } = reducer.finish([]);
    expect(history.map((row) => [row.associated, row.balance, row.freeze_status])).toEqual([
      [true, 5n, null],
      [true, 5n, 1],
      [false, 5n, 1],
    ]);
    expect(fresh).toMatchObject([{ balance: 0n, freeze_status: null, created_timestamp: 13n }]);
  });

  it('ignores a token without a known creation', () => {
    const reducer = new StateReducer('token');
    reducer.version(10n, { token_id: 1n, name: 'x' });
    reducer.adjust({ token_id: 1n }, (row) => {
      row.total_supply = 5n;
    });
    expect(reducer.finish([])).toEqual({ history: [], fresh: [], changed: [] });
  });

  it('stores in history a hook that is deleted and created again at one instant', () => {
    const reducer = new StateReducer('hook');
    const key = { owner_id: 1n, hook_id: 2n };
    reducer.version(10n, { ...key, contract_id: 5n, created_timestamp: 10n, admin_key: Buffer.from('k') });
    reducer.version(12n, { ...key, deleted: true });
    reducer.version(12n, { ...key, contract_id: 6n, created_timestamp: 12n, deleted: false });
    const { history, fresh } = reducer.finish([]);
    expect(history.map((row) => [row.deleted, row.timestamp_range])).toEqual([
      [false, { from: 10n, to: 12n }],
      [true, { from: 12n, to: 13n }],
    ]);
    expect(fresh).toMatchObject([
      { contract_id: 6n, deleted: false, admin_key: null, created_timestamp: 12n },
    ]);
  });
});
