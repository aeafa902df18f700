import { beforeEach, describe, expect, test } from 'vitest';
import { statusNumber } from '../../../src/calls/system/answer.ts';
import { longZero, NOW, type TestLedger, testLedger } from './harness.ts';

const key = Buffer.from('1220', 'hex');
const [UNITS, NFTS, NO_KEYS, ALONE] = [2001, 2002, 2003, 2004].map(longZero) as [
  string,
  string,
  string,
  string,
];
const HOLDER = longZero(1002);
const keys = { supply: key, wipe: key };
const MAX = (1n << 63n) - 1n;

let ledger: TestLedger;
beforeEach(() => {
  ledger = testLedger({
    accounts: [{ id: 1001n }, { id: 1002n }],
    tokens: [
      { id: 2001n, treasury: 1001n, keys, totalSupply: 100n, supplyType: 'FINITE', maxSupply: 150n },
      { id: 2002n, treasury: 1001n, keys, type: 'NON_FUNGIBLE_UNIQUE', totalSupply: 2n, nextSerial: 8n },
      { id: 2003n, treasury: 1001n },
      { id: 2004n, treasury: 1001n, keys },
    ],
    relations: [
      { account: 1001n, token: 2001n, balance: 70n },
      { account: 1002n, token: 2001n, balance: 30n },
      { account: 1001n, token: 2002n, balance: 1n },
      { account: 1002n, token: 2002n, balance: 1n },
    ],
    nfts: [
      { token: 2002n, serial: 6n, owner: 1001n },
      { token: 2002n, serial: 7n, owner: 1002n },
    ],
  });
});

const balance = async (account: bigint, token: bigint) =>
  (await ledger.state.relations.get([account, token]))?.balance;
const supply = async (token: bigint) => (await ledger.state.tokens.get(token))?.totalSupply;
const text = (value: string) => Buffer.from(value);

describe('mint', () => {
  test.each(['int64', 'uint64'])('units, as %s', async (type) => {
    const outcome = await ledger.call(`mintToken(address,${type},bytes[])`, [UNITS, 50n, []]);
    expect(outcome).toEqual({ answer: [22n, 150n, []], gas: 15_284n, logs: [] });
    expect([await supply(2001n), await balance(1001n, 2001n)]).toEqual([150n, 120n]);
  });

  test('NFTs, each at its price', async () => {
    const metadata = [text('a'), text('b')];
    const outcome = await ledger.call('mintToken(address,int64,bytes[])', [NFTS, 0n, metadata]);
    expect(outcome).toMatchObject({ answer: [22n, 4n, [8n, 9n]], logs: [] });
    expect(outcome.gas).toBeGreaterThan(2n * 282_000n);
    expect(await ledger.state.nfts.get([2002n, 9n])).toMatchObject({
      owner: 1001n,
      metadata: text('b'),
      createdTimestamp: NOW * 1_000_000_000n,
    });
    expect(await ledger.state.tokens.get(2002n)).toMatchObject({ totalSupply: 4n, nextSerial: 10n });
    expect(await balance(1001n, 2002n)).toBe(3n);
  });

  test('one NFT costs 0.02 dollars', async () => {
    const { gas } = await ledger.call('mintToken(address,uint64,bytes[])', [NFTS, 0n, [text('a')]]);
    expect(gas).toBe(282_889n);
  });

  test.each([
    ['above the maximum', UNITS, 51n, [], 'TOKEN_MAX_SUPPLY_REACHED'],
    ['below zero', UNITS, -1n, [], 'INVALID_TOKEN_MINT_AMOUNT'],
    ['more than 63 bits', UNITS, MAX, [], 'INVALID_TOKEN_MINT_AMOUNT'],
    ['without a key', NO_KEYS, 1n, [], 'TOKEN_HAS_NO_SUPPLY_KEY'],
    ['without a treasury', ALONE, 1n, [], 'INVALID_TREASURY_ACCOUNT_FOR_TOKEN'],
    ['a missing token', longZero(9), 1n, [], 'INVALID_TOKEN_ID'],
    ['no metadata', NFTS, 1n, [], 'INVALID_TOKEN_MINT_METADATA'],
    ['metadata too long', NFTS, 0n, [Buffer.alloc(101)], 'METADATA_TOO_LONG'],
    ['too many NFTs', NFTS, 0n, Array.from({ length: 11 }, () => text('a')), 'BATCH_SIZE_LIMIT_EXCEEDED'],
  ])('%s', async (_, token, amount, metadata, code) => {
    const outcome = await ledger.call('mintToken(address,int64,bytes[])', [token, amount, metadata]);
    expect(outcome.answer).toEqual([statusNumber(code), 0n, []]);
    expect(await supply(2001n)).toBe(100n);
  });
});

