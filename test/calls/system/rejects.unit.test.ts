import { beforeEach, expect, test } from 'vitest';
import type { AbiValue } from '../../../src/calls/system/abi/abi-type.ts';
import { statusNumber } from '../../../src/calls/system/answer.ts';
import { gasOfPrice, PRICE } from '../../../src/calls/system/gas.ts';
import { longZero, type TestLedger, testLedger } from './harness.ts';

const REJECT = 'rejectTokens(address,address[],(address,int64)[])';
const [UNITS, NFTS, FROZEN, PAUSED, EMPTY, LOST] = [2001, 2002, 2003, 2004, 2005, 2006].map(longZero) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
const [OWNER, TREASURY, HOLLOW] = [1001, 1002, 1003].map(longZero) as [string, string, string];
const key = Buffer.from('1220', 'hex');
const NFT = { tokenType: 'NON_FUNGIBLE_UNIQUE' } as const;

let ledger: TestLedger;
beforeEach(() => {
  const treasury = 1002n;
  ledger = testLedger({
    accounts: [{ id: 1001n, key }, { id: 1002n, key }, { id: 1003n }],
    tokens: [
      {
        id: 2001n,
        treasury,
        // A rejection pays no fees.
        fees: {
          fixed: [{ amount: 9n, denominatingToken: undefined, collector: 1003n, allCollectorsExempt: false }],
          fractional: [],
          royalty: [],
        },
      },
      { id: 2002n, treasury, type: 'NON_FUNGIBLE_UNIQUE' },
      { id: 2003n, treasury },
      { id: 2004n, treasury, paused: true },
      { id: 2005n, treasury },
      { id: 2006n, treasury },
    ],
    relations: [
      { account: 1001n, token: 2001n, balance: 30n },
      { account: 1002n, token: 2001n, balance: 5n },
      { account: 1001n, token: 2002n, balance: 2n },
      { account: 1002n, token: 2002n, balance: 1n },
      { account: 1001n, token: 2003n, balance: 1n, freeze: 'FROZEN' },
      { account: 1002n, token: 2003n },
      { account: 1001n, token: 2004n, balance: 1n },
      { account: 1001n, token: 2005n },
      { account: 1001n, token: 2006n, balance: 1n },
    ],
    nfts: [
      { token: 2002n, serial: 1n, owner: 1001n, spender: 1003n },
      { token: 2002n, serial: 2n, owner: 1001n },
      { token: 2002n, serial: 3n, owner: 1002n },
    ],
  });
});

const balance = async (account: bigint, token: bigint) =>
  (await ledger.state.relations.get([account, token]))?.balance;

test('units and NFTs return to their treasury, at the price of each', async () => {
  const outcome = await ledger.call(REJECT, [
    OWNER,
    [UNITS],
    [
      [NFTS, 1n],
      [NFTS, 2n],
    ],
  ]);
  expect(outcome).toEqual({ answer: [22n], gas: gasOfPrice(3n * PRICE.tokenChange), logs: [] });
  expect([await balance(1001n, 2001n), await balance(1002n, 2001n)]).toEqual([0n, 35n]);
  expect([await balance(1001n, 2002n), await balance(1002n, 2002n)]).toEqual([0n, 3n]);
  expect(await ledger.state.nfts.get([2002n, 1n])).toMatchObject({ owner: 1002n, spender: undefined });
});

test('through the address of a token, by any caller', async () => {
  const units = await ledger.call('rejectTokenFT()', [], { through: UNITS });
  expect(units).toEqual({ answer: [22n], gas: 15_284n, logs: [] });
  expect(await balance(1002n, 2001n)).toBe(35n);
  const nfts = await ledger.call('rejectTokenNFTs(int64[])', [[2n]], { through: NFTS, ...NFT });
  expect(nfts).toEqual({ answer: [22n], gas: 15_284n, logs: [] });
  expect(await balance(1002n, 2002n)).toBe(2n);
});

test.each<[string, AbiValue[], string]>([
  ['an empty list', [OWNER, [], []], 'EMPTY_TOKEN_REFERENCE_LIST'],
  ['a token listed twice', [OWNER, [UNITS, UNITS], []], 'TOKEN_REFERENCE_REPEATED'],
  [
    'an NFT listed twice',
    [
      OWNER,
      [],
      [
        [NFTS, 1n],
        [NFTS, 1n],
      ],
    ],
    'TOKEN_REFERENCE_REPEATED',
  ],
  ['the zero address', [OWNER, [longZero(0)], []], 'INVALID_TOKEN_ID'],
  ['a missing token', [OWNER, [longZero(9)], []], 'INVALID_TOKEN_ID'],
  ['an invalid serial number', [OWNER, [], [[NFTS, 0n]]], 'INVALID_TOKEN_NFT_SERIAL_NUMBER'],
  ['by a missing account', [longZero(9_999), [UNITS], []], 'INVALID_OWNER_ID'],
  ['by a hollow account', [HOLLOW, [UNITS], []], 'ACCOUNT_IS_IMMUTABLE'],
  ['a paused token', [OWNER, [PAUSED], []], 'TOKEN_IS_PAUSED'],
  ['a token that is frozen', [OWNER, [FROZEN], []], 'ACCOUNT_FROZEN_FOR_TOKEN'],
  ['a token without a balance', [OWNER, [EMPTY], []], 'INSUFFICIENT_TOKEN_BALANCE'],
  ['by the treasury', [TREASURY, [UNITS], []], 'ACCOUNT_IS_TREASURY'],
  ['an NFT by the treasury', [TREASURY, [], [[NFTS, 3n]]], 'ACCOUNT_IS_TREASURY'],
  ['a missing NFT', [OWNER, [], [[NFTS, 9n]]], 'INVALID_NFT_ID'],
  ['an NFT of another account', [OWNER, [], [[NFTS, 3n]]], 'INVALID_OWNER_ID'],
  ['to a treasury without its token', [OWNER, [LOST], []], 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT'],
  ['units of an NFT token', [OWNER, [NFTS], []], 'ACCOUNT_AMOUNT_TRANSFERS_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON'],
])('%s: refused', async (_, args, status) => {
  expect((await ledger.call(REJECT, args)).answer).toEqual([statusNumber(status)]);
  expect(await balance(1001n, 2001n)).toBe(30n);
});

test.each<[string, string, AbiValue[], object]>([
  ['tokens', REJECT, [OWNER, Array.from({ length: 11 }, () => UNITS), []], {}],
  [
    'NFTs',
    'rejectTokenNFTs(int64[])',
    [Array.from({ length: 11 }, (_, i) => BigInt(i + 1))],
    { through: NFTS, ...NFT },
  ],
])('more than ten %s use all gas', async (_, signature, args, options) => {
  const outcome = await ledger.call(signature, args, options);
  expect(outcome).toEqual({
    answer: 'revert TOKEN_REFERENCE_LIST_SIZE_LIMIT_EXCEEDED',
    gas: 10_000_000n,
    logs: [],
  });
});
