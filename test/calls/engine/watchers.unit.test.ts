import type { CallFrame, Step } from '@tain/evm/execution';
import { longZeroHex } from '@tain/ledger/evm-address';
import { describe, expect, it } from 'vitest';
import { CALLER, CONTRACT, type LedgerCase, MISSING_ALIAS, runLedger } from './ledger-run.ts';

const SELF = longZeroHex(CONTRACT);
const CALLEE = longZeroHex(2001n);

interface Seen {
  readonly steps: { step: Step; stack: readonly bigint[]; memory: string }[];
  readonly frames: CallFrame[];
  readonly storage: unknown[];
}

async function watch(test: LedgerCase) {
  const seen: Seen = { steps: [], frames: [], storage: [] };
  const { result } = await runLedger({
    ...test,
    options: {
      ...test.options,
      watchers: {
        step: async (step) => {
          await Promise.resolve();
          const memory = Buffer.from(step.memory()).toString('hex');
          seen.steps.push({ step, stack: step.stack(), memory });
        },
        frame: (frame) => {
          seen.frames.push(frame);
        },
        storage: (address, slot, value, isWritten) => {
          seen.storage.push([address, BigInt(`0x${slot}`), BigInt(`0x${value}`), isWritten]);
        },
      },
    },
  });
  return { ...seen, result };
}

describe('steps', () => {
  it('show stack, memory and gas after each operation', async () => {
    const { steps, result } = await watch({ code: '5 7 ADD 0 MSTORE STOP', message: { gas: 1000n } });
    expect(
      steps.map(({ step, stack, memory }) => [
        step.pc,
        step.op,
        step.gas,
        step.gasCost,
        step.depth,
        stack,
        memory,
      ]),
    ).toEqual([
      [0, 'PUSH1', 997n, 3n, 0, [5n], ''],
      [2, 'PUSH1', 994n, 3n, 0, [5n, 7n], ''],
      [4, 'ADD', 991n, 3n, 0, [12n], ''],
      [5, 'PUSH1', 988n, 3n, 0, [12n, 0n], ''],
      [7, 'MSTORE', 982n, 6n, 0, [], `${'0'.repeat(62)}0c`],
      [8, 'STOP', 982n, 0n, 0, [], `${'0'.repeat(62)}0c`],
    ]);
    expect(result.gasUsed).toBe(18n);
  });

  it('report a call before its callee, with its arguments and its retained gas', async () => {
    const { steps } = await watch({
      code: '0 0 0 0 9 2001 1000 CALL STOP',
      contracts: { 2001: '1 STOP' },
      message: { gas: 100_000n },
    });
    const calls = steps.slice(7).map(({ step, stack }) => [step.op, step.depth, step.address, stack]);
    expect(calls).toEqual([
      ['CALL', 0, SELF, [0n, 0n, 0n, 0n, 9n, 2001n, 1000n]],
      ['PUSH1', 1, CALLEE, [1n]],
      ['STOP', 1, CALLEE, [1n]],
      ['STOP', 0, SELF, [1n]],
    ]);
    const [call, push, , stop] = steps.slice(7).map(({ step }) => step);
    // Gas 21 for pushes, cold address and value. The callee gets 1000 and the stipend of 2300, which the caller does
    // not pay.
    expect([call?.gasCost, call?.gas]).toEqual([11_600n, 100_000n - 21n - 11_600n - 1000n]);
    expect(push?.gas).toBe(3297n);
    expect(stop?.gas).toBe(100_000n - 21n - 11_600n + 2300n - 3n);
  });

  it('show a call without a frame after it, with its result', async () => {
    const { steps } = await watch({ code: `0 0 0 0 501 0x${CALLEE} 1000 CALL STOP` });
    const [call] = steps.slice(7);
    expect([call?.step.op, call?.stack]).toEqual(['CALL', [0n]]);
  });

  it.each([
    ['1 ADD', 'ADD', 'INSUFFICIENT_STACK_ITEMS'],
    ['3 JUMP', 'JUMP', 'INVALID_JUMP_DESTINATION'],
    ['INVALID', 'INVALID', 'INVALID_OPERATION'],
    ['0 0xffffffffff MSTORE', 'MSTORE', 'INSUFFICIENT_GAS'],
  ])('show why %s ends', async (code, op, halt) => {
    const { steps, result } = await watch({ code });
    expect(steps.at(-1)?.step).toMatchObject({ op, halt });
    expect(result.outcome).toEqual({ kind: 'halt', reason: halt });
  });

  it('report the output of a revert', async () => {
    const { steps } = await watch({ code: '0xabcd 0 MSTORE 2 30 REVERT' });
    const reasons = steps.map(
      ({ step }) => step.revertReason && Buffer.from(step.revertReason).toString('hex'),
    );
    expect(reasons.at(-1)).toBe('abcd');
    expect(reasons.slice(0, -1).every((reason) => reason === undefined)).toBe(true);
  });

  it('do not change costs and results', async () => {
    const tests: LedgerCase[] = [
      { code: '0 JUMPDEST 1 ADD DUP1 200 GT 2 JUMPI 0 MSTORE 32 0 RETURN' },
      {
        code: '1 0 SSTORE 0 SLOAD 0x60016000f3 0 MSTORE 5 27 0 CREATE POP 0 0 0 0 0 2001 9999 CALL STOP',
        contracts: { 2001: '0 0 REVERT' },
      },
      { code: `0 0 0 0 1 0x${MISSING_ALIAS} 90000 CALL 64 0 KECCAK256 0 MSTORE 32 0 RETURN` },
      // A call pays for memory that its callee does not fill.
      {
        code: '32 20000 0 0 0 2001 9999 CALL 19990 MLOAD 19980 MSTORE 40 19980 RETURN',
        contracts: { 2001: 'STOP' },
      },
      { code: '0 0 0 0 0 ADDRESS GAS CALL STOP', message: { gas: 60_000n } },
    ];
    for (const test of tests) {
      const { result: plain } = await runLedger(test);
      const { result } = await watch(test);
      expect(result).toEqual(plain);
    }
  });
});

