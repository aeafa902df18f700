import type { SystemCall, SystemContract } from '@tain/evm/execution';
import { LEDGER_VERSIONS } from '@tain/evm/profiles';
import { longZeroHex } from '@tain/ledger/evm-address';
import { describe, expect, it } from 'vitest';
import { RETURN_TOP } from '../../../packages/evm/test/assembly.ts';
import { ledgerVersionAt } from '../../../src/calls/call/ledger-versions.ts';
import type { LedgerOverlay } from '../../../src/calls/state/ledger-overlay.ts';
import {
  ALIAS,
  ALIASED,
  CALLER,
  CONTRACT,
  MISSING_ALIAS,
  runLedger,
  SCHEDULE,
  TOKEN,
  wordOf,
} from './ledger-run.ts';

const HTS = longZeroHex(0x167n);
const HAS = longZeroHex(0x16an);
const HSS = longZeroHex(0x16bn);
const SLOT = '0'.repeat(64);
const pay = (to: string, value: number, gas = 100_000) => `0 0 0 0 ${value} 0x${to} ${gas} CALL`;

/** Returns system contracts that record their calls, and return the word 7. */
function noting(gasUsed = 1000n) {
  const calls: SystemCall[] = [];
  const contract: SystemContract = async (call) => {
    calls.push(call);
    return { outcome: { kind: 'success' }, gasUsed, output: Buffer.from('7'.padStart(64, '0'), 'hex') };
  };
  return { calls, systemContracts: new Map([HTS, HAS, HSS].map((address) => [address, contract])) };
}

describe('value to an empty address', () => {
  const hollowAccountGas = async () => 30_000n;

  it('creates an account without a key, for its gas', async () => {
    const code = `GAS ${pay(MISSING_ALIAS, 3)} POP GAS SWAP1 SUB ${RETURN_TOP}`;
    const { result, overlay } = await runLedger({ code, options: { hollowAccountGas } });
    const id = await overlay.aliases.get(MISSING_ALIAS);
    const account = await overlay.accounts.get(id ?? 0n);
    expect(account).toMatchObject({ type: 'ACCOUNT', evmAddress: MISSING_ALIAS, balance: 3n, nonce: 0n });
    expect(account?.key).toBeUndefined();
    expect((await overlay.accounts.get(CONTRACT))?.balance).toBe(497n);
    // Gas of five pushes, address and gas 21, cold address 2600, value 9000, new account 25000, minus the stipend of
    // 2300, plus POP and GAS 4.
    expect(wordOf(result)).toBe(21n + 2600n + 9000n + 25_000n + 30_000n - 2300n + 4n);
  });

  it('fails, and rolls back, without that gas', async () => {
    const code = `${pay(MISSING_ALIAS, 3, 20_000)} ${RETURN_TOP}`;
    const { result, overlay } = await runLedger({ code, options: { hollowAccountGas } });
    expect(wordOf(result)).toBe(0n);
    expect(await overlay.aliases.get(MISSING_ALIAS)).toBeUndefined();
    expect((await overlay.accounts.get(CONTRACT))?.balance).toBe(500n);
  });

  it('is rolled back with its caller', async () => {
    const { result, overlay } = await runLedger({ code: `${pay(MISSING_ALIAS, 3)} 0 0 REVERT` });
    expect(result.outcome).toEqual({ kind: 'revert' });
    expect(await overlay.aliases.get(MISSING_ALIAS)).toBeUndefined();
    expect(await overlay.accounts.get(3002n)).toBeUndefined();
  });

  it('also happens for a call from outside', async () => {
    const { result, overlay } = await runLedger({
      code: '',
      message: { to: MISSING_ALIAS, value: 9n },
      options: { hollowAccountGas },
    });
    expect(result).toMatchObject({ outcome: { kind: 'success' }, gasUsed: 30_000n });
    const id = await overlay.aliases.get(MISSING_ALIAS);
    expect((await overlay.accounts.get(id ?? 0n))?.balance).toBe(9n);
    expect((await overlay.accounts.get(CALLER))?.balance).toBe(999_991n);
  });

  it('creates no account in a call without value', async () => {
    const { overlay } = await runLedger({ code: `${pay(MISSING_ALIAS, 0)} STOP` });
    expect(await overlay.aliases.get(MISSING_ALIAS)).toBeUndefined();
    expect(await overlay.nextId()).toBe(3002n);
  });
});