describe('burn', () => {
  test.each([
    ['units', UNITS, 70n, [], ['SUCCESS', 30n]],
    ['more than the treasury has', UNITS, 71n, [], ['INSUFFICIENT_TOKEN_BALANCE', 0n]],
    ['more than the supply', UNITS, 101n, [], ['INVALID_TOKEN_BURN_AMOUNT', 0n]],
    ['below zero', UNITS, -1n, [], ['INVALID_TOKEN_BURN_AMOUNT', 0n]],
    ['an NFT', NFTS, 0n, [6n], ['SUCCESS', 1n]],
    ['an NFT of another account', NFTS, 0n, [6n, 7n], ['TREASURY_MUST_OWN_BURNED_NFT', 0n]],
    ['a missing NFT', NFTS, 0n, [5n], ['INVALID_NFT_ID', 0n]],
    ['no NFT', NFTS, 0n, [], ['INVALID_TOKEN_BURN_METADATA', 0n]],
    ['without a key', NO_KEYS, 1n, [], ['TOKEN_HAS_NO_SUPPLY_KEY', 0n]],
  ])('%s', async (_, token, amount, serials, [code = '', supplied]) => {
    const outcome = await ledger.call('burnToken(address,int64,int64[])', [token, amount, serials]);
    expect(outcome).toEqual({ answer: [statusNumber(`${code}`), supplied], gas: 15_284n, logs: [] });
  });

  test("reduces the treasury's balance, also with the older signature", async () => {
    await ledger.call('burnToken(address,uint64,int64[])', [UNITS, 20n, []]);
    expect([await supply(2001n), await balance(1001n, 2001n)]).toEqual([80n, 50n]);
    await ledger.call('burnToken(address,int64,int64[])', [NFTS, 0n, [6n]]);
    expect(await ledger.state.nfts.get([2002n, 6n])).toBeUndefined();
    expect(await balance(1001n, 2002n)).toBe(0n);
  });
});

describe('wipe', () => {
  test.each([
    ['wipeTokenAccount(address,address,int64)', [UNITS, HOLDER, 30n], 'SUCCESS'],
    ['wipeTokenAccount(address,address,uint32)', [UNITS, HOLDER, 10n], 'SUCCESS'],
    ['wipeTokenAccount(address,address,int64)', [UNITS, HOLDER, 31n], 'INVALID_WIPING_AMOUNT'],
    ['wipeTokenAccount(address,address,int64)', [UNITS, HOLDER, -1n], 'INVALID_WIPING_AMOUNT'],
    [
      'wipeTokenAccount(address,address,int64)',
      [UNITS, longZero(1001), 1n],
      'CANNOT_WIPE_TOKEN_TREASURY_ACCOUNT',
    ],
    ['wipeTokenAccount(address,address,int64)', [NO_KEYS, HOLDER, 1n], 'TOKEN_HAS_NO_WIPE_KEY'],
    ['wipeTokenAccount(address,address,int64)', [ALONE, HOLDER, 1n], 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT'],
    ['wipeTokenAccount(address,address,int64)', [UNITS, longZero(9), 1n], 'INVALID_ACCOUNT_ID'],
    ['wipeTokenAccountNFT(address,address,int64[])', [NFTS, HOLDER, [7n]], 'SUCCESS'],
    ['wipeTokenAccountNFT(address,address,int64[])', [NFTS, HOLDER, [6n]], 'ACCOUNT_DOES_NOT_OWN_WIPED_NFT'],
    ['wipeTokenAccountNFT(address,address,int64[])', [NFTS, HOLDER, [0n]], 'INVALID_NFT_ID'],
  ])('%s, case %#', async (signature, args, code) => {
    const outcome = await ledger.call(signature, args);
    expect(outcome).toEqual({ answer: [statusNumber(code)], gas: 15_284n, logs: [] });
  });

  test.each([
    [{ freeze: 'FROZEN' }, 'ACCOUNT_FROZEN_FOR_TOKEN'],
    [{ kyc: 'REVOKED' }, 'ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN'],
  ] as const)('refuses a holder who is %o', async (change, code) => {
    const relation = await ledger.state.relations.get([1002n, 2001n]);
    if (relation) ledger.state.relations.set([1002n, 2001n], { ...relation, ...change });
    const outcome = await ledger.call('wipeTokenAccount(address,address,int64)', [UNITS, HOLDER, 30n]);
    expect(outcome.answer).toEqual([statusNumber(code)]);
  });

  test('units and NFTs are removed from holder and supply', async () => {
    await ledger.call('wipeTokenAccount(address,address,int64)', [UNITS, HOLDER, 30n]);
    expect([await supply(2001n), await balance(1002n, 2001n)]).toEqual([70n, 0n]);
    await ledger.call('wipeTokenAccountNFT(address,address,int64[])', [NFTS, HOLDER, [7n]]);
    expect([await supply(2002n), await balance(1002n, 2002n)]).toEqual([1n, 0n]);
    expect(await ledger.state.nfts.get([2002n, 7n])).toBeUndefined();
  });
});
