import { proto } from '@tain/protos/hapi';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AbiValue } from '../../../src/calls/system/abi/abi-type.ts';
import { TOKEN_SERVICE, TOKEN_SERVICE_V2 } from '../../../src/calls/system/environment.ts';
import { type CallOptions, longZero, type TestLedger, testLedger } from './harness.ts';

const ALIAS = 'a'.repeat(40);
const VIEW_GAS = 2607n;
const ED25519 = Buffer.alloc(32, 7);
const ECDSA = Buffer.alloc(33, 2);
const NONE = longZero(9999);
const EMPTY = Buffer.alloc(0);
const STATIC: CallOptions = { isStatic: true };

const key = (value: proto.IKey) => proto.Key.encode(value).finish();
const noKey = [false, longZero(0), EMPTY, EMPTY, longZero(0)];
const ed25519Key = [false, longZero(0), ED25519, EMPTY, longZero(0)];

let ledger: TestLedger;
beforeEach(() => {
  ledger = testLedger(
    {
      accounts: [{ id: 1001n }, { id: 1002n, evmAddress: ALIAS }],
      tokens: [
        {
          id: 2001n,
          name: 'Gold',
          symbol: 'AU',
          memo: 'memo',
          decimals: 8,
          treasury: 1002n,
          totalSupply: 5000n,
          supplyType: 'FINITE',
          maxSupply: 9000n,
          freezeDefault: true,
          kycDefault: 'REVOKED',
          paused: true,
          metadata: Buffer.from('meta'),
          keys: {
            admin: key({ ed25519: ED25519 }),
            freeze: key({ ECDSASecp256k1: ECDSA }),
            metadata: key({ ed25519: ED25519 }),
            supply: key({ keyList: { keys: [{ ed25519: ED25519 }] } }),
          },
          autoRenewAccount: 1001n,
          expiration: 1_800_000_000_123_456_789n,
          fees: {
            fixed: [
              { amount: 10n, denominatingToken: undefined, collector: 1002n, allCollectorsExempt: false },
              { amount: 7n, denominatingToken: 2002n, collector: 1001n, allCollectorsExempt: false },
            ],
            fractional: [
              {
                numerator: 1n,
                denominator: 100n,
                minimum: 2n,
                maximum: undefined,
                netOfTransfers: true,
                collector: 1001n,
                allCollectorsExempt: false,
              },
            ],
            royalty: [],
          },
        },
        {
          id: 2002n,
          type: 'NON_FUNGIBLE_UNIQUE',
          treasury: 1001n,
          fees: {
            fixed: [],
            fractional: [],
            royalty: [
              {
                numerator: 1n,
                denominator: 20n,
                fallback: { amount: 3n, denominatingToken: undefined },
                collector: 1001n,
                allCollectorsExempt: false,
              },
            ],
          },
        },
      ],
      relations: [
        { account: 1001n, token: 2001n, freeze: 'FROZEN', kyc: 'REVOKED' },
        { account: 1002n, token: 2001n, freeze: 'UNFROZEN', kyc: 'GRANTED' },
      ],
      nfts: [
        {
          token: 2002n,
          serial: 1n,
          owner: 1002n,
          spender: 1001n,
          metadata: Buffer.from('one'),
          createdTimestamp: 1_600_000_000_000_000_005n,
        },
      ],
    },
    { tokenServices: [TOKEN_SERVICE, TOKEN_SERVICE_V2] },
  );
});

const FIXED = [
  [10n, longZero(0), true, false, ALIAS],
  [7n, longZero(2002), false, false, longZero(1001)],
];
const FRACTIONAL = [[1n, 100n, 2n, 0n, true, longZero(1001)]];
const ROYALTY = [[1n, 20n, 3n, longZero(0), true, longZero(1001)]];
const EXPIRY = [1_800_000_000n, longZero(1001), 7_776_000n];
const KEYS: AbiValue[] = [
  [1n, ed25519Key],
  [2n, noKey],
  [4n, [false, longZero(0), EMPTY, ECDSA, longZero(0)]],
  [8n, noKey],
  // A list of keys cannot be represented in this structure.
  [16n, noKey],
  [32n, noKey],
  [64n, noKey],
];

const gold = (keys: AbiValue[], ...more: AbiValue[]): AbiValue[] => [
  ['Gold', 'AU', ALIAS, 'memo', true, 9000n, true, keys, EXPIRY, ...more],
  5000n,
  false,
  false,
  true,
  FIXED,
  FRACTIONAL,
  [],
  '0x03',
];
const NO_KEYS: AbiValue[] = [1n, 2n, 4n, 8n, 16n, 32n, 64n].map((bit) => [bit, noKey]);
const NOTHING: AbiValue[] = [
  ['', '', longZero(0), '', false, 0n, false, NO_KEYS, [0n, longZero(0), 0n]],
  0n,
  false,
  false,
  false,
  [],
  [],
  [],
  '0x03',
];
const ART: AbiValue[] = [
  ['Token', 'TKN', longZero(1001), '', false, 0n, false, NO_KEYS, [0n, longZero(0), 7_776_000n]],
  0n,
  false,
  true,
  false,
  [],
  [],
  ROYALTY,
  '0x03',
];

