import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tries } from '../../../test/effort.ts';
import { selectorOf } from '../src/words/abi.ts';
import { gasProfile, type ProfiledCall } from '../src/words/gas-profile.ts';

const TRANSFER = `0x${selectorOf('transfer(address,uint256)')}${'0'.repeat(128)}`;
const call = (depth: number, recipient: string | null, gas: number, input = TRANSFER): ProfiledCall => ({
  call_depth: depth,
  call_type: 'CALL',
  gas_used: gas,
  input,
  recipient,
  to: '0xabc',
});

test('gas of a call is that of its function, without the calls in it', () => {
  const calls = [
    call(0, '0.0.5', 1_000, '0xd0e30db0'),
    call(1, '0.0.6', 600),
    call(2, '0.0.7', 500, '0x12345678ff'),
    call(1, '0.0.6', 50),
    call(1, null, 25, '0x'),
    { ...call(1, '0.0.8', 200, '0x6080'), call_type: 'CREATE' },
  ];
  expect(
    gasProfile(calls).map(({ contract, name, calls, own, whole }) => [contract, name, calls, own, whole]),
  ).toEqual([
    ['0.0.7', '0x12345678', 1, 500n, 500n],
    ['0.0.8', 'constructor', 1, 200n, 200n],
    ['0.0.6', 'transfer', 2, 150n, 650n],
    ['0.0.5', 'deposit', 1, 125n, 1_000n],
    ['0xabc', 'no input', 1, 25n, 25n],
  ]);
  expect(gasProfile([])).toEqual([]);
});

test('own gas of all functions is that of the outermost calls, in any tree', () => {
  const depths = fc.array(fc.nat(4), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(depths, fc.nat(9_999), (given, seed) => {
      let last = -1;
      const calls = given.map((depth, at) => {
        last = Math.min(depth, last + 1);
        return call(last, `0.0.${(seed + at) % 3}`, ((seed * (at + 1)) % 1_000) + 1);
      });
      const sum = gasProfile(calls).reduce((all, { own }) => all + own, 0n);
      const outermost = calls.filter(({ call_depth }) => call_depth === 0);
      expect(sum).toBe(outermost.reduce((all, { gas_used }) => all + BigInt(gas_used), 0n));
    }),
    { numRuns: tries(300) },
  );
});
