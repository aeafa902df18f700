import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common';
import { createEVM } from '@ethereumjs/evm';
import { Account, createAddressFromString } from '@ethereumjs/util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tries } from '../../../test/effort.ts';
import { createEngine } from '../src/engine.ts';
import type { CallFrame } from '../src/execution.ts';
import { assemble } from './assembly.ts';
import { EthereumWorld } from './ethereum-world.ts';

// Random code on accounts of Ethereum. Our engine and @ethereumjs/evm must have the same outcome, use the same gas, and
// leave the same state.

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const address = (number: number) => number.toString(16).padStart(40, '0');
const ZERO = '0'.repeat(64);
const word = (value: bigint) => value.toString(16).padStart(64, '0');

const CALLER = address(0xca11e4);
/** Addresses of two contracts with random code, of an account without code, and an unused one. */
const FIRST = address(0xc0de01);
const SECOND = address(0xc0de02);
const PERSON = address(0xbeef);
const MISSING = address(0xdead);
const GAS = 600_000n;
const SLOTS = [0n, 1n, 2n];

const value = fc.oneof(
  { weight: 6, arbitrary: fc.bigInt(0n, 300n) },
  fc.constantFrom((1n << 255n) - 1n, 1n << 255n, (1n << 256n) - 1n, 1n << 64n),
  fc.bigInt(0n, (1n << 256n) - 1n),
);
const small = fc.nat(130);
const slot = fc.constantFrom(...SLOTS);
const some = fc.constantFrom(...[FIRST, SECOND, PERSON, MISSING].map((each) => BigInt(`0x${each}`)), 2n, 4n);
const gas = fc.constantFrom('GAS', '0', '700', '30000', '100000');
const amount = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(3), fc.constant(1_000_000));
/** Draws init code of a creation: empty, code that returns code, stores, reverts, halts, or destroys itself. */
const initCode = fc.constantFrom(
  '',
  '6001600c60003960016000f300', // 1 byte of code
  '60016000556000',
  '6001600052602060 00fd'.replace(' ', ''),
  'fe',
  '32ff',
  '60ef60005360016000f3',
);

const binary =
  'ADD MUL SUB DIV SDIV MOD SMOD EXP SIGNEXTEND LT GT SLT SGT EQ AND OR XOR BYTE SHL SHR SAR'.split(' ');
const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...binary), value, value, small)
      .map(([op, a, b, to]) => `${b} ${a} ${op} ${to} MSTORE`),
  },
  fc
    .tuple(fc.constantFrom('ADDMOD', 'MULMOD'), value, value, value)
    .map(([op, a, b, c]) => `${c} ${b} ${a} ${op} 0 MSTORE`),
  fc.tuple(fc.constantFrom('ISZERO', 'NOT', 'CALLDATALOAD'), value).map(([op, a]) => `${a} ${op} 32 MSTORE`),
  fc
    .constantFrom(
      'ADDRESS',
      'CALLER',
      'ORIGIN',
      'CALLVALUE',
      'CALLDATASIZE',
      'CODESIZE',
      'RETURNDATASIZE',
      'MSIZE',
      'GAS',
      'PC',
      'SELFBALANCE',
    )
    .map((op) => `${op} 64 MSTORE`),
  { weight: 3, arbitrary: fc.tuple(slot, fc.nat(2)).map(([key, to]) => `${to} ${key} SSTORE`) },
  fc.tuple(slot, small).map(([key, to]) => `${key} SLOAD ${to} MSTORE`),
  fc.tuple(slot, fc.nat(2)).map(([key, to]) => `${to} ${key} TSTORE ${key} TLOAD 0 MSTORE`),
  fc
    .tuple(fc.nat(4), small, small)
    .map(([topics, from, size]) => `${'7 '.repeat(topics)}${size} ${from} LOG${topics}`),
  fc
    .tuple(fc.constantFrom('BALANCE', 'EXTCODESIZE', 'EXTCODEHASH'), some)
    .map(([op, who]) => `${who} ${op} 96 MSTORE`),
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('CALL', 'CALLCODE'), some, gas, amount, small, small)
      .map(([op, who, give, much, size, out]) => `${out} 0 ${size} 0 ${much} ${who} ${give} ${op} 0 MSTORE`),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('DELEGATECALL', 'STATICCALL'), some, gas, small, small)
      .map(([op, who, give, size, out]) => `${out} 0 ${size} 0 ${who} ${give} ${op} 0 MSTORE`),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(initCode, amount, fc.option(fc.nat(1), { nil: undefined }))
      .map(([init, much, salt]) => {
        const length = init.length / 2;
        const stored = length === 0 ? '' : `${BigInt(`0x${init.padEnd(64, '0')}`)} 0 MSTORE `;
        return `${stored}${salt === undefined ? '' : `${salt} `}${length} 0 ${much} ${salt === undefined ? 'CREATE' : 'CREATE2'} 32 MSTORE`;
      }),
  },
  fc.tuple(small, small).map(([to, size]) => `${size} 0 ${to} RETURNDATACOPY`),
  fc.tuple(small, small).map(([from, size]) => `${size} ${from} KECCAK256 0 MSTORE`),
);
const ending = fc.constantFrom(
  '',
  'STOP',
  '96 0 RETURN',
  'MSIZE 0 RETURN',
  '32 0 REVERT',
  'INVALID',
  `${BigInt(`0x${PERSON}`)} SELFDESTRUCT`,
  'ADDRESS SELFDESTRUCT',
  'ADD',
  '3 JUMP',
);
const code = fc
  .tuple(fc.array(operation, { maxLength: 7 }), ending)
  .map(([operations, end]) => assemble([...operations, end].join(' ').trim()));