describe('information', () => {
  test.each<[string, AbiValue[], CallOptions, readonly AbiValue[] | string]>([
    ['getTokenInfo(address)', [longZero(2001)], STATIC, [22n, gold(KEYS)]],
    ['getTokenInfo(address)', [NONE], {}, [167n, NOTHING]],
    ['getTokenInfo(address)', [NONE], STATIC, 'revert INVALID_TOKEN_ID'],
    ['getFungibleTokenInfo(address)', [longZero(2001)], {}, [22n, [gold(KEYS), 8n]]],
    ['getFungibleTokenInfo(address)', [NONE], {}, [167n, [NOTHING, 0n]]],
    [
      'getNonFungibleTokenInfo(address,int64)',
      [longZero(2002), 1n],
      {},
      [22n, [ART, 1n, ALIAS, 1_600_000_000n, Buffer.from('one'), longZero(1001)]],
    ],
    [
      'getNonFungibleTokenInfo(address,int64)',
      [longZero(2002), 2n],
      {},
      [226n, [ART, 0n, longZero(0), 0n, EMPTY, longZero(0)]],
    ],
    ['getNonFungibleTokenInfo(address,int64)', [longZero(2002), 2n], STATIC, 'revert INVALID_NFT_ID'],
    ['getTokenCustomFees(address)', [longZero(2001)], {}, [22n, FIXED, FRACTIONAL, []]],
    ['getTokenCustomFees(address)', [NONE], {}, [167n, [], [], []]],
    ['getTokenCustomFees(address)', [NONE], STATIC, [22n, [], [], []]],
    ['getTokenExpiryInfo(address)', [longZero(2001)], {}, [22n, EXPIRY]],
    ['getTokenExpiryInfo(address)', [NONE], {}, [167n, [0n, longZero(0), 0n]]],
    ['getTokenExpiryInfo(address)', [NONE], STATIC, 'revert INVALID_TOKEN_ID'],
    ['getTokenType(address)', [longZero(2001)], {}, [22n, 0n]],
    ['getTokenType(address)', [longZero(2002)], {}, [22n, 1n]],
    ['getTokenType(address)', [NONE], {}, [167n, 0n]],
    ['isToken(address)', [longZero(2001)], {}, [22n, true]],
    ['isToken(address)', [longZero(1001)], STATIC, [22n, false]],
    ['isFrozen(address,address)', [longZero(2001), longZero(1001)], {}, [22n, true]],
    ['isFrozen(address,address)', [longZero(2001), ALIAS], {}, [22n, false]],
    ['isFrozen(address,address)', [longZero(2002), ALIAS], {}, [22n, false]],
    ['isFrozen(address,address)', [longZero(2001), longZero(77)], {}, [15n, false]],
    ['isKyc(address,address)', [longZero(2001), ALIAS], {}, [22n, true]],
    ['isKyc(address,address)', [longZero(2001), longZero(1001)], {}, [22n, false]],
    ['isKyc(address,address)', [NONE, longZero(1001)], {}, [167n, false]],
    ['getTokenDefaultFreezeStatus(address)', [longZero(2001)], {}, [22n, true]],
    ['getTokenDefaultKycStatus(address)', [longZero(2001)], {}, [22n, false]],
    ['getTokenDefaultKycStatus(address)', [longZero(2002)], {}, [22n, true]],
    ['getTokenKey(address,uint256)', [longZero(2001), 1n], {}, [22n, ed25519Key]],
    ['getTokenKey(address,uint256)', [longZero(2001), 2n], {}, [44n, noKey]],
    ['getTokenKey(address,uint256)', [longZero(2001), 3n], {}, [44n, noKey]],
    // The older address does not support the metadata key.
    ['getTokenKey(address,uint256)', [longZero(2001), 128n], {}, [44n, noKey]],
  ])('%s, case %#', async (signature, args, options, answer) => {
    expect(await ledger.call(signature, args, options)).toEqual({ answer, gas: VIEW_GAS, logs: [] });
  });

  test.each([
    ['getTokenDefaultFreezeStatus(address)', [NONE]],
    ['getTokenDefaultKycStatus(address)', [NONE]],
    ['isKyc(address,address)', [NONE, ALIAS]],
    ['getTokenKey(address,uint256)', [NONE, 1n]],
  ])('%s without a token reverts free of charge in a static frame', async (signature, args) => {
    expect(await ledger.call(signature, args, STATIC)).toMatchObject({
      answer: 'revert INVALID_TOKEN_ID',
      gas: 0n,
    });
  });
});

describe('the newer address', () => {
  const at: CallOptions = { at: TOKEN_SERVICE_V2 };
  const metadata = Buffer.from('meta');
  const keys = [...KEYS, [128n, ed25519Key]];

  test('has metadata and its key', async () => {
    const answerOf = async (signature: string, ...args: AbiValue[]) =>
      (await ledger.call(signature, args, at)).answer;
    const info = gold(keys, metadata);
    expect(await answerOf('getTokenInfo(address)', longZero(2001))).toEqual([22n, info]);
    expect(await answerOf('getFungibleTokenInfo(address)', longZero(2001))).toEqual([22n, [info, 8n]]);
    expect(await answerOf('getTokenKey(address,uint256)', longZero(2001), 128n)).toEqual([22n, ed25519Key]);
    expect(await answerOf('getTokenType(address)', longZero(2001))).toEqual([22n, 0n]);
    const [status, nft] = await answerOf('getNonFungibleTokenInfo(address,int64)', longZero(2002), 1n);
    expect([status, Array.isArray(nft) && nft[1]]).toEqual([22n, 1n]);
  });

  test('is absent unless it is enabled', async () => {
    const outcome = await testLedger({}).call('isToken(address)', [longZero(2001)], at);
    expect(outcome).toMatchObject({ answer: 'halt NOT_SUPPORTED', gas: 10_000_000n });
  });
});
