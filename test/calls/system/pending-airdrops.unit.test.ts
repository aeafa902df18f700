import { beforeEach, describe, expect, test } from 'vitest';
import type { AbiValue } from '../../../src/calls/system/abi/abi-type.ts';
import { statusNumber } from '../../../src/calls/system/answer.ts';
import { signatureHash } from '../../../src/calls/system/selector.ts';
import { longZero, type TestLedger, testLedger } from './harness.ts';

const CLAIM = 'claimAirdrops((address,address,address,int64)[])';
const CANCEL = 'cancelAirdrops((address,address,address,int64)[])';
const [UNITS, NFTS, KYC, PAUSED, FALLBACK] = [2001, 2002, 2003, 2004, 2005].map(longZero) as [
  string,
  string,
  string,
  string,
  string,
];
const [SENDER, RECEIVER, HOLLOW, OTHER] = [1001, 1002, 1003, 1004].map(longZero) as [
  string,
  string,
  string,
  string,
];
const key = Buffer.from('1220', 'hex');
const topic = (address: string) => address.padStart(64, '0');
const hex = (value: bigint) => value.toString(16).padStart(64, '0');
const TRANSFER = signatureHash('Transfer(address,address,uint256)');
const NFT = { tokenType: 'NON_FUNGIBLE_UNIQUE' } as const;

let ledger: TestLedger;
beforeEach(() => {
  ledger = testLedger({
    accounts: [{ id: 1001n, key }, { id: 1002n, key }, { id: 1003n }, { id: 1004n, key }],
    tokens: [
      { id: 2001n },
      { id: 2002n, type: 'NON_FUNGIBLE_UNIQUE' },
      { id: 2003n, keys: { kyc: key }, kycDefault: 'REVOKED' },
      { id: 2004n, paused: true },
      {
        id: 2005n,
        type: 'NON_FUNGIBLE_UNIQUE',
        fees: {
          fixed: [],
          fractional: [],
          royalty: [
            {
              numerator: 1n,
              denominator: 2n,
              fallback: { amount: 1n, denominatingToken: undefined },
              collector: 1004n,
              allCollectorsExempt: false,
            },
          ],
        },
      },
    ],
    relations: [
      { account: 1001n, token: 2001n, balance: 50n },
      { account: 1004n, token: 2001n, balance: 1n },
      { account: 1001n, token: 2002n, balance: 1n },
      { account: 1001n, token: 2003n, balance: 50n, kyc: 'GRANTED' },
    ],
    nfts: [
      { token: 2002n, serial: 1n, owner: 1001n },
      { token: 2002n, serial: 2n, owner: 1004n },
    ],
    airdrops: {
      '1001,1002,2001,0': 20n,
      '1004,1002,2001,0': 5n,
      '1001,1003,2001,0': 1n,
      '1001,1002,2002,1': 0n,
      '1001,1002,2002,2': 0n,
      '1001,1002,2003,0': 1n,
      '1001,1002,2004,0': 1n,
      '1001,1002,2005,1': 0n,
    },
  });
});

const balance = async (account: bigint, token: bigint) =>
  (await ledger.state.relations.get([account, token]))?.balance;
const pending = (sender: bigint, token: bigint, serial = 0n) =>
  ledger.state.airdrops.get([sender, 1002n, token, serial]);
const named = (token: string, serial = 0n, from = SENDER, to = RECEIVER): AbiValue => [
  from,
  to,
  token,
  serial,
];

