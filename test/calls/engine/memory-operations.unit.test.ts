import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common';
import { createEVM } from '@ethereumjs/evm';
import { createAddressFromString } from '@ethereumjs/util';
import { longZeroHex } from '@tain/ledger/evm-address';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assemble } from '../../../packages/evm/test/assembly.ts';
import { tries } from '../../effort.ts';
import { CALLER, CONTRACT, runLedger } from './ledger-run.ts';

// Our copies must leave the same memory, and cost the same gas, as the library's.

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

const DATA = new Uint8Array(1000).map((_, at) => (at * 31 + 5) & 0xff);
const GAS = 3_000_000n;

/** Draws offsets and sizes: within memory, at its edges, after it, and beyond any gas limit. */
const near = fc.oneof(
  fc.nat(80),
  fc.constantFrom(31, 32, 33, 999, 1000, 1001, 8191, 8192, 8193),
  fc.nat(20_000),
);
const offset = fc.oneof({ weight: 20, arbitrary: near.map(BigInt) }, fc.constantFrom(1n << 40n, 1n << 64n));
const source = fc.oneof(
  { weight: 9, arbitrary: near.map(BigInt) },
  fc.constantFrom((1n << 32n) - 1n, 1n << 64n, (1n << 256n) - 1n),
);
const size = fc.oneof(
  { weight: 20, arbitrary: near.map(BigInt) },
  fc.constantFrom(0n, 1n << 33n, (1n << 256n) - 1n),
);
const returned = fc.oneof({ weight: 6, arbitrary: fc.nat(200) }, near).map(BigInt);

const operation = fc.oneof(
  fc
    .tuple(fc.constantFrom('CALLDATACOPY', 'CODECOPY'), offset, source, size)
    .map(([name, to, from, length]) => `${length} ${from} ${to} ${name}`),
  fc.tuple(offset, source, size).map(([to, from, length]) => `${length} ${from} ${to} ADDRESS EXTCODECOPY`),
  fc.tuple(offset, returned, returned).map(([to, from, length]) => `${length} ${from} ${to} RETURNDATACOPY`),
  fc.tuple(offset, offset, size).map(([to, from, length]) => `${length} ${from} ${to} MCOPY`),
  fc.tuple(offset, size, near).map(([from, length, to]) => `${length} ${from} KECCAK256 ${to} MSTORE`),
  fc.tuple(near, near).map(([value, to]) => `${value} ${to} MSTORE8`),
);

/**
 * Programs in which a call returns 250 bytes, then the operations run, then the hash of all memory and its size are
 * returned.
 */
const programs = fc
  .array(operation, { minLength: 1, maxLength: 8 })
  .map(
    (operations) =>
      `1000 0 0 CALLDATACOPY 0 0 250 7 4 GAS STATICCALL POP ${operations.join(' ')} MSIZE DUP1 0 KECCAK256 0 MSTORE 32 MSTORE 64 0 RETURN`,
  );

describe('memory after any operations', () => {
  it("equals the library's, and so does the gas", async () => {
    const common = createCustomCommon({}, Mainnet, { hardfork: Hardfork.Cancun });
    const to = createAddressFromString(`0x${longZeroHex(CONTRACT)}`);
    const caller = createAddressFromString(`0x${longZeroHex(CALLER)}`);
    let halted = 0;
    let done = 0;
    await fc.assert(
      fc.asyncProperty(programs, async (text) => {
        const code = assemble(text);
        const evm = await createEVM({ common });
        await evm.stateManager.putCode(to, code);
        for (const each of [to, createAddressFromString(`0x${longZeroHex(4n)}`)]) {
          evm.journal.addAlwaysWarmAddress(each.toString().slice(2));
        }
        const { execResult } = await evm.runCall({ caller, to, data: DATA, gasLimit: GAS });
        const { result } = await runLedger({ code, message: { data: DATA, gas: GAS } });
        const isDone = execResult.exceptionError === undefined;
        expect({ isDone: result.outcome.kind === 'success', gas: result.gasUsed }, text).toEqual({
          isDone,
          gas: execResult.executionGasUsed,
        });
        expect(hex(result.output), text).toBe(isDone ? hex(execResult.returnValue) : '');
        if (isDone) done += 1;
        else halted += 1;
      }),
      { numRuns: tries(150) },
    );
    expect(done).toBeGreaterThan(10);
    expect(halted).toBeGreaterThan(0);
  });
});
