import { proto } from '@tain/protos/hapi';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AbiValue } from '../../../src/calls/system/abi/abi-type.ts';
import { statusNumber } from '../../../src/calls/system/answer.ts';
import { signatureHash } from '../../../src/calls/system/selector.ts';
import { longZero, type TestLedger, testLedger } from './harness.ts';

const AIRDROP = 'airdropTokens((address,(address,int64,bool)[],(address,address,int64,bool)[])[])';
const GAS = 1_409_649n;
const [UNITS, NFTS, PAUSED, FEES, SHARED, ROYALTY, FALLBACK, FROZEN] = [
  2001, 2002, 2003, 2004, 2005, 2006, 2007, 2008,
].map(longZero) as [string, string, string, string, string, string, string, string];
const [SENDER, ASSOCIATED, FULL, UNLIMITED, SLOT, COLLECTOR, DELEGATED] = [
  1001, 1002, 1003, 1004, 1005, 1006, 1007,
].map(longZero) as [string, string, string, string, string, string, string];
const NEW = 'd'.repeat(40);
const topic = (address: string) => address.padStart(64, '0');
const hex = (value: bigint) => value.toString(16).padStart(64, '0');
const moved = (token: string, from: string, to: string, amount: bigint) => ({
  address: token,
  topics: [signatureHash('Transfer(address,address,uint256)'), topic(from), topic(to)],
  data: hex(amount),
});

/** A key that only code called with DELEGATECALL may use. */
const delegatable = proto.Key.encode({ delegatableContractId: { contractNum: 1008 as never } }).finish();
const royalty = { numerator: 1n, denominator: 10n, collector: 1006n, allCollectorsExempt: false };

let ledger: TestLedger;
beforeEach(() => {
  ledger = testLedger({
    accounts: [
      { id: 1001n },
      { id: 1002n },
      { id: 1003n, maxAutomaticTokenAssociations: 1 },
      { id: 1004n, maxAutomaticTokenAssociations: -1 },
      { id: 1005n, maxAutomaticTokenAssociations: 1 },
      { id: 1006n },
      { id: 1007n, key: delegatable },
    ],
    tokens: [
      { id: 2001n },
      { id: 2002n, type: 'NON_FUNGIBLE_UNIQUE' },
      { id: 2003n, paused: true },
      {
        id: 2004n,
        fees: {
          fixed: [{ amount: 7n, denominatingToken: 2001n, collector: 1006n, allCollectorsExempt: false }],
          fractional: [],
          royalty: [],
        },
      },
      {
        id: 2005n,
        fees: {
          fixed: [],
          fractional: [
            {
              numerator: 1n,
              denominator: 10n,
              minimum: 0n,
              maximum: undefined,
              netOfTransfers: false,
              collector: 1006n,
              allCollectorsExempt: false,
            },
          ],
          royalty: [],
        },
      },
      {
        id: 2006n,
        type: 'NON_FUNGIBLE_UNIQUE',
        fees: { fixed: [], fractional: [], royalty: [{ ...royalty, fallback: undefined }] },
      },
      {
        id: 2007n,
        type: 'NON_FUNGIBLE_UNIQUE',
        fees: {
          fixed: [],
          fractional: [],
          royalty: [{ ...royalty, fallback: { amount: 1n, denominatingToken: undefined } }],
        },
      },
      { id: 2008n },
    ],
    relations: [
      { account: 1001n, token: 2001n, balance: 100n },
      { account: 1002n, token: 2001n, balance: 5n },
      { account: 1006n, token: 2001n },
      { account: 1001n, token: 2002n, balance: 2n },
      { account: 1002n, token: 2002n, balance: 1n },
      { account: 1001n, token: 2004n, balance: 100n },
      { account: 1001n, token: 2005n, balance: 100n },
      { account: 1002n, token: 2005n },
      { account: 1006n, token: 2005n },
      { account: 1001n, token: 2006n, balance: 1n },
      { account: 1001n, token: 2007n, balance: 1n },
      { account: 1006n, token: 2007n },
      { account: 1001n, token: 2008n, balance: 100n, freeze: 'FROZEN' },
    ],
    nfts: [
      { token: 2002n, serial: 1n, owner: 1001n },
      { token: 2002n, serial: 2n, owner: 1001n },
      { token: 2002n, serial: 3n, owner: 1002n },
      { token: 2006n, serial: 1n, owner: 1001n },
      { token: 2007n, serial: 1n, owner: 1001n },
    ],
    automaticAssociations: new Map([[1003n, 1]]),
    airdrops: { '1001,1003,2001,0': 4n, '1001,1003,2002,2': 0n },
  });
});

