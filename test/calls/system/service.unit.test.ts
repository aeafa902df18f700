import type { SystemCall, SystemResult } from '@tain/evm/execution';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AbiType, type AbiValue, parseTypes } from '../../../src/calls/system/abi/abi-type.ts';
import { word } from '../../../src/calls/system/abi/encode.ts';
import {
  ACCOUNT_SERVICE,
  EXCHANGE_RATE,
  RANDOM,
  SCHEDULE_SERVICE,
  TOKEN_SERVICE,
  TOKEN_SERVICE_V2,
} from '../../../src/calls/system/environment.ts';
import { METHODS } from '../../../src/calls/system/methods/methods.ts';
import { selectorOf } from '../../../src/calls/system/selector.ts';
import type { MemoryLedger } from '../memory-reader.ts';
import { encodeCall, longZero, testLedger } from './harness.ts';

/** Rules that all methods share, and contracts that are not in a table of methods. */

const GAS = 10_000_000n;
const UNITS = longZero(2001);
const LEDGER: MemoryLedger = {
  accounts: [{ id: 1001n }, { id: 1002n, type: 'CONTRACT' }, { id: 1_062_787n, type: 'CONTRACT' }],
  tokens: [{ id: 2001n, name: 'Gold' }],
  schedules: [{ id: 3001n }],
};
const ledger = testLedger(LEDGER);

const print = ({ outcome, gasUsed, output }: SystemResult) => {
  const how = outcome.kind === 'halt' ? `halt ${outcome.reason}` : outcome.kind;
  return `${how} ${gasUsed} ${Buffer.from(output).toString('hex')}`;
};
const isToken = encodeCall('isToken(address)', [UNITS]);
const nameCall = encodeCall('name()', []);
const standard = encodeCall('redirectForToken(address,bytes)', [UNITS, nameCall]);
const packed = Buffer.concat([Buffer.from(`618dc65e${UNITS}`, 'hex'), nameCall]);
const NAME = Buffer.concat([word(32n), word(4n), Buffer.from('Gold'.padEnd(32, '\0'))]).toString('hex');
const TRUE = Buffer.concat([word(22n), word(1n)]).toString('hex');
const through = { isDelegate: true, recipient: UNITS };

