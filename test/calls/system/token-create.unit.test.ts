import { proto } from '@tain/protos/hapi';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AbiValue } from '../../../src/calls/system/abi/abi-type.ts';
import { TOKEN_SERVICE, TOKEN_SERVICE_V2 } from '../../../src/calls/system/environment.ts';
import { METHODS } from '../../../src/calls/system/methods/methods.ts';
import { HBAR, longZero, NOW, type TestLedger, testLedger } from './harness.ts';

const ED25519 = Buffer.alloc(32, 7);
const EMPTY = Buffer.alloc(0);
const [ZERO, TREASURY, COLLECTOR] = [0, 1001, 1002].map(longZero) as [string, string, string];
const edKey = [false, ZERO, ED25519, EMPTY, ZERO];
const ownKey = [true, ZERO, EMPTY, EMPTY, ZERO];
/** All keys except those for KYC and metadata. */
const KEYS: AbiValue[] = [
  [1n + 4n, edKey],
  [8n + 16n + 32n + 64n, ownKey],
];
const EXPIRY: AbiValue[] = [0n, TREASURY, 7_776_000n];

const token = (changes: Partial<Record<number, AbiValue>> = {}): AbiValue[] => {
  const fields: AbiValue[] = ['Gold', 'AU', TREASURY, 'memo', true, 1000n, true, KEYS, EXPIRY];
  return Object.entries(changes).reduce((list, [at, value = '']) => list.with(Number(at), value), fields);
};
const FIXED = [[5n, ZERO, true, false, COLLECTOR]];
const FRACTIONAL = [[1n, 100n, 0n, 9n, true, COLLECTOR]];
const ROYALTY = [[1n, 10n, 3n, ZERO, true, COLLECTOR]];

/** Returns the signatures of a name, optionally only those of the older address. */
const overloads = (name: string, only?: '0x16c') =>
  METHODS.filter((each) => each.signature.startsWith(`${name}(`) && each.only === only).map(
    ({ signature }) => signature,
  );

// Value of a creation: a hbar is worth 5 cents, so one dollar is 20 hbars, 24 with a fifth more; 100,000 gas pay a part
// of them.
const ENOUGH = 24n * HBAR - 100_000n * 71n;

let ledger: TestLedger;
beforeEach(() => {
  const accounts = [
    { id: 1001n, balance: 1000n * HBAR, key: proto.Key.encode({ ed25519: ED25519 }).finish() },
    { id: 1002n },
  ];
  ledger = testLedger(
    { accounts, tokens: [{ id: 2001n }] },
    { tokenServices: [TOKEN_SERVICE, TOKEN_SERVICE_V2] },
  );
});

const created = longZero(3002);
const state = () => ledger.state.tokens.get(3002n);

