import { proto } from '@tain/protos/hapi';
import Long from 'long';
import { expect, test } from 'vitest';
import { longZero, NOW, testLedger } from './harness.ts';

const EMPTY = Buffer.alloc(0);
const NO_KEY = [false, longZero(0), EMPTY, EMPTY, longZero(0)];
const KEY = Buffer.alloc(32, 7);
const BITS = [1n, 2n, 4n, 8n, 16n, 32n, 64n];

const schedule = (id: bigint, tokenType: proto.TokenType, fee: proto.ICustomFee) => ({
  id,
  body: proto.SchedulableTransactionBody.encode({
    tokenCreation: {
      name: 'Later',
      symbol: 'LTR',
      tokenType,
      decimals: 3,
      initialSupply: Long.fromNumber(90),
      treasury: { accountNum: Long.fromNumber(1001) },
      adminKey: { ed25519: KEY },
      expiry: { seconds: Long.fromNumber(1_900_000_000) },
      customFees: [fee],
    },
  }).finish(),
});
const collector = { feeCollectorAccountId: { accountNum: Long.fromNumber(1001) } };

const ledger = testLedger({
  accounts: [{ id: 1001n }],
  schedules: [
    schedule(3001n, proto.TokenType.FUNGIBLE_COMMON, {
      ...collector,
      fixedFee: { amount: Long.fromNumber(4) },
    }),
    schedule(3002n, proto.TokenType.NON_FUNGIBLE_UNIQUE, {
      ...collector,
      royaltyFee: {
        exchangeValueFraction: { numerator: Long.fromNumber(1), denominator: Long.fromNumber(10) },
      },
    }),
    { id: 3003n, body: proto.SchedulableTransactionBody.encode({ cryptoTransfer: {} }).finish() },
  ],
});

const info = (supply: bigint, fixed: unknown[], royalty: unknown[]) => [
  [
    'Later',
    'LTR',
    longZero(1001),
    '',
    false,
    0n,
    false,
    BITS.map((bit) => [bit, bit === 1n ? [false, longZero(0), KEY, EMPTY, longZero(0)] : NO_KEY]),
    [1_900_000_000n, longZero(0), 0n],
  ],
  supply,
  false,
  true,
  false,
  fixed,
  [],
  royalty,
  '0x03',
];

test.each([
  [
    'getScheduledCreateFungibleTokenInfo(address)',
    [longZero(3001)],
    [22n, [info(90n, [[4n, longZero(0), true, false, longZero(1001)]], []), 3n]],
  ],
  [
    'getScheduledCreateNonFungibleTokenInfo(address)',
    [longZero(3002)],
    [
      22n,
      [
        info(90n, [], [[1n, 10n, 0n, longZero(0), false, longZero(1001)]]),
        0n,
        longZero(0),
        0n,
        EMPTY,
        longZero(0),
      ],
    ],
  ],
  ['getScheduledCreateFungibleTokenInfo(address)', [longZero(3002)], 'revert INVALID_SCHEDULE_ID'],
  ['getScheduledCreateFungibleTokenInfo(address)', [longZero(3003)], 'revert INVALID_SCHEDULE_ID'],
  ['getScheduledCreateNonFungibleTokenInfo(address)', [longZero(9)], 'revert INVALID_SCHEDULE_ID'],
  ['hasScheduleCapacity(uint256,uint256)', [NOW + 1n, 15_000_000n], [true]],
  ['hasScheduleCapacity(uint256,uint256)', [NOW, 1n], [false]],
  ['hasScheduleCapacity(uint256,uint256)', [NOW + 5_356_801n, 1n], [false]],
  ['hasScheduleCapacity(uint256,uint256)', [NOW + 1n, 15_000_001n], [false]],
])('%s, case %#', async (signature, args, answer) => {
  expect(await ledger.call(signature, args)).toEqual({ answer, gas: 2607n, logs: [] });
});