/** Returns transfers of units from the sender to each receiver. */
const units = (token: string, ...to: (readonly [string, bigint])[]): AbiValue[] => [
  token,
  [
    [SENDER, -to.reduce((sum, [, amount]) => sum + amount, 0n), false],
    ...to.map(([account, amount]) => [account, amount, false]),
  ],
  [],
];
const nfts = (token: string, ...to: (readonly [string, bigint])[]): AbiValue[] => [
  token,
  [],
  to.map(([account, serial]) => [SENDER, account, serial, false]),
];
const airdrop = (...lists: AbiValue[]) => ledger.call(AIRDROP, [lists]);
const balance = async (account: bigint, token: bigint) =>
  (await ledger.state.relations.get([account, token]))?.balance;
const pending = (receiver: bigint, token: bigint, serial = 0n) =>
  ledger.state.airdrops.get([1001n, receiver, token, serial]);

describe('units', () => {
  test('arrive if a slot is free, and are pending otherwise', async () => {
    const outcome = await airdrop(
      units(UNITS, [ASSOCIATED, 10n], [FULL, 20n], [UNLIMITED, 5n], [SLOT, 6n], [NEW, 1n]),
    );
    expect(outcome.answer).toEqual([22n]);
    expect(outcome.gas).toBe(GAS);
    // Only units that were moved are logged as transfers, the largest first.
    expect(outcome.logs).toEqual([
      moved(UNITS, SENDER, ASSOCIATED, 10n),
      moved(UNITS, SENDER, SLOT, 6n),
      moved(UNITS, SENDER, UNLIMITED, 5n),
      moved(UNITS, SENDER, NEW, 1n),
    ]);
    expect(await balance(1001n, 2001n)).toBe(78n);
    expect(await Promise.all([1002n, 1004n, 1005n].map((id) => balance(id, 2001n)))).toEqual([15n, 5n, 6n]);
    expect(await ledger.state.relations.get([1004n, 2001n])).toMatchObject({ automatic: true });
    // The amount of an already pending airdrop grows.
    expect(await pending(1003n, 2001n)).toBe(24n);
    expect(await balance(1003n, 2001n)).toBeUndefined();
    const created = await ledger.state.aliases.get(NEW);
    expect(await balance(created ?? 0n, 2001n)).toBe(1n);
  });

  test('pay custom fees immediately, also for pending ones', async () => {
    const outcome = await airdrop(units(FEES, [FULL, 50n]));
    expect(outcome).toMatchObject({ answer: [22n], logs: [moved(UNITS, SENDER, COLLECTOR, 7n)] });
    expect(await pending(1003n, 2004n)).toBe(50n);
    expect([await balance(1001n, 2001n), await balance(1006n, 2001n)]).toEqual([93n, 7n]);
  });

  test('a fractional fee reduces the received amount, whether it arrives or is pending', async () => {
    const outcome = await airdrop(units(SHARED, [ASSOCIATED, 20n], [FULL, 30n]));
    expect(outcome.answer).toEqual([22n]);
    expect(await pending(1003n, 2005n)).toBe(27n);
    expect(await balance(1002n, 2005n)).toBe(18n);
    expect(await balance(1006n, 2005n)).toBe(5n);
    expect(await balance(1001n, 2005n)).toBe(77n);
  });
});