describe('creates', () => {
  test.each(overloads('createFungibleToken'))('units by %s', async (signature) => {
    const outcome = await ledger.call(signature, [token(), 500n, 2n], { value: ENOUGH });
    expect(outcome).toEqual({ answer: [22n, created], gas: 100_000n, logs: [] });
    expect(await state()).toMatchObject({
      type: 'FUNGIBLE_COMMON',
      name: 'Gold',
      symbol: 'AU',
      memo: 'memo',
      decimals: 2,
      treasury: 1001n,
      totalSupply: 500n,
      supplyType: 'FINITE',
      maxSupply: 1000n,
      freezeDefault: true,
      kycDefault: 'NOT_APPLICABLE',
      paused: false,
      autoRenewAccount: 1001n,
      expiration: (NOW + 7_776_000n) * 1_000_000_000n,
    });
    // The call's value pays for the creation.
    expect((await ledger.state.accounts.get(1001n))?.balance).toBe(1000n * HBAR - ENOUGH);
    // The treasury is not frozen, whatever the default freeze status.
    expect(await ledger.state.relations.get([1001n, 3002n])).toMatchObject({
      balance: 500n,
      freeze: 'UNFROZEN',
    });
  });

  test.each(overloads('createNonFungibleToken'))('NFTs by %s', async (signature) => {
    const outcome = await ledger.call(signature, [token()], { value: ENOUGH });
    expect(outcome).toEqual({ answer: [22n, created], gas: 100_000n, logs: [] });
    expect(await state()).toMatchObject({ type: 'NON_FUNGIBLE_UNIQUE', totalSupply: 0n, nextSerial: 1n });
  });

  test.each(overloads('createFungibleTokenWithCustomFees'))('units with fees by %s', async (signature) => {
    const current = [2n, ZERO, false, true, COLLECTOR];
    const args = [token(), 500n, 2n, [...FIXED, current], FRACTIONAL];
    const outcome = await ledger.call(signature, args, { value: 2n * ENOUGH + 100_000n * 71n });
    expect(outcome.answer).toEqual([22n, created]);
    expect((await state())?.fees).toMatchObject({
      fixed: [
        { amount: 5n, denominatingToken: undefined, collector: 1002n },
        { amount: 2n, denominatingToken: 3002n, collector: 1002n },
      ],
      fractional: [{ numerator: 1n, denominator: 100n, maximum: 9n, netOfTransfers: true }],
    });
    // An account that collects units of the token is associated from the start.
    expect((await ledger.state.relations.get([1002n, 3002n]))?.associated).toBe(true);
  });

  test.each(overloads('createNonFungibleTokenWithCustomFees'))('NFTs with fees by %s', async (signature) => {
    const outcome = await ledger.call(signature, [token(), FIXED, ROYALTY], { value: 3n * ENOUGH });
    expect(outcome.answer).toEqual([22n, created]);
    expect((await state())?.fees).toMatchObject({
      royalty: [{ numerator: 1n, denominator: 10n, fallback: { amount: 3n }, collector: 1002n }],
    });
  });

  test('metadata and its key, at the newer address', async () => {
    const at = { at: TOKEN_SERVICE_V2, value: 3n * ENOUGH };
    const withMetadata = [...token({ 7: [[1n + 16n + 128n, edKey]], 6: false }), Buffer.from('meta')];
    const args = [
      [withMetadata, 1n, 0n],
      [withMetadata, 1n, 0n, [], []],
      [withMetadata],
      [withMetadata, [], []],
    ];
    const names = [
      'createFungibleToken',
      'createFungibleTokenWithCustomFees',
      'createNonFungibleToken',
      'createNonFungibleTokenWithCustomFees',
    ];
    for (const [i, name] of names.entries()) {
      const [signature = ''] = overloads(name, '0x16c');
      const { answer } = await ledger.call(signature, args[i] ?? [], at);
      expect(answer).toEqual([22n, longZero(3002 + i)]);
      expect(await ledger.state.tokens.get(3002n + BigInt(i))).toMatchObject({
        metadata: Buffer.from('meta'),
        keys: { metadata: Buffer.concat([Buffer.from('1220', 'hex'), ED25519]) },
      });
    }
  });
});

