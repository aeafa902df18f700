import { beforeEach, describe, expect, test } from 'vitest';
import type { AbiValue } from '../../../src/calls/system/abi/abi-type.ts';
import { statusNumber } from '../../../src/calls/system/answer.ts';
import { fixedFees, fractionalFees, royaltyFees } from '../../../src/calls/system/methods/structures.ts';
import { longZero, type TestLedger, testLedger } from './harness.ts';

const named = (name: string, ...fees: string[]) => `${name}(address,${fees.join()})`;
const UNITS = named('updateFungibleTokenCustomFees', fixedFees('int64'), fractionalFees('int64'));
const NFTS = named('updateNonFungibleTokenCustomFees', fixedFees('int64'), royaltyFees('int64'));
const [TOKEN, CLASS, KEYLESS, PAUSED, FREE, OTHER] = [2001, 2002, 2003, 2004, 2005, 2006].map(longZero) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
const [COLLECTOR, OUTSIDER] = [1002, 1003].map(longZero) as [string, string];
const ZERO = longZero(0);
const GAS = 15_284n;
const keys = { feeSchedule: Buffer.from('1220', 'hex') };
const old = {
  fixed: [{ amount: 1n, denominatingToken: undefined, collector: 1002n, allCollectorsExempt: true }],
  fractional: [],
  royalty: [],
};

let ledger: TestLedger;
beforeEach(() => {
  ledger = testLedger({
    accounts: [{ id: 1001n, balance: 1000n }, { id: 1002n }, { id: 1003n }, { id: 802n }],
    tokens: [
      { id: 2001n, keys, fees: old },
      { id: 2002n, keys, fees: old, type: 'NON_FUNGIBLE_UNIQUE' },
      { id: 2003n, fees: old },
      { id: 2004n, keys, fees: old, paused: true },
      { id: 2005n, keys },
      { id: 2006n },
    ],
    relations: [
      { account: 1001n, token: 2001n, balance: 100n },
      { account: 1002n, token: 2001n },
      { account: 1003n, token: 2002n, balance: 1n },
      { account: 1002n, token: 2006n },
    ],
  });
});

const fees = async (token: bigint) => (await ledger.state.tokens.get(token))?.fees;
const fixed = (
  amount: bigint,
  given: { token?: string; hbar?: boolean; current?: boolean; to?: string } = {},
) => [amount, given.token ?? ZERO, given.hbar ?? false, given.current ?? false, given.to ?? COLLECTOR];
const fractional = (n: bigint, d: bigint, min = 0n, max = 0n, to = COLLECTOR) => [n, d, min, max, true, to];
const royalty = (n: bigint, d: bigint, fallback = 0n, token = ZERO, hbar = false, to = COLLECTOR) => [
  n,
  d,
  fallback,
  token,
  hbar,
  to,
];
const rest = { collector: 1002n, allCollectorsExempt: false };

test('fees of fungible tokens, in all forms of a currency', async () => {
  const outcome = await ledger.call(UNITS, [
    TOKEN,
    [
      fixed(1n),
      fixed(2n, { hbar: true, token: OTHER }),
      fixed(3n, { current: true, hbar: true }),
      fixed(4n, { token: OTHER }),
    ],
    [fractional(1n, 10n, 2n, 5n), fractional(1n, 3n)],
  ]);
  expect(outcome).toEqual({ answer: [22n], gas: GAS, logs: [] });
  expect(await fees(2001n)).toEqual({
    fixed: [
      { amount: 1n, denominatingToken: undefined, ...rest },
      { amount: 2n, denominatingToken: undefined, ...rest },
      { amount: 3n, denominatingToken: 2001n, ...rest },
      { amount: 4n, denominatingToken: 2006n, ...rest },
    ],
    fractional: [
      { numerator: 1n, denominator: 10n, minimum: 2n, maximum: 5n, netOfTransfers: true, ...rest },
      { numerator: 1n, denominator: 3n, minimum: 0n, maximum: undefined, netOfTransfers: true, ...rest },
    ],
    royalty: [],
  });
});

test('fees of NFTs', async () => {
  const outcome = await ledger.call(NFTS, [
    CLASS,
    [fixed(1n)],
    [royalty(1n, 2n), royalty(1n, 3n, 5n), royalty(1n, 4n, 6n, OTHER), royalty(1n, 5n, 7n, OTHER, true)],
  ]);
  expect(outcome).toEqual({ answer: [22n], gas: GAS, logs: [] });
  expect((await fees(2002n))?.royalty).toEqual([
    { numerator: 1n, denominator: 2n, fallback: undefined, ...rest },
    { numerator: 1n, denominator: 3n, fallback: { amount: 5n, denominatingToken: undefined }, ...rest },
    { numerator: 1n, denominator: 4n, fallback: { amount: 6n, denominatingToken: 2006n }, ...rest },
    { numerator: 1n, denominator: 5n, fallback: { amount: 7n, denominatingToken: undefined }, ...rest },
  ]);
});

test('a later transfer pays them, and none once they are removed', async () => {
  const transfer = () =>
    ledger.call('transferToken(address,address,address,int64)', [TOKEN, longZero(1001), COLLECTOR, 10n]);
  await ledger.call(UNITS, [TOKEN, [fixed(7n, { hbar: true })], []]);
  expect((await transfer()).answer).toEqual([22n]);
  expect((await ledger.state.accounts.get(1001n))?.balance).toBe(993n);
  expect((await ledger.call(UNITS, [TOKEN, [], []])).answer).toEqual([22n]);
  expect((await transfer()).answer).toEqual([22n]);
  expect((await ledger.state.accounts.get(1001n))?.balance).toBe(993n);
});