describe('claim', () => {
  test('units and an NFT of one sender: the receiver is associated, and has them', async () => {
    const outcome = await ledger.call(CLAIM, [[named(UNITS), named(NFTS, 1n)]]);
    expect(outcome).toEqual({
      answer: [22n],
      gas: 15_284n,
      logs: [
        { address: UNITS, topics: [TRANSFER, topic(SENDER), topic(RECEIVER)], data: hex(20n) },
        { address: NFTS, topics: [TRANSFER, topic(SENDER), topic(RECEIVER), hex(1n)], data: '' },
      ],
    });
    expect(await ledger.state.relations.get([1002n, 2001n])).toMatchObject({
      automatic: false,
      balance: 20n,
    });
    expect([await balance(1001n, 2001n), await balance(1001n, 2002n)]).toEqual([30n, 0n]);
    expect((await ledger.state.nfts.get([2002n, 1n]))?.owner).toBe(1002n);
    expect([await pending(1001n, 2001n), await pending(1001n, 2002n, 1n)]).toEqual([undefined, undefined]);
    // The airdrop is removed: a second claim does not find it.
    expect((await ledger.call(CLAIM, [[named(UNITS)]])).answer).toEqual([
      statusNumber('INVALID_PENDING_AIRDROP_ID'),
    ]);
  });

  test('through the address of a token, by the receiver', async () => {
    const by = { sender: RECEIVER };
    const units = await ledger.call('claimAirdropFT(address)', [SENDER], { ...by, through: UNITS });
    expect(units).toMatchObject({ answer: [22n], gas: 15_284n });
    expect(await balance(1002n, 2001n)).toBe(20n);
    const nft = await ledger.call('claimAirdropNFT(address,int64)', [SENDER, 1n], {
      ...by,
      ...NFT,
      through: NFTS,
    });
    expect(nft).toMatchObject({ answer: [22n], gas: 15_284n });
    expect(await balance(1002n, 2002n)).toBe(1n);
    const serialless = await ledger.call('claimAirdropFT(address)', [SENDER], { ...by, through: NFTS });
    expect(serialless.answer).toEqual([statusNumber('INVALID_PENDING_AIRDROP_ID')]);
  });

  test.each<[string, AbiValue[], string]>([
    ['an empty list', [], 'EMPTY_PENDING_AIRDROP_ID_LIST'],
    ['an airdrop listed twice', [named(UNITS), named(UNITS)], 'PENDING_AIRDROP_ID_REPEATED'],
    ['an airdrop that is not pending', [named(UNITS, 0n, OTHER, SENDER)], 'INVALID_PENDING_AIRDROP_ID'],
    ['an NFT that is not pending', [named(NFTS, 9n)], 'INVALID_PENDING_AIRDROP_ID'],
    ['an NFT without its serial number', [named(NFTS)], 'INVALID_PENDING_AIRDROP_ID'],
    ['an airdrop of a missing sender', [named(UNITS, 0n, longZero(9_999))], 'INVALID_PENDING_AIRDROP_ID'],
    ['an airdrop to a missing receiver', [named(UNITS, 0n, SENDER, longZero(9_999))], 'INVALID_ACCOUNT_ID'],
    ['an airdrop to a hollow account', [named(UNITS, 0n, SENDER, HOLLOW)], 'INVALID_ACCOUNT_ID'],
    ['a paused token', [named(PAUSED)], 'TOKEN_IS_PAUSED'],
    ['a receiver without KYC', [named(KYC)], 'ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN'],
    ['an NFT with a royalty to pay', [named(FALLBACK, 1n)], 'TOKEN_AIRDROP_WITH_FALLBACK_ROYALTY'],
    [
      'units that the sender no longer has',
      [named(UNITS), named(UNITS, 0n, OTHER)],
      'INSUFFICIENT_TOKEN_BALANCE',
    ],
    ['an NFT that was transferred', [named(NFTS, 2n)], 'SENDER_DOES_NOT_OWN_NFT_SERIAL_NO'],
  ])('%s is refused', async (_, list, status) => {
    expect(await ledger.call(CLAIM, [list])).toEqual({
      answer: [statusNumber(status)],
      gas: 15_284n,
      logs: [],
    });
    expect([await pending(1001n, 2001n), await balance(1002n, 2001n)]).toEqual([20n, undefined]);
  });
});

describe('cancel', () => {
  test('several in one call', async () => {
    const outcome = await ledger.call(CANCEL, [[named(UNITS), named(NFTS, 1n), named(PAUSED)]]);
    expect(outcome).toEqual({ answer: [22n], gas: 15_284n, logs: [] });
    expect(await pending(1001n, 2001n)).toBeUndefined();
    expect(await pending(1001n, 2004n)).toBeUndefined();
    expect(await pending(1004n, 2001n)).toBe(5n);
  });

  test('through the address of a token, by the sender', async () => {
    const units = await ledger.call('cancelAirdropFT(address)', [RECEIVER], { through: UNITS });
    expect(units).toMatchObject({ answer: [22n], gas: 15_284n });
    const nft = await ledger.call('cancelAirdropNFT(address,int64)', [RECEIVER, 1n], {
      through: NFTS,
      ...NFT,
    });
    expect(nft).toMatchObject({ answer: [22n], gas: 15_284n });
    expect([await pending(1001n, 2001n), await pending(1001n, 2002n, 1n)]).toEqual([undefined, undefined]);
    const again = await ledger.call('cancelAirdropFT(address)', [RECEIVER], { through: UNITS });
    expect(again.answer).toEqual([statusNumber('INVALID_PENDING_AIRDROP_ID')]);
  });

  test.each<[string, AbiValue[], string]>([
    ['an empty list', [], 'EMPTY_PENDING_AIRDROP_ID_LIST'],
    ['an airdrop listed twice', [named(UNITS), named(UNITS)], 'PENDING_AIRDROP_ID_REPEATED'],
    ['an NFT without its serial number', [named(NFTS)], 'INVALID_TOKEN_NFT_SERIAL_NUMBER'],
    ['an airdrop that is not pending', [named(UNITS), named(NFTS, 9n)], 'INVALID_PENDING_AIRDROP_ID'],
    ['an airdrop of a missing sender', [named(UNITS, 0n, longZero(9_999))], 'INVALID_PENDING_AIRDROP_ID'],
    [
      'an airdrop to a missing receiver',
      [named(UNITS, 0n, SENDER, longZero(9_999))],
      'INVALID_PENDING_AIRDROP_ID',
    ],
  ])('%s is refused', async (_, list, status) => {
    const outcome = await ledger.call(CANCEL, [list]);
    expect(outcome).toEqual({ answer: [statusNumber(status)], gas: 15_284n, logs: [] });
    expect(await pending(1001n, 2001n)).toBe(20n);
  });
});

describe.each([CLAIM, CANCEL])('%s is refused before it is a transaction, with all gas', (signature) => {
  test.each<[string, AbiValue[], string]>([
    [
      'more than ten airdrops',
      Array.from({ length: 11 }, () => named(UNITS)),
      'PENDING_AIRDROP_ID_LIST_TOO_LONG',
    ],
    ['an airdrop of a missing token', [named(longZero(9))], 'INVALID_TOKEN_ID'],
  ])('%s', async (_, list, status) => {
    const outcome = await ledger.call(signature, [list]);
    expect(outcome).toEqual({ answer: `revert ${status}`, gas: 10_000_000n, logs: [] });
  });
});
