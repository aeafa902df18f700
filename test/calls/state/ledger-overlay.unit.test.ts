import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LedgerOverlay } from '../../../src/calls/state/ledger-overlay.ts';
import { memoryReader } from '../memory-reader.ts';

const SLOT = '0'.repeat(64);

describe('the ledger of one execution', () => {
  it('reads each key once, also missing ones and concurrently requested ones', async () => {
    const reader = memoryReader({ accounts: [{ id: 1001n, balance: 5n }] });
    const state = new LedgerOverlay(reader);
    const both = await Promise.all([state.accounts.get(1001n), state.accounts.get(1001n)]);
    expect(both.map((each) => each?.balance)).toEqual([5n, 5n]);
    expect(await state.accounts.get(1002n)).toBeUndefined();
    expect(await state.accounts.get(1002n)).toBeUndefined();
    expect(await state.storage.get([1001n, SLOT])).toBeUndefined();
    expect(await state.storage.get([1001n, SLOT])).toBeUndefined();
    expect([...reader.reads.values()]).toEqual([1, 1, 1]);
  });

  it('does not let a slow read undo a write', async () => {
    const state = new LedgerOverlay(memoryReader({ cryptoAllowances: { '1001,1002': 7n } }));
    const reading = state.cryptoAllowances.get([1001n, 1002n]);
    state.cryptoAllowances.set([1001n, 1002n], undefined);
    expect(await reading).toBeUndefined();
    expect(await state.cryptoAllowances.get([1001n, 1002n])).toBeUndefined();
  });

  it('allocates ids above all existing ones, and reverts them with the creation', async () => {
    const state = new LedgerOverlay(memoryReader({ maxId: 2500n }));
    expect(await state.nextId()).toBe(3501n);
    state.checkpoint();
    expect(await state.nextId()).toBe(3502n);
    state.revert();
    expect(await state.nextId()).toBe(3502n);
    expect(await new LedgerOverlay(memoryReader({ maxId: 2n }), { idGap: 0n }).nextId()).toBe(1001n);
    expect(await new LedgerOverlay(memoryReader({ maxId: 2500n }), { idGap: 0n }).nextId()).toBe(2501n);
  });

  it('reports whether an account owns tokens or is a treasury, also after writes', async () => {
    const relation = { associated: true, automatic: false, freeze: 'UNFROZEN', kyc: 'GRANTED' } as const;
    const state = new LedgerOverlay(
      memoryReader({
        relations: [{ account: 9n, token: 50n, balance: 3n }],
        tokens: [{ id: 50n, treasury: 8n }],
      }),
    );
    const [before, token] = [await state.relations.get([9n, 50n]), await state.tokens.get(50n)];
    expect([await state.ownsTokens(9n), await state.ownsTokens(10n)]).toEqual([true, false]);
    expect([await state.isTreasury(8n), await state.isTreasury(9n)]).toEqual([true, false]);
    state.checkpoint();
    state.relations.set([9n, 50n], before && { ...before, balance: 0n });
    state.relations.set([10n, 50n], { ...relation, account: 10n, token: 50n, balance: 3n });
    state.tokens.set(51n, token && { ...token, id: 51n, treasury: 9n });
    expect([await state.ownsTokens(9n), await state.ownsTokens(10n)]).toEqual([false, true]);
    expect(await state.isTreasury(9n)).toBe(true);
    state.revert();
    expect([await state.ownsTokens(9n), await state.ownsTokens(10n)]).toEqual([true, false]);
    expect(await state.isTreasury(9n)).toBe(false);
  });

  it('refuses a commit or revert without a checkpoint', () => {
    const state = new LedgerOverlay(memoryReader({}));
    expect(() => state.commit()).toThrow('without a checkpoint');
    expect(() => state.revert()).toThrow('without a checkpoint');
  });

  it('behaves like copies of the whole state', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('set' as const), key: fc.bigInt(1n, 4n), value: fc.bigInt(0n, 9n) }),
      fc.record({ kind: fc.constant('delete' as const), key: fc.bigInt(1n, 4n) }),
      fc.record({ kind: fc.constantFrom('checkpoint' as const, 'commit' as const, 'revert' as const) }),
      fc.record({ kind: fc.constant('read' as const), key: fc.bigInt(1n, 4n) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const state = new LedgerOverlay(memoryReader({ cryptoAllowances: { '9,1': 100n, '9,2': 200n } }));
        let now = new Map<bigint, bigint>([
          [1n, 100n],
          [2n, 200n],
        ]);
        const open: Map<bigint, bigint>[] = [];
        for (const each of steps) {
          if (each.kind === 'set') {
            now.set(each.key, each.value);
            state.cryptoAllowances.set([9n, each.key], each.value);
          } else if (each.kind === 'delete') {
            now.delete(each.key);
            state.cryptoAllowances.set([9n, each.key], undefined);
          } else if (each.kind === 'checkpoint') {
            open.push(new Map(now));
            state.checkpoint();
          } else if (each.kind === 'read') {
            expect(await state.cryptoAllowances.get([9n, each.key])).toBe(now.get(each.key));
          } else {
            const before = open.pop();
            if (before === undefined) continue;
            if (each.kind === 'revert') now = before;
            state[each.kind]();
          }
        }
        for (const key of [1n, 2n, 3n, 4n]) {
          expect(await state.cryptoAllowances.get([9n, key])).toBe(now.get(key));
        }
      }),
    );
  });
});