describe('requirements of a token creation', () => {
  const [units = ''] = overloads('createFungibleToken').filter((each) => each.endsWith('int64,int32)'));
  const [nfts = ''] = overloads('createNonFungibleToken');
  const [withFees = ''] = overloads('createFungibleTokenWithCustomFees').slice(-1);
  const fees = (fixed: AbiValue[], fractional: AbiValue[]) => [token(), 0n, 0n, fixed, fractional];

  test('a tinybar less is refused', async () => {
    const outcome = await ledger.call(units, [token(), 500n, 2n], { value: ENOUGH - 1n });
    expect(outcome).toEqual({ answer: [9n, ZERO], gas: 100_000n, logs: [] });
    expect(await state()).toBeUndefined();
  });

  test.each<[string, AbiValue[], string]>([
    [units, [token({ 0: '' }), 0n, 0n], 'MISSING_TOKEN_NAME'],
    [units, [token({ 0: 'n'.repeat(101) }), 0n, 0n], 'TOKEN_NAME_TOO_LONG'],
    [units, [token({ 1: '' }), 0n, 0n], 'MISSING_TOKEN_SYMBOL'],
    [units, [token({ 1: 'é'.repeat(51) }), 0n, 0n], 'TOKEN_SYMBOL_TOO_LONG'],
    [units, [token({ 2: longZero(9) }), 0n, 0n], 'INVALID_TREASURY_ACCOUNT_FOR_TOKEN'],
    [units, [token({ 3: 'm'.repeat(101) }), 0n, 0n], 'MEMO_TOO_LONG'],
    [units, [token({ 4: false }), 0n, 0n], 'INVALID_TOKEN_MAX_SUPPLY'],
    [units, [token({ 5: 0n }), 0n, 0n], 'INVALID_TOKEN_MAX_SUPPLY'],
    [units, [token(), 1001n, 0n], 'INVALID_TOKEN_INITIAL_SUPPLY'],
    [units, [token(), -1n, 0n], 'INVALID_TOKEN_INITIAL_SUPPLY'],
    [units, [token(), 0n, -1n], 'INVALID_TOKEN_DECIMALS'],
    [units, [token({ 7: [] }), 0n, 0n], 'TOKEN_HAS_NO_FREEZE_KEY'],
    [units, [token({ 7: [[1n, [true, TREASURY, EMPTY, EMPTY, ZERO]]] }), 0n, 0n], 'INVALID_ADMIN_KEY'],
    [units, [token({ 7: [[64n, [false, ZERO, EMPTY, EMPTY, ZERO]]] }), 0n, 0n], 'INVALID_PAUSE_KEY'],
    [units, [token({ 8: [NOW, ZERO, 0n] }), 0n, 0n], 'INVALID_EXPIRATION_TIME'],
    [units, [token({ 8: [0n, longZero(9), 0n] }), 0n, 0n], 'INVALID_AUTORENEW_ACCOUNT'],
    [units, [token({ 8: [0n, TREASURY, 1n] }), 0n, 0n], 'INVALID_RENEWAL_PERIOD'],
    [nfts, [token({ 6: false, 7: [] })], 'TOKEN_HAS_NO_SUPPLY_KEY'],
    [
      withFees,
      fees(
        Array.from({ length: 11 }, () => FIXED[0] ?? []),
        [],
      ),
      'CUSTOM_FEES_LIST_TOO_LONG',
    ],
    [withFees, fees([[0n, ZERO, true, false, COLLECTOR]], []), 'CUSTOM_FEE_MUST_BE_POSITIVE'],
    [withFees, fees([[1n, ZERO, true, false, longZero(9)]], []), 'INVALID_CUSTOM_FEE_COLLECTOR'],
    [withFees, fees([[1n, ZERO, false, false, COLLECTOR]], []), 'CUSTOM_FEE_NOT_FULLY_SPECIFIED'],
    [withFees, fees([[1n, longZero(9), false, false, COLLECTOR]], []), 'INVALID_TOKEN_ID_IN_CUSTOM_FEES'],
    [
      withFees,
      fees([[1n, longZero(2001), false, false, COLLECTOR]], []),
      'TOKEN_NOT_ASSOCIATED_TO_FEE_COLLECTOR',
    ],
    [withFees, fees([], [[1n, 0n, 0n, 0n, false, COLLECTOR]]), 'FRACTION_DIVIDES_BY_ZERO'],
    [
      withFees,
      fees([], [[1n, 2n, 5n, 4n, false, COLLECTOR]]),
      'FRACTIONAL_FEE_MAX_AMOUNT_LESS_THAN_MIN_AMOUNT',
    ],
  ])('%#: %s', async (signature, args, status) => {
    const outcome = await ledger.call(signature, args, { value: 3n * ENOUGH });
    expect(outcome).toEqual({ answer: `revert ${status}`, gas: 100_000n, logs: [] });
    expect(await state()).toBeUndefined();
  });
});