describe('system contracts', () => {
  it('receive their direct caller', async () => {
    const { calls, systemContracts } = noting();
    const code = `0xabcd 0 MSTORE 32 0 2 30 0 0x${HTS} 50000 CALL POP 0 MLOAD ${RETURN_TOP}`;
    const { result } = await runLedger({ code, message: { from: ALIAS }, options: { systemContracts } });
    expect(wordOf(result)).toBe(7n);
    expect(calls).toMatchObject([
      {
        address: HTS,
        sender: longZeroHex(CONTRACT),
        recipient: HTS,
        parentSender: ALIAS,
        parentIsDelegate: false,
        origin: ALIAS,
        isDelegate: false,
        isStatic: false,
        depth: 1,
        gas: 50_000n,
        value: 0n,
      },
    ]);
    expect(Buffer.from(calls[0]?.input ?? []).toString('hex')).toBe('abcd');
  });

  it('get the flags of delegate and static calls, and of callers that are delegates themselves', async () => {
    const { calls, systemContracts } = noting();
    await runLedger({
      code: '0 0 0 0 2001 500000 DELEGATECALL STOP',
      contracts: { 2001: `0 0 0 0 0x${HTS} 50000 DELEGATECALL 0 0 0 0 0x${HAS} 50000 STATICCALL STOP` },
      options: { systemContracts },
    });
    const [self, caller] = [longZeroHex(CONTRACT), longZeroHex(CALLER)];
    expect(calls).toMatchObject([
      { address: HTS, sender: caller, recipient: self, isDelegate: true, parentIsDelegate: true, depth: 2 },
      { address: HAS, sender: self, recipient: HAS, isDelegate: false, isStatic: true, parentSender: caller },
    ]);
  });

  it.each([
    ['a token', longZeroHex(TOKEN), HTS, '618dc65e', '70a08231'],
    ['a schedule', longZeroHex(SCHEDULE), HSS, '5c3889ca', '06d15889'],
    ['an account, for its selectors', ALIAS, HAS, 'e4cbd3a7', 'bbee989e'],
  ])('are reached through the code of %s', async (_name, address, system, redirect, selector) => {
    const { calls, systemContracts } = noting();
    const input = Buffer.from(`${selector}${'11'.repeat(32)}`, 'hex');
    const { result } = await runLedger({
      code: '',
      message: { to: address, data: input },
      options: { systemContracts },
    });
    expect(result.outcome).toEqual({ kind: 'success' });
    expect(wordOf(result)).toBe(7n);
    const [call] = calls;
    expect(call).toMatchObject({ address: system, recipient: address, sender: longZeroHex(CALLER) });
    expect(call).toMatchObject({ isDelegate: true, parentIsDelegate: false, depth: 1 });
    const expected = `${redirect}${address}${input.toString('hex')}`;
    expect(Buffer.from(call?.input ?? []).toString('hex')).toBe(expected);
  });

  it('are not reached by other selectors of an account, which has no code', async () => {
    const { calls, systemContracts } = noting();
    const { result } = await runLedger({
      code: '',
      message: { to: ALIAS, data: Buffer.from('70a08231', 'hex') },
      options: { systemContracts },
    });
    expect([result.outcome.kind, result.gasUsed, calls.length]).toEqual(['success', 0n, 0]);
    const sizes = await runLedger({
      code: `0x${ALIAS} EXTCODESIZE 0x${longZeroHex(TOKEN)} EXTCODESIZE 1000 MUL ADD ${RETURN_TOP}`,
    });
    expect(wordOf(sizes.result)).toBe(147_000n);
  });

  it('refuse value, unless they accept it', async () => {
    const { calls, systemContracts } = noting();
    const code = `${pay(HTS, 1)} ${RETURN_TOP}`;
    const refused = await runLedger({ code, options: { systemContracts } });
    expect([refused.result.outcome, calls.length]).toEqual([
      { kind: 'halt', reason: 'INVALID_CONTRACT_ID' },
      0,
    ]);
    const taken = await runLedger({ code, options: { systemContracts, takesValue: () => true } });
    expect([wordOf(taken.result), calls[0]?.value]).toEqual([1n, 1n]);
    const outside = await runLedger({ code, message: { to: HTS, value: 1n }, options: { systemContracts } });
    expect(outside.result.outcome).toEqual({ kind: 'halt', reason: 'INVALID_CONTRACT_ID' });
  });

  it('cost their stated gas, and halt without enough', async () => {
    const run = (gasUsed: bigint) =>
      runLedger({
        code: '',
        message: { to: HTS, gas: 5000n },
        options: { systemContracts: noting(gasUsed).systemContracts },
      });
    expect((await run(5000n)).result).toMatchObject({ outcome: { kind: 'success' }, gasUsed: 5000n });
    expect((await run(5001n)).result).toMatchObject({
      outcome: { kind: 'halt', reason: 'INSUFFICIENT_GAS' },
      gasUsed: 5000n,
    });
  });

  it.each([
    ['revert', { kind: 'revert' }, 7n],
    ['halt', { kind: 'halt', reason: 'INVALID_OPERATION' }, 0n],
  ] as const)('lose their changes and logs by a %s', async (_name, outcome, length) => {
    const overlays: LedgerOverlay[] = [];
    const failing: SystemContract = async () => {
      overlays[0]?.cryptoAllowances.set([1n, 2n], 5n);
      const logs = [{ address: HTS, topics: [], data: Buffer.of(1) }];
      return { outcome, gasUsed: 10n, output: Buffer.from('INVALID'), logs };
    };
    const { result, overlay } = await runLedger({
      code: `${pay(HTS, 0)} POP RETURNDATASIZE ${RETURN_TOP}`,
      options: { systemContracts: new Map([[HTS, failing]]) },
      onOverlay: (each) => overlays.push(each),
    });
    expect(wordOf(result)).toBe(length);
    expect(result.logs).toEqual([]);
    expect(await overlay.cryptoAllowances.get([1n, 2n])).toBeUndefined();
  });
});