it('random code ends as in another implementation, watched or not', async () => {
  const engine = createEngine('ethereum');
  const common = createCustomCommon({}, Mainnet, { hardfork: Hardfork.Cancun });
  let done = 0;
  let failed = 0;
  await fc.assert(
    fc.asyncProperty(code, code, fc.nat(2), async (first, second, sent) => {
      const evm = await createEVM({ common });
      const state = evm.stateManager;
      const known = {
        [CALLER]: { nonce: 0n, balance: 10n ** 18n, code: new Uint8Array() },
        [FIRST]: { nonce: 1n, balance: 1_000n, code: first },
        [SECOND]: { nonce: 1n, balance: 5n, code: second },
        [PERSON]: { nonce: 0n, balance: 9n, code: new Uint8Array() },
      };
      for (const [who, { nonce, balance, code: runs }] of Object.entries(known)) {
        const at = createAddressFromString(`0x${who}`);
        await state.putAccount(at, new Account(nonce, balance));
        if (runs.length > 0) await state.putCode(at, runs);
        if (runs.length > 0) await state.putStorage(at, Buffer.from(word(1n), 'hex'), Uint8Array.of(1));
      }
      for (let number = 1; number <= 10; number += 1) evm.journal.addAlwaysWarmAddress(address(number));
      for (const warm of [CALLER, FIRST, address(0)]) evm.journal.addAlwaysWarmAddress(warm);
      const { execResult } = await evm.runCall({
        caller: createAddressFromString(`0x${CALLER}`),
        to: createAddressFromString(`0x${FIRST}`),
        value: BigInt(sent),
        gasLimit: GAS,
        data: Uint8Array.of(1, 2, 3),
      });
      const expected = {
        isSuccess: execResult.exceptionError === undefined,
        gas: execResult.executionGasUsed,
        refund: execResult.exceptionError === undefined ? (execResult.gasRefund ?? 0n) : 0n,
        logs: (execResult.logs ?? []).map(([who, topics, data]) => [hex(who), topics.map(hex), hex(data)]),
        storage: [] as string[],
        accounts: [] as unknown[],
      };
      for (const who of [FIRST, SECOND]) {
        const at = createAddressFromString(`0x${who}`);
        for (const key of SLOTS) {
          expected.storage.push(
            hex(await state.getStorage(at, Buffer.from(word(key), 'hex'))).padStart(64, '0'),
          );
        }
        const account = await state.getAccount(at);
        expected.accounts.push([account?.nonce, account?.balance]);
      }

      for (const isWatched of [false, true]) {
        const world = new EthereumWorld(
          Object.fromEntries(
            Object.entries(known).map(([who, account]) => [
              who,
              {
                ...account,
                nonce: account.nonce + (who === CALLER ? 1n : 0n),
                storage: account.code.length > 0 ? { [word(1n)]: word(1n) } : {},
              },
            ]),
          ),
        );
        const frames: CallFrame[] = [];
        const result = await engine.run(
          {
            from: CALLER,
            to: FIRST,
            data: Uint8Array.of(1, 2, 3),
            value: BigInt(sent),
            gas: GAS,
            gasPrice: 0n,
          },
          {
            state: world,
            block: {
              number: 0n,
              timestamp: 0n,
              coinbase: address(0),
              gasLimit: 0n,
              baseFee: 0n,
              prevRandao: ZERO,
              chainId: 1n,
              blockHash: () => ZERO,
            },
            watchers: isWatched
              ? { step: async () => undefined, frame: (frame) => void frames.push(frame) }
              : {},
          },
        );
        const isSuccess = result.outcome.kind === 'success';
        const storage: string[] = [];
        const accounts: unknown[] = [];
        for (const who of [FIRST, SECOND]) {
          for (const key of SLOTS) storage.push(await world.storage(who, word(key)));
          const account = await world.account(who);
          accounts.push([account?.nonce, account?.balance]);
        }
        const logs = result.logs.map(({ address: who, topics, data }) => [who, topics, hex(data)]);
        const found = { isSuccess, gas: result.gasUsed, refund: result.gasRefund, logs, storage, accounts };
        expect(found, `${hex(first)} ${hex(second)}`).toEqual(expected);
        if (result.outcome.kind !== 'halt') expect(hex(result.output)).toBe(hex(execResult.returnValue));
        if (isWatched) expect(frames.at(-1)?.index).toBe(0);
      }
      if (expected.isSuccess) done += 1;
      else failed += 1;
    }),
    { numRuns: tries(120) },
  );
  expect(done).toBeGreaterThan(10);
  expect(failed).toBeGreaterThan(10);
});