const MINUS = -1n;
describe.each<[string, string, [string, AbiValue[], string][]]>([
  [
    'of units',
    UNITS,
    [
      ['a missing token', [longZero(9), [], []], 'INVALID_TOKEN_ID'],
      ['a paused token', [PAUSED, [], []], 'TOKEN_IS_PAUSED'],
      ['without a key', [KEYLESS, [fixed(1n)], []], 'TOKEN_HAS_NO_FEE_SCHEDULE_KEY'],
      ['no fees for a token without fees', [FREE, [], []], 'CUSTOM_SCHEDULE_ALREADY_HAS_NO_FEES'],
      [
        'a missing collector',
        [TOKEN, [fixed(1n, { to: longZero(9_999) })], []],
        'INVALID_CUSTOM_FEE_COLLECTOR',
      ],
      [
        "the network's own collector",
        [TOKEN, [fixed(1n, { to: longZero(802) })], []],
        'INVALID_CUSTOM_FEE_COLLECTOR',
      ],
      ['an amount of 0', [TOKEN, [fixed(0n)], []], 'CUSTOM_FEE_MUST_BE_POSITIVE'],
      [
        'a missing currency',
        [TOKEN, [fixed(1n, { token: longZero(9) })], []],
        'INVALID_TOKEN_ID_IN_CUSTOM_FEES',
      ],
      [
        'a currency at an address that tokens do not have',
        [TOKEN, [fixed(1n, { token: 'ab'.repeat(20) })], []],
        'INVALID_TOKEN_ID_IN_CUSTOM_FEES',
      ],
      ['a paused currency', [TOKEN, [fixed(1n, { token: PAUSED })], []], 'INVALID_TOKEN_ID_IN_CUSTOM_FEES'],
      [
        'NFTs as a currency',
        [TOKEN, [fixed(1n, { token: CLASS })], []],
        'CUSTOM_FEE_DENOMINATION_MUST_BE_FUNGIBLE_COMMON',
      ],
      [
        'a collector that is not associated',
        [TOKEN, [fixed(1n, { current: true, to: OUTSIDER })], []],
        'TOKEN_NOT_ASSOCIATED_TO_FEE_COLLECTOR',
      ],
      [
        'a fraction for a collector that is not associated',
        [TOKEN, [], [fractional(1n, 2n, 0n, 0n, OUTSIDER)]],
        'TOKEN_NOT_ASSOCIATED_TO_FEE_COLLECTOR',
      ],
      ['a denominator of 0', [TOKEN, [], [fractional(1n, 0n)]], 'FRACTION_DIVIDES_BY_ZERO'],
      ['a numerator of 0', [TOKEN, [], [fractional(0n, 1n)]], 'CUSTOM_FEE_MUST_BE_POSITIVE'],
      ['a negative minimum', [TOKEN, [], [fractional(1n, 2n, MINUS)]], 'CUSTOM_FEE_MUST_BE_POSITIVE'],
      [
        'a maximum below the minimum',
        [TOKEN, [], [fractional(1n, 2n, 3n, 2n)]],
        'FRACTIONAL_FEE_MAX_AMOUNT_LESS_THAN_MIN_AMOUNT',
      ],
      [
        'fractional fees of NFTs',
        [CLASS, [], [fractional(1n, 2n)]],
        'CUSTOM_FRACTIONAL_FEE_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON',
      ],
    ],
  ],
  [
    'of NFTs',
    NFTS,
    [
      [
        'royalties of units',
        [TOKEN, [], [royalty(1n, 2n)]],
        'CUSTOM_ROYALTY_FEE_ONLY_ALLOWED_FOR_NON_FUNGIBLE_UNIQUE',
      ],
      ['a denominator of 0', [CLASS, [], [royalty(1n, 0n)]], 'FRACTION_DIVIDES_BY_ZERO'],
      ['a numerator of 0', [CLASS, [], [royalty(0n, 1n)]], 'CUSTOM_FEE_MUST_BE_POSITIVE'],
      ['a fraction above 1', [CLASS, [], [royalty(3n, 2n)]], 'ROYALTY_FRACTION_CANNOT_EXCEED_ONE'],
      [
        'a fallback in a token without an amount',
        [CLASS, [], [royalty(1n, 2n, 0n, OTHER)]],
        'CUSTOM_FEE_MUST_BE_POSITIVE',
      ],
      [
        'a fallback in NFTs',
        [CLASS, [], [royalty(1n, 2n, 1n, CLASS)]],
        'CUSTOM_FEE_DENOMINATION_MUST_BE_FUNGIBLE_COMMON',
      ],
      [
        'a fallback for a collector that is not associated',
        [CLASS, [], [royalty(1n, 2n, 1n, OTHER, false, OUTSIDER)]],
        'TOKEN_NOT_ASSOCIATED_TO_FEE_COLLECTOR',
      ],
      [
        'a missing collector',
        [CLASS, [], [royalty(1n, 2n, 0n, ZERO, false, longZero(9_999))]],
        'INVALID_CUSTOM_FEE_COLLECTOR',
      ],
    ],
  ],
])('fees %s are refused', (_, signature, cases) => {
  test.each(cases)('%s', async (_name, args, status) => {
    expect(await ledger.call(signature, args)).toEqual({
      answer: [statusNumber(status)],
      gas: GAS,
      logs: [],
    });
    expect([await fees(2001n), await fees(2002n)]).toEqual([old, old]);
  });

  test('more than ten are refused before there is a transaction, with all gas', async () => {
    const list = Array.from({ length: 11 }, () => fixed(1n));
    expect(await ledger.call(signature, [TOKEN, list, []])).toEqual({
      answer: 'revert CUSTOM_FEES_LIST_TOO_LONG',
      gas: 10_000_000n,
      logs: [],
    });
  });
});