describe('contracts', () => {
  it('log as their long-zero address', async () => {
    const created = await runLedger({
      // Init code that logs and deploys nothing.
      code: '',
      message: { to: undefined, data: Buffer.from('60aa60006000a1', 'hex') },
    });
    const address = created.result.created ?? '';
    const id = await created.overlay.aliases.get(address);
    expect(id).toBe(3002n);
    expect(created.result.logs).toEqual([
      { address: longZeroHex(3002n), topics: ['aa'.padStart(64, '0')], data: new Uint8Array() },
    ]);
  });

  it("are created with alias, nonce 1 and a new number; their creator's nonce is incremented", async () => {
    // Init code that returns one byte 0.
    const code = `0x60016000f3 0 MSTORE 5 27 9 CREATE ${RETURN_TOP}`;
    const { result, overlay } = await runLedger({ code });
    const address = Buffer.from(result.output.subarray(12)).toString('hex');
    const id = await overlay.aliases.get(address);
    expect(id).toBe(3002n);
    expect(await overlay.accounts.get(3002n)).toMatchObject({ type: 'CONTRACT', nonce: 1n, balance: 9n });
    expect(await overlay.code.get(3002n)).toEqual(new Uint8Array(1));
    expect((await overlay.accounts.get(CONTRACT))?.nonce).toBe(2n);
  });

  it('are created at the address given by the caller', async () => {
    const createAt = longZeroHex(4000n);
    const { result, overlay } = await runLedger({
      code: '',
      message: { to: undefined, createAt, data: Buffer.from('60016000f3', 'hex') },
    });
    expect([result.created, await overlay.code.get(4000n)]).toEqual([createAt, new Uint8Array(1)]);
    expect((await overlay.accounts.get(4000n))?.evmAddress).toBeUndefined();
  });

  it('replace an account without a key, and keep its balance', async () => {
    const code = `0x60016000f3 0 MSTORE 5 27 0 CREATE ${RETURN_TOP}`;
    const { result } = await runLedger({ code });
    const evmAddress = Buffer.from(result.output.subarray(12)).toString('hex');
    const { overlay } = await runLedger({
      code,
      ledger: { accounts: [{ id: 1700n, evmAddress, balance: 6n }] },
    });
    expect(await overlay.accounts.get(1700n)).toMatchObject({ type: 'CONTRACT', nonce: 1n, balance: 6n });
    expect(await overlay.code.get(1700n)).toEqual(new Uint8Array(1));
  });

  it.each(LEDGER_VERSIONS)('destroy themselves according to %s', async (version) => {
    const { result, overlay } = await runLedger({ version, code: `0x${ALIAS} SELFDESTRUCT` });
    const deletesAll = LEDGER_VERSIONS.indexOf(version) < LEDGER_VERSIONS.indexOf('v0.50');
    expect(result.destroyed).toEqual(deletesAll ? [longZeroHex(CONTRACT)] : []);
    expect((await overlay.accounts.get(CONTRACT))?.balance).toBe(0n);
    expect((await overlay.accounts.get(ALIASED))?.balance).toBe(577n);
  });

  it('do not destroy themselves in favor of themselves in the transaction that creates them', async () => {
    const { result } = await runLedger({
      code: '',
      message: { to: undefined, data: Buffer.from('30ff', 'hex') },
    });
    expect(result.outcome).toEqual({ kind: 'halt', reason: 'SELF_DESTRUCT_TO_SELF' });
  });

  it('see true balances where a caller may spend more', async () => {
    const { result, overlay } = await runLedger({
      code: `CALLER BALANCE CALLVALUE ADD ${RETURN_TOP}`,
      message: { value: 5_000_000n },
      minimumBalance: 10n ** 17n,
    });
    expect(wordOf(result)).toBe(5_000_000n);
    expect((await overlay.accounts.get(CALLER))?.balance).toBe(-4_000_000n);
    expect((await overlay.accounts.get(CONTRACT))?.balance).toBe(5_000_500n);
  });

  it('price storage by its value before the transaction', async () => {
    const test = {
      code: '2 0 SSTORE 3 0 SSTORE 1 0 SSTORE STOP',
      ledger: { storage: { [`2000,${SLOT}`]: '1'.padStart(64, '0') } },
    };
    const { result, overlay } = await runLedger(test);
    // Gas: cold and changed 5000, dirty 100, back to the original 100 with 2800 refunded, and six pushes.
    expect([result.gasUsed, result.gasRefund]).toEqual([5000n + 100n + 100n + 18n, 2800n]);
    expect(await overlay.storage.get([CONTRACT, SLOT])).toBe('1'.padStart(64, '0'));
  });
});