describe('frames', () => {
  it('are reported at their end, numbered in the order of their beginning', async () => {
    const { frames } = await watch({
      code: '4 0 0 0 3 2001 50000 CALL 0 0 0 0 2002 50000 DELEGATECALL 0 0 0 0 2002 50000 STATICCALL STOP',
      contracts: { 2001: '0xaa 0 MSTORE 1 31 REVERT', 2002: '0 0 SSTORE STOP' },
    });
    expect(
      frames.map(({ index, depth, type, from, to, value, outcome }) => [
        index,
        depth,
        type,
        from,
        to,
        value,
        outcome,
      ]),
    ).toEqual([
      [1, 1, 'CALL', SELF, CALLEE, 3n, { kind: 'revert' }],
      [2, 1, 'DELEGATECALL', SELF, longZeroHex(2002n), 0n, { kind: 'success' }],
      [3, 1, 'STATICCALL', SELF, longZeroHex(2002n), 0n, { kind: 'halt', reason: 'ILLEGAL_STATE_CHANGE' }],
      [0, 0, 'CALL', longZeroHex(CALLER), SELF, 0n, { kind: 'success' }],
    ]);
    expect(Buffer.from(frames[0]?.output ?? []).toString('hex')).toBe('aa');
    expect(frames[0]).toMatchObject({ gas: 52_300n, gasUsed: 18n });
    expect(frames[1]?.gasUsed).toBe(2206n);
    expect(frames[2]?.gasUsed).toBe(50_000n);
  });

  it('name the created contracts', async () => {
    const { frames, result } = await watch({ code: '0x60016000f3 0 MSTORE 5 27 0 CREATE 0 0 RETURN' });
    expect(frames[0]).toMatchObject({ type: 'CREATE', from: SELF, depth: 1 });
    expect(Buffer.from(frames[0]?.input ?? []).toString('hex')).toBe('60016000f3');
    expect(frames[0]?.to).toMatch(/^[0-9a-f]{40}$/);
    expect(result.outcome.kind).toBe('success');
    const failing = await watch({ code: '0xfe 0 MSTORE 1 31 0 CREATE STOP' });
    expect(failing.frames[0]).toMatchObject({ type: 'CREATE', to: undefined });
  });
});

describe('storage', () => {
  it('is reported as it is read and written, each with its contract', async () => {
    const { storage } = await watch({
      code: '4 SLOAD 1 ADD 4 SSTORE 0 0 0 0 0 2001 90000 CALL STOP',
      contracts: { 2001: '4 SLOAD STOP' },
      ledger: { storage: { [`2000,${'4'.padStart(64, '0')}`]: '8'.padStart(64, '0') } },
    });
    expect(storage).toEqual([
      [SELF, 4n, 8n, false],
      [SELF, 4n, 9n, true],
      [CALLEE, 4n, 0n, false],
    ]);
  });
});

describe('time', () => {
  const LOOPS = {
    'jumps in a loop': 'JUMPDEST 0 JUMP',
    'hashes in a loop': 'JUMPDEST 4096 0 KECCAK256 POP 0 JUMP',
    'calls itself': 'JUMPDEST 0 0 0 0 0 ADDRESS GAS CALL POP 0 JUMP',
  };

  it.each(Object.entries(LOOPS))('ends what %s', async (_name, code) => {
    const begin = Date.now();
    const { result, overlay } = await runLedger({
      code: `7 1 SSTORE 1 POP ${code}`.replace(/\b0 JUMP$/, '8 JUMP'),
      message: { gas: 10n ** 15n },
      options: { deadline: begin + 200 },
    });
    expect(result.outcome).toEqual({ kind: 'halt', reason: 'TIMEOUT' });
    expect(result.gasUsed).toBe(10n ** 15n);
    expect(Date.now() - begin).toBeLessThan(5000);
    // Everything is rolled back, and no frame is open.
    expect(await overlay.storage.get([CONTRACT, '1'.padStart(64, '0')])).toBeUndefined();
    expect(() => overlay.commit()).toThrow('without a checkpoint');
  });

  it('ends by a signal of another task of the thread', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    const { result } = await runLedger({
      code: LOOPS['jumps in a loop'],
      message: { gas: 10n ** 15n },
      options: { signal: controller.signal },
    });
    expect(result.outcome).toEqual({ kind: 'halt', reason: 'TIMEOUT' });
  });

  it('ends a trace as well', async () => {
    const { result } = await runLedger({
      code: LOOPS['jumps in a loop'],
      message: { gas: 10n ** 15n },
      options: { deadline: Date.now() + 100, watchers: { step: () => {} } },
    });
    expect(result.outcome).toEqual({ kind: 'halt', reason: 'TIMEOUT' });
  });
});