describe('common rules', () => {
  test.each<[string, Partial<SystemCall> & { input: Buffer }, string]>([
    ['no input', { input: Buffer.alloc(0) }, `halt INVALID_OPERATION ${GAS} `],
    ['input of 3 bytes', { input: Buffer.alloc(3) }, `halt INVALID_OPERATION ${GAS} `],
    ['an unknown selector', { input: Buffer.alloc(4) }, 'success 0 '],
    ['truncated arguments', { input: isToken.subarray(0, 35) }, `halt INVALID_OPERATION ${GAS} `],
    ['a plain call', { input: isToken }, `success 2607 ${TRUE}`],
    ['gas that is one unit too low', { input: isToken, gas: 2606n }, 'halt INSUFFICIENT_GAS 2606 '],
    ['sufficient gas', { input: isToken, gas: 2607n }, `success 2607 ${TRUE}`],
    ['value', { input: isToken, value: 1n }, `halt INVALID_CONTRACT_ID ${GAS} `],
    ['a redirect in the encoding of the ABI', { input: standard }, `success 2607 ${NAME}`],
    ['a packed redirect', { input: packed }, `success 2607 ${NAME}`],
    ['a redirect by the code of the token', { input: packed, ...through }, `success 2607 ${NAME}`],
    [
      'a redirect by a token within a DELEGATECALL',
      { input: packed, ...through, parentIsDelegate: true },
      `halt PRECOMPILE_ERROR ${GAS} `,
    ],
    [
      'a DELEGATECALL by a contract',
      { input: isToken, isDelegate: true, recipient: longZero(1002) },
      `halt PRECOMPILE_ERROR ${GAS} `,
    ],
    [
      'a DELEGATECALL by an allowed contract',
      { input: isToken, isDelegate: true, recipient: longZero(1_062_787) },
      `success 2607 ${TRUE}`,
    ],
    ['a redirect without a call', { input: packed.subarray(0, 24) }, `halt INVALID_OPERATION ${GAS} `],
    ['a redirect without an address', { input: packed.subarray(0, 23) }, `halt INVALID_OPERATION ${GAS} `],
    ['a method of tokens, called at the service', { input: nameCall }, 'success 0 '],
    [
      'a method of the service, called through a token',
      { input: Buffer.concat([packed.subarray(0, 24), isToken]) },
      'success 0 ',
    ],
    [
      'a change in a static frame',
      { input: encodeCall('pauseToken(address)', [UNITS]), isStatic: true },
      'halt ERROR_DECODING_PRECOMPILE_INPUT 10000 ',
    ],
    [
      'a token as an account',
      { address: ACCOUNT_SERVICE, input: isToken, ...through },
      `halt PRECOMPILE_ERROR ${GAS} `,
    ],
  ])('%s', async (_, call, expected) => {
    expect(print(await ledger.raw(call))).toBe(expected);
  });

  test('any input after any selector has an outcome', async () => {
    const services = [TOKEN_SERVICE, ACCOUNT_SERVICE, SCHEDULE_SERVICE, EXCHANGE_RATE, RANDOM];
    const selectors = METHODS.map(({ signature }) => selectorOf(signature));
    const words = fc.array(fc.oneof(fc.integer({ max: 3000, min: 0 }), fc.constantFrom(2001, 1001, 32, 64)), {
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...services),
        fc.constantFrom(...selectors),
        words,
        fc.boolean(),
        fc.bigInt({ min: 0n, max: 2_000_000n }),
        async (address, selector, list, isRedirect, gas) => {
          const call = Buffer.concat([
            Buffer.from(selector, 'hex'),
            ...list.map((each) => word(BigInt(each))),
          ]);
          const input = isRedirect ? Buffer.concat([packed.subarray(0, 24), call]) : call;
          const result = await ledger.raw({ address, input, gas });
          expect(result.gasUsed <= gas).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('exchange rate and random numbers', () => {
  const toBars = (amount: bigint) => encodeCall('tinycentsToTinybars(uint256)', [amount]);
  const toCents = (amount: bigint) => encodeCall('tinybarsToTinycents(uint256)', [amount]);
  const seed = encodeCall('getPseudorandomSeed()', []);
  const hex = (value: bigint) => word(value).toString('hex');

  test.each<[string, Partial<SystemCall> & { input: Buffer }, string]>([
    ['cents to bars, rounded down', { input: toBars(9n) }, `success 100 ${hex(1n)}`],
    ['bars to cents', { input: toCents(9n) }, `success 100 ${hex(45n)}`],
    ['more than 256 bits', { input: toCents((1n << 256n) - 1n) }, `halt INVALID_OPERATION ${GAS} `],
    ['no amount', { input: toCents(9n).subarray(0, 4) }, `halt INVALID_OPERATION ${GAS} `],
    ['another selector', { input: isToken }, `halt INVALID_OPERATION ${GAS} `],
    ['too little gas', { input: toCents(9n), gas: 99n }, 'halt INSUFFICIENT_GAS 99 '],
    ['value', { input: toCents(9n), value: 1n }, `halt INVALID_CONTRACT_ID ${GAS} `],
  ])('rate: %s', async (_, call, expected) => {
    expect(print(await ledger.raw({ address: EXCHANGE_RATE, ...call }))).toBe(expected);
  });

  test.each<[string, Partial<SystemCall> & { input: Buffer }, string]>([
    ['a seed', { input: seed }, `success 15284 ${'ab'.repeat(32)}`],
    ['in a static frame', { input: seed, isStatic: true }, `success 2607 ${'ab'.repeat(32)}`],
    ['another selector', { input: isToken }, `halt INVALID_OPERATION ${GAS} `],
    ['too little gas', { input: seed, gas: 15_283n }, 'halt INSUFFICIENT_GAS 15283 '],
  ])('random: %s', async (_, call, expected) => {
    expect(print(await ledger.raw({ address: RANDOM, ...call }))).toBe(expected);
  });
});

/** Returns a value of a type: small numbers, the token, empty texts and lists. */
function plainValue(type: AbiType): AbiValue {
  switch (type.kind) {
    case 'integer':
      return 1n;
    case 'bool':
      return false;
    case 'address':
      return UNITS;
    case 'bytes':
      return Buffer.alloc(0);
    case 'string':
      return 'text';
    case 'tuple':
      return type.items.map(plainValue);
    case 'array':
      return [plainValue(type.item)];
  }
}

describe('bytes after the arguments are ignored (HIP-1342)', () => {
  const trailing = fc.uint8Array({ minLength: 1, maxLength: 100 }).map((bytes) => Buffer.from(bytes));
  test.each(METHODS.map((method) => [method.signature, method] as const))('%s', async (signature, method) => {
    const args = parseTypes(signature).items.map(plainValue);
    const through =
      method.via === 'redirect' ? { through: method.service === 'HSS' ? longZero(3001) : UNITS } : {};
    const tokenType = method.tokenType === undefined ? {} : { tokenType: method.tokenType };
    const at = method.only === '0x16c' ? { at: TOKEN_SERVICE_V2 } : {};
    const outcome = (bytes: Buffer) => {
      const fresh = testLedger(LEDGER, { tokenServices: [TOKEN_SERVICE, TOKEN_SERVICE_V2] });
      return fresh.call(signature, args, { ...through, ...tokenType, ...at, trailing: bytes });
    };
    const expected = await outcome(Buffer.alloc(0));
    await fc.assert(
      fc.asyncProperty(trailing, async (bytes) => {
        expect(await outcome(bytes)).toEqual(expected);
      }),
      { numRuns: 5 },
    );
  });
});