describe('version of a block', () => {
  it.each([
    ['mainnet', 0n, 'v0.30'],
    ['mainnet', 44_029_065n, 'v0.30'],
    ['mainnet', 44_029_066n, 'v0.34'],
    ['mainnet', 49_117_794n, 'v0.38'],
    ['mainnet', 60_258_042n, 'v0.46'],
    ['mainnet', 65_435_845n, 'v0.50'],
    ['mainnet', 66_602_102n, 'v0.51'],
    ['mainnet', 85_011_471n, 'v0.51'],
    ['mainnet', 85_011_472n, 'v0.65'],
    ['mainnet', 85_659_065n, 'v0.66'],
    ['mainnet', 87_129_575n, 'v0.67'],
    ['testnet', 0n, 'v0.67'],
    ['other', 1n, 'v0.67'],
  ] as const)('%s %s', (network, block, version) => {
    expect(ledgerVersionAt(network, { number: block, hapi: null })).toBe(version);
  });

  it.each([
    ['mainnet', 99_000_000n, { major: 0, minor: 76 }, 'v0.67'],
    ['mainnet', 99_000_000n, { major: 0, minor: 77 }, 'v0.70'],
    ['testnet', 1n, { major: 0, minor: 80 }, 'v0.70'],
    ['other', 1n, { major: 1, minor: 0 }, 'v0.70'],
  ] as const)('%s %s under HAPI %o', (network, number, hapi, version) => {
    expect(ledgerVersionAt(network, { number, hapi })).toBe(version);
  });

  it.each([
    [4n, 'v0.46'],
    [5n, 'v0.46'],
    [9n, 'v0.46'],
    [10n, 'v0.67'],
  ] as const)('%s, if the operator sets it', (block, version) => {
    const versions = [
      { firstBlock: 5n, version: 'v0.46' },
      { firstBlock: 10n, version: 'v0.67' },
    ] as const;
    expect(ledgerVersionAt('mainnet', { number: block, hapi: null }, versions)).toBe(version);
  });
});