describe('NFTs', () => {
  test('arrive or are pending', async () => {
    const outcome = await airdrop(nfts(NFTS, [ASSOCIATED, 1n], [SLOT, 2n]));
    expect(outcome.answer).toEqual([22n]);
    expect(outcome.logs.map(({ topics }) => topics.slice(2))).toEqual([
      [topic(ASSOCIATED), hex(1n)],
      [topic(SLOT), hex(2n)],
    ]);
    expect((await ledger.state.nfts.get([2002n, 1n]))?.owner).toBe(1002n);
    expect((await airdrop(nfts(ROYALTY, [FULL, 1n]))).answer).toEqual([22n]);
    expect(await pending(1003n, 2006n, 1n)).toBe(0n);
    expect((await ledger.state.nfts.get([2006n, 1n]))?.owner).toBe(1001n);
  });

  test('with a fallback fee may go to a receiver who is exempt, such as the collector', async () => {
    expect((await airdrop(nfts(FALLBACK, [COLLECTOR, 1n]))).answer).toEqual([22n]);
  });
});

describe('an airdrop is refused', () => {
  const approved = [
    UNITS,
    [
      [SENDER, -1n, true],
      [ASSOCIATED, 1n, false],
    ],
    [],
  ];
  test.each<[string, AbiValue[], string]>([
    ['without tokens', [], 'EMPTY_TOKEN_TRANSFER_BODY'],
    [
      'with two senders of units',
      [
        [
          UNITS,
          [
            [SENDER, -1n, false],
            [ASSOCIATED, -1n, false],
            [FULL, 2n, false],
          ],
          [],
        ],
      ],
      'AIRDROP_CONTAINS_MULTIPLE_SENDERS_FOR_A_TOKEN',
    ],
    [
      'with two senders of NFTs',
      [
        [
          NFTS,
          [],
          [
            [SENDER, SLOT, 1n, false],
            [ASSOCIATED, SLOT, 3n, false],
          ],
        ],
      ],
      'AIRDROP_CONTAINS_MULTIPLE_SENDERS_FOR_A_TOKEN',
    ],
    ['without a change', [[UNITS, [], []]], 'EMPTY_TOKEN_TRANSFER_ACCOUNT_AMOUNTS'],
    ['with a sum that is not 0', [[UNITS, [[SENDER, -1n, false]], []]], 'TRANSFERS_NOT_ZERO_SUM_FOR_TOKEN'],
    ['by an allowance', [approved], 'NOT_SUPPORTED'],
    ['by an allowance for an NFT', [[NFTS, [], [[SENDER, SLOT, 1n, true]]]], 'NOT_SUPPORTED'],
    [
      'with a receiver listed twice',
      [units(UNITS, [ASSOCIATED, 1n], [ASSOCIATED, 1n])],
      'ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS',
    ],
    ['of units to their sender', [units(UNITS, [SENDER, 1n])], 'ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS'],
    ['of an NFT to its sender', [nfts(NFTS, [SENDER, 1n])], 'ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS'],
    ['with an NFT listed twice', [nfts(NFTS, [SLOT, 1n], [ASSOCIATED, 1n])], 'INVALID_ACCOUNT_AMOUNTS'],
    ['of an invalid serial number', [nfts(NFTS, [SLOT, 0n])], 'INVALID_TOKEN_NFT_SERIAL_NUMBER'],
    [
      'with a token listed twice',
      [units(UNITS, [ASSOCIATED, 1n]), units(UNITS, [ASSOCIATED, 1n])],
      'TOKEN_ID_REPEATED_IN_TOKEN_LIST',
    ],
    ['of a missing token', [units(longZero(9), [ASSOCIATED, 1n])], 'INVALID_TOKEN_ID'],
    ['of a token at an address that is not of a token', [units(NEW, [ASSOCIATED, 1n])], 'INVALID_TOKEN_ID'],
    ['of a paused token', [units(PAUSED, [ASSOCIATED, 1n])], 'TOKEN_IS_PAUSED'],
    [
      'of units of an NFT token',
      [units(NFTS, [ASSOCIATED, 1n])],
      'ACCOUNT_AMOUNT_TRANSFERS_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON',
    ],
    ['by a frozen sender', [units(FROZEN, [ASSOCIATED, 1n])], 'ACCOUNT_FROZEN_FOR_TOKEN'],
    ['of more than the balance', [units(UNITS, [ASSOCIATED, 101n])], 'INSUFFICIENT_TOKEN_BALANCE'],
    ['to a missing account', [units(UNITS, [longZero(9_999), 1n])], 'INVALID_ACCOUNT_ID'],
    ['of a missing NFT', [nfts(NFTS, [SLOT, 9n])], 'INVALID_NFT_ID'],
    ['of an NFT of another account', [nfts(NFTS, [SLOT, 3n])], 'SENDER_DOES_NOT_OWN_NFT_SERIAL_NO'],
    ['of an NFT that is already pending', [nfts(NFTS, [FULL, 2n])], 'PENDING_NFT_AIRDROP_ALREADY_EXISTS'],
    [
      'with a royalty that the receiver owes',
      [nfts(FALLBACK, [SLOT, 1n])],
      'TOKEN_AIRDROP_WITH_FALLBACK_ROYALTY',
    ],
    ['to an account that cannot claim', [units(UNITS, [DELEGATED, 1n])], 'NOT_SUPPORTED'],
  ])('%s', async (_, lists, status) => {
    expect(await airdrop(...lists)).toEqual({ answer: [statusNumber(status)], gas: GAS, logs: [] });
    expect([await balance(1001n, 2001n), await pending(1003n, 2001n)]).toEqual([100n, 4n]);
  });

  test('by a sender without the token', async () => {
    const [, amounts] = units(UNITS, [ASSOCIATED, 1n]) as [string, AbiValue[][]];
    const list = [UNITS, [[FULL, -1n, false], ...amounts.slice(1)], []];
    expect((await airdrop(list)).answer).toEqual([statusNumber('TOKEN_NOT_ASSOCIATED_TO_ACCOUNT')]);
  });

  test('if a custom fee cannot be paid', async () => {
    await airdrop(units(UNITS, [ASSOCIATED, 95n]));
    expect((await airdrop(units(FEES, [FULL, 1n]))).answer).toEqual([
      statusNumber('INSUFFICIENT_SENDER_ACCOUNT_BALANCE_FOR_CUSTOM_FEE'),
    ]);
    expect(await pending(1003n, 2004n)).toBeUndefined();
  });

  test.each<[string, () => AbiValue[], string]>([
    [
      'of more than ten changes',
      () => [units(UNITS, ...Array.from({ length: 10 }, (_, i) => [longZero(3000 + i), 1n] as const))],
      'TOKEN_REFERENCE_LIST_SIZE_LIMIT_EXCEEDED',
    ],
    [
      'of more than ten NFTs',
      () => [nfts(NFTS, ...Array.from({ length: 11 }, (_, i) => [SLOT, BigInt(i + 1)] as const))],
      'TOKEN_REFERENCE_LIST_SIZE_LIMIT_EXCEEDED',
    ],
    ['to a system account', () => [units(UNITS, [longZero(98), 1n])], 'INVALID_RECEIVING_NODE_ACCOUNT'],
    [
      'of an NFT to the zero address',
      () => [nfts(NFTS, [longZero(0), 1n])],
      'INVALID_RECEIVING_NODE_ACCOUNT',
    ],
  ])('%s: before it is a transaction, with all gas', async (_, lists, status) => {
    expect(await airdrop(...lists())).toEqual({ answer: `revert ${status}`, gas: 10_000_000n, logs: [] });
  });
});
