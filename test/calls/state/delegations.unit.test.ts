import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common';
import { createEVM } from '@ethereumjs/evm';
import { Account, createAddressFromString } from '@ethereumjs/util';
import { longZeroHex } from '@tain/ledger/evm-address';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { assemble } from '../../../packages/evm/test/assembly.ts';
import { accountProxyCode } from '../../../src/calls/state/proxy-code.ts';
import { selectorOf } from '../../../src/calls/system/selector.ts';
import { tries } from '../../effort.ts';
import { CALLER, CONTRACT, runLedger } from '../engine/ledger-run.ts';

/** Calls of accounts that delegate to code (EIP-7702, HIP-1340), beside @ethereumjs/evm. */

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const addressOf = (letter: string, index: number) => letter.repeat(39) + index;
const ACCOUNTS = [0, 1, 2, 3, 4, 5].map((index) => addressOf('a', index));
const CONTRACTS = [0, 1, 2].map((index) => addressOf('c', index));
const MISSING = addressOf('d', 0);
const SHA_256 = longZeroHex(2n);
const GAS = 1_000_000n;

/** Draws code of a contract. It calls only accounts whose delegates come later, because gas would end a recursion. */
function codeOf(index: number): fc.Arbitrary<string> {
  const others = fc
    .constantFrom(...ACCOUNTS.slice(2 * (index + 1)), ...CONTRACTS.slice(index + 1), MISSING)
    .map((other) => BigInt(`0x${other}`));
  const word = (operations: string) => `${operations} 0 MSTORE 32 0 RETURN`;
  const call = (other: bigint) => `0 0 0 0 0 ${other} 100000 CALL`;
  return fc.oneof(
    fc.constantFrom(word('ADDRESS'), word('CALLER'), '32 0 REVERT', 'INVALID', 'STOP'),
    fc.constant(word('1 SLOAD 1 ADD 1 SSTORE 1 SLOAD')),
    others.map((other) => word(call(other))),
    others.map((other) => `${call(other)} POP RETURNDATASIZE 0 0 RETURNDATACOPY RETURNDATASIZE 0 RETURN`),
    others.map((other) => word(`0 0 0 0 ${other} 100000 DELEGATECALL`)),
    fc
      .tuple(fc.constantFrom('EXTCODESIZE', 'EXTCODEHASH'), others)
      .map(([operation, other]) => word(`${other} ${operation}`)),
  );
}

/** Draws the delegate of an account: a contract, an account with or without a delegate, a precompile, or nothing. */
function delegateOf(index: number): fc.Arbitrary<string | undefined> {
  const group = Math.floor(index / 2);
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...CONTRACTS.slice(group)) },
    { weight: 2, arbitrary: fc.constantFrom(...ACCOUNTS) },
    fc.constantFrom(undefined, MISSING, SHA_256),
  );
}

const world = fc.record({
  codes: fc.tuple(...CONTRACTS.map((_, index) => codeOf(index))),
  delegates: fc.tuple(...ACCOUNTS.map((_, index) => delegateOf(index))),
  to: fc.constantFrom(...ACCOUNTS, ...CONTRACTS),
});
type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never;

async function expectedOf({ codes, delegates, to }: World) {
  const common = createCustomCommon({}, Mainnet, { hardfork: Hardfork.Prague });
  const evm = await createEVM({ common });
  const { stateManager } = evm;
  const put = async (address: string, code: Uint8Array) => {
    const at = createAddressFromString(`0x${address}`);
    await stateManager.putAccount(at, new Account(1n, 10n));
    if (code.length > 0) await stateManager.putCode(at, code);
  };
  for (const [index, code] of codes.entries()) await put(CONTRACTS[index] ?? '', assemble(code));
  for (const [index, delegate] of delegates.entries()) {
    await put(ACCOUNTS[index] ?? '', Buffer.from(delegate === undefined ? '' : `ef0100${delegate}`, 'hex'));
  }
  const { execResult } = await evm.runCall({
    caller: createAddressFromString(`0x${longZeroHex(CALLER)}`),
    to: createAddressFromString(`0x${to}`),
    gasLimit: GAS,
  });
  const error = execResult.exceptionError?.error;
  return {
    outcome: error === undefined ? 'success' : error === 'revert' ? 'revert' : 'halt',
    output: hex(execResult.returnValue),
  };
}

async function run({ codes, delegates, to }: World, data = new Uint8Array()) {
  const accounts = [
    ...delegates.map((delegation, index) => ({
      id: 3100n + BigInt(index),
      evmAddress: ACCOUNTS[index],
      balance: 10n,
      nonce: 1n,
      ...(delegation === undefined ? {} : { delegation }),
    })),
    ...codes.map((_, index) => ({
      id: 3200n + BigInt(index),
      type: 'CONTRACT' as const,
      evmAddress: CONTRACTS[index],
      balance: 10n,
      nonce: 1n,
    })),
  ];
  return runLedger({
    code: 'STOP',
    ledger: { accounts },
    message: { to, data, gas: GAS },
    contracts: Object.fromEntries(codes.map((code, index) => [3200 + index, code])),
  });
}

it('a delegation is followed once, as in another implementation', async () => {
  let literal = 0;
  const runs = tries(250);
  await fc.assert(
    fc.asyncProperty(world, async (drawn) => {
      const { result } = await run(drawn);
      const kind = result.outcome.kind;
      const found = { outcome: kind, output: kind === 'halt' ? '' : hex(result.output) };
      expect(found).toEqual(await expectedOf(drawn));
      if (kind === 'halt' && ACCOUNTS.includes(drawn.to)) literal += 1;
    }),
    { numRuns: runs },
  );
  expect(literal).toBeGreaterThan(runs / 50);
});

it.each([
  ['hbarAllowance(address)', true],
  ['hbarApprove(address,int256)', true],
  ['setUnlimitedAutomaticAssociations(bool)', true],
  ['hbarAllowance(address,address)', false],
])('%s of a delegating account goes to the account service: %s', async (signature, isService) => {
  const [account = '', contract = ''] = [ACCOUNTS[0], CONTRACTS[0]];
  const { state } = await run({ codes: ['STOP', 'STOP', 'STOP'], delegates: [contract], to: account });
  const code = (address: string) => state.ledger.callCode(address, Buffer.from(selectorOf(signature), 'hex'));
  const service = hex(accountProxyCode(account));
  expect(hex(await code(account))).toBe(isService ? service : hex(assemble('STOP')));
  // A contract runs its own function.
  expect(hex(await code(contract))).toBe(hex(assemble('STOP')));
  expect(hex(await code(longZeroHex(CONTRACT)))).toBe(hex(assemble('STOP')));
});
