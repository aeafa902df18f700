import { proto } from '@tain/protos/hapi';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AbiValue } from '../../../src/calls/system/abi/abi-type.ts';
import { statusNumber } from '../../../src/calls/system/answer.ts';
import { TOKEN_SERVICE, TOKEN_SERVICE_V2 } from '../../../src/calls/system/environment.ts';
import { hederaToken } from '../../../src/calls/system/methods/structures.ts';
import { longZero, NOW, type TestLedger, testLedger } from './harness.ts';

const [PLAIN, BARE, PAUSED, NFTS, DELETED] = [2001, 2002, 2003, 2004, 2005].map(longZero) as [
  string,
  string,
  string,
  string,
  string,
];
const [TREASURY, NEXT, FULL, HOLLOW, SLOT, MISSING, ALIASED] = [
  1001, 1002, 1003, 1004, 1005, 9_999, 1006,
].map(longZero) as [string, string, string, string, string, string, string];
const ZERO = longZero(0);
const ALIAS = 'a'.repeat(40);
const GAS = 15_284n;
const NANOS = 1_000_000_000n;
const key = proto.Key.encode({ ed25519: Buffer.alloc(32, 1) }).finish();
const keyOf = (message: proto.IKey) => proto.Key.encode(message).finish();
const ED25519 = Buffer.alloc(32, 7);
const ECDSA = Buffer.concat([Buffer.of(2), Buffer.alloc(32, 9)]);
const ALL = {
  admin: key,
  kyc: key,
  freeze: key,
  wipe: key,
  supply: key,
  feeSchedule: key,
  pause: key,
  metadata: key,
};
const V2 = { at: TOKEN_SERVICE_V2 };

let ledger: TestLedger;
beforeEach(() => {
  const token = { name: 'Old', symbol: 'OLD', memo: 'memo', treasury: 1001n, autoRenewPeriod: 7_776_000n };
  ledger = testLedger(
    {
      accounts: [
        { id: 1001n, key },
        { id: 1002n, key },
        { id: 1003n, key, maxAutomaticTokenAssociations: 1 },
        { id: 1004n },
        { id: 1005n, key, maxAutomaticTokenAssociations: 1 },
        { id: 1006n, key, evmAddress: ALIAS },
      ],
      tokens: [
        { id: 2001n, ...token, keys: ALL, expiration: (NOW + 1000n) * NANOS, totalSupply: 50n },
        { id: 2002n, ...token, keys: { freeze: key } },
        { id: 2003n, ...token, keys: ALL, paused: true },
        { id: 2004n, ...token, keys: ALL, type: 'NON_FUNGIBLE_UNIQUE', nextSerial: 4n },
        { id: 2005n, ...token, keys: ALL, deleted: true },
        { id: 2006n, ...token, keys: { admin: key } },
      ],
      relations: [
        { account: 1001n, token: 2001n, balance: 50n, kyc: 'GRANTED', freeze: 'UNFROZEN' },
        { account: 1002n, token: 2001n, balance: 1n, kyc: 'REVOKED', freeze: 'FROZEN' },
        { account: 1001n, token: 2004n, balance: 2n, kyc: 'GRANTED' },
        { account: 1002n, token: 2004n, balance: 1n, kyc: 'GRANTED' },
        { account: 1001n, token: 2006n, freeze: 'FROZEN' },
        { account: 1002n, token: 2006n },
      ],
      nfts: [
        { token: 2004n, serial: 1n, owner: 1001n },
        { token: 2004n, serial: 2n, owner: 1001n },
        { token: 2004n, serial: 3n, owner: 1002n },
      ],
      automaticAssociations: new Map([[1003n, 1]]),
    },
    { tokenServices: [TOKEN_SERVICE, TOKEN_SERVICE_V2] },
  );
});

interface Info {
  readonly name?: string;
  readonly symbol?: string;
  readonly treasury?: string;
  readonly memo?: string;
  readonly keys?: readonly AbiValue[];
  readonly expiry?: readonly AbiValue[];
  readonly metadata?: Uint8Array;
}

/**
 * Returns `HederaToken` with the current values, except the given ones. An update ignores supply and default freeze.
 */
const info = (given: Info): AbiValue[] => [
  given.name ?? '',
  given.symbol ?? '',
  given.treasury ?? ZERO,
  given.memo ?? '',
  true,
  1n,
  true,
  given.keys ?? [],
  given.expiry ?? [0n, ZERO, 0n],
  ...(given.metadata ? [given.metadata] : []),
];
const named = (name: string, structure: string) => `${name}(address,${structure})`;
const INFO = named('updateTokenInfo', hederaToken('int64', 'int64'));
const WITH_METADATA = named('updateTokenInfo', hederaToken('int64', 'int64', true));
const KEYS = 'updateTokenKeys(address,(uint256,(bool,address,bytes,bytes,address))[])';
const EXPIRY = 'updateTokenExpiryInfo(address,(int64,address,int64))';
const OLD_EXPIRY = 'updateTokenExpiryInfo(address,(uint32,address,uint32))';
const METADATA = 'updateNFTsMetadata(address,int64[],bytes)';

const update = (given: Info, token = PLAIN) => ledger.call(INFO, [token, info(given)]);
const stored = (id = 2001n) => ledger.state.tokens.get(id);
const keyValue = (given: {
  inherit?: boolean;
  contract?: string;
  ed25519?: Buffer;
  ecdsa?: Buffer;
  delegate?: string;
}) => [
  given.inherit ?? false,
  given.contract ?? ZERO,
  given.ed25519 ?? Buffer.alloc(0),
  given.ecdsa ?? Buffer.alloc(0),
  given.delegate ?? ZERO,
];
const NONE = Buffer.alloc(0);

describe('info', () => {
  test.each([
    [INFO, {}],
    [named('updateTokenInfo', hederaToken('int64', 'uint32')), {}],
    [named('updateTokenInfo', hederaToken('uint32', 'uint32')), {}],
  ])('%s', async (signature, options) => {
    const given = info({ name: 'New', symbol: 'NEW', memo: 'other' });
    expect(await ledger.call(signature, [PLAIN, given], options)).toEqual({
      answer: [22n],
      gas: GAS,
      logs: [],
    });
    expect(await stored()).toMatchObject({
      name: 'New',
      symbol: 'NEW',
      memo: 'other',
      treasury: 1001n,
      supplyType: 'INFINITE',
      freezeDefault: false,
      keys: ALL,
    });
    // The change is visible within the call.
    expect((await ledger.call('name()', [], { through: PLAIN })).answer).toEqual(['New']);
  });

  test('empty fields stay unchanged, also the memo', async () => {
    const before = await stored();
    expect((await update({ memo: '  ' })).answer).toEqual([22n]);
    expect(await stored()).toEqual(before);
  });

  test('with metadata and its key', async () => {
    const keys = [[128n, keyValue({ ed25519: ED25519 })]];
    const given = info({ metadata: Buffer.from('m'), keys });
    const outcome = await ledger.call(WITH_METADATA, [PLAIN, given]);
    expect(outcome).toEqual({ answer: [22n], gas: GAS, logs: [] });
    expect(await stored()).toMatchObject({
      metadata: Buffer.from('m'),
      keys: { ...ALL, metadata: keyOf({ ed25519: ED25519 }) },
    });
    await ledger.call(WITH_METADATA, [PLAIN, info({ metadata: NONE })]);
    expect((await stored())?.metadata).toEqual(Buffer.from('m'));
  });

  const long = 'x'.repeat(101);
  test.each<[string, Info, string, string]>([
    ['a missing token', { name: 'New' }, longZero(9), 'INVALID_TOKEN_ID'],
    ['a deleted token', { name: 'New' }, DELETED, 'TOKEN_WAS_DELETED'],
    ['a paused token', { name: 'New' }, PAUSED, 'TOKEN_IS_PAUSED'],
    ['a token without an admin key', { name: 'New' }, BARE, 'TOKEN_IS_IMMUTABLE'],
    [
      'an empty update of a token without an admin key, because it contains a memo',
      {},
      BARE,
      'TOKEN_IS_IMMUTABLE',
    ],
    ['a long name', { name: long }, PLAIN, 'TOKEN_NAME_TOO_LONG'],
    ['a long symbol', { symbol: long }, PLAIN, 'TOKEN_SYMBOL_TOO_LONG'],
    ['a long memo', { memo: long }, PLAIN, 'MEMO_TOO_LONG'],
    ['a zero byte in a name', { name: 'a\0' }, PLAIN, 'INVALID_ZERO_BYTE_IN_STRING'],
    ['a zero byte in a memo', { memo: '\0' }, PLAIN, 'INVALID_ZERO_BYTE_IN_STRING'],
    ['a missing treasury', { treasury: MISSING }, PLAIN, 'INVALID_TREASURY_ACCOUNT_FOR_TOKEN'],
    [
      'a treasury by an unknown address',
      { treasury: 'f'.repeat(40) },
      PLAIN,
      'INVALID_TREASURY_ACCOUNT_FOR_TOKEN',
    ],
    ['a hollow treasury', { treasury: HOLLOW }, PLAIN, 'INVALID_ACCOUNT_ID'],
    ['a treasury without a slot', { treasury: FULL }, PLAIN, 'NO_REMAINING_AUTOMATIC_ASSOCIATIONS'],
    ['a treasury that has NFTs', { treasury: NEXT }, NFTS, 'TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES'],
    ['a treasury after a frozen one', { treasury: NEXT }, longZero(2006), 'ACCOUNT_FROZEN_FOR_TOKEN'],
    ['a missing auto-renew account', { expiry: [0n, MISSING, 0n] }, PLAIN, 'INVALID_AUTORENEW_ACCOUNT'],
    ['a hollow auto-renew account', { expiry: [0n, HOLLOW, 0n] }, PLAIN, 'INVALID_AUTORENEW_ACCOUNT'],
    ['a short period', { expiry: [0n, ZERO, 2_591_999n] }, PLAIN, 'AUTORENEW_DURATION_NOT_IN_RANGE'],
    ['a long period', { expiry: [0n, ZERO, 8_000_002n] }, PLAIN, 'AUTORENEW_DURATION_NOT_IN_RANGE'],
    ['a negative period', { expiry: [0n, ZERO, -1n] }, PLAIN, 'INVALID_RENEWAL_PERIOD'],
  ])('%s: refused', async (_, given, token, status) => {
    expect(await update(given, token)).toEqual({ answer: [statusNumber(status)], gas: GAS, logs: [] });
    expect(await stored()).toMatchObject({ name: 'Old', treasury: 1001n });
  });

  test('metadata that is too long is refused', async () => {
    const outcome = await ledger.call(WITH_METADATA, [PLAIN, info({ metadata: Buffer.alloc(101) })]);
    expect(outcome.answer).toEqual([statusNumber('METADATA_TOO_LONG')]);
  });
});

describe('treasury', () => {
  const balance = async (account: bigint, token: bigint) =>
    (await ledger.state.relations.get([account, token]))?.balance;

  test('units move to the next one, which is then neither frozen nor without KYC', async () => {
    expect((await update({ treasury: NEXT })).answer).toEqual([22n]);
    expect((await stored())?.treasury).toBe(1002n);
    expect([await balance(1001n, 2001n), await balance(1002n, 2001n)]).toEqual([0n, 51n]);
    expect(await ledger.state.relations.get([1002n, 2001n])).toMatchObject({
      freeze: 'UNFROZEN',
      kyc: 'GRANTED',
    });
    expect(await ledger.state.isTreasury(1002n)).toBe(true);
  });

  test('NFTs move with it, except those owned by others', async () => {
    expect((await update({ treasury: SLOT }, NFTS)).answer).toEqual([22n]);
    expect(await ledger.state.relations.get([1005n, 2004n])).toMatchObject({ automatic: true, balance: 2n });
    const owners = async () =>
      Promise.all([1n, 2n, 3n].map(async (serial) => (await ledger.state.nfts.get([2004n, serial]))?.owner));
    expect(await owners()).toEqual([1005n, 1005n, 1002n]);
    // The former treasury gets one NFT back, and retains it when the treasury changes again.
    await ledger.call('transferNFT(address,address,address,int64)', [NFTS, SLOT, TREASURY, 2n]);
    await ledger.call('transferNFT(address,address,address,int64)', [NFTS, NEXT, SLOT, 3n]);
    expect((await update({ treasury: NEXT }, NFTS)).answer).toEqual([22n]);
    expect(await owners()).toEqual([1002n, 1001n, 1002n]);
  });

  test('a rolled-back change leaves NFTs unchanged', async () => {
    ledger.state.checkpoint();
    await update({ treasury: SLOT }, NFTS);
    ledger.state.revert();
    expect((await ledger.state.nfts.get([2004n, 1n]))?.owner).toBe(1001n);
  });

  test('the same treasury again changes nothing; an address that its account does not use is unknown', async () => {
    for (const treasury of [TREASURY, ALIASED]) expect((await update({ treasury })).answer).toEqual([22n]);
    expect(await stored()).toMatchObject({ treasury: 1001n });
    expect(await balance(1001n, 2001n)).toBe(50n);
  });
});

describe('keys', () => {
  const updateKeys = (keys: AbiValue[], token = PLAIN, options = {}) =>
    ledger.call(KEYS, [token, keys], options);

  test('each key by its bits, of all kinds', async () => {
    const outcome = await updateKeys([
      [1n | 4n, keyValue({ ed25519: ED25519 })],
      [2n, keyValue({ ecdsa: ECDSA })],
      [8n, keyValue({ contract: NEXT })],
      [16n, keyValue({ delegate: ALIAS })],
    ]);
    expect(outcome).toEqual({ answer: [22n], gas: GAS, logs: [] });
    const contract = (num: number) => ({ shardNum: 0, realmNum: 0, contractNum: num }) as never;
    expect((await stored())?.keys).toEqual({
      ...ALL,
      admin: keyOf({ ed25519: ED25519 }),
      freeze: keyOf({ ed25519: ED25519 }),
      kyc: keyOf({ ECDSASecp256k1: ECDSA }),
      wipe: keyOf({ contractID: contract(1002) }),
      supply: keyOf({ delegatableContractId: contract(1006) }),
    });
    const [, value] = (await ledger.call('getTokenKey(address,uint256)', [PLAIN, 2n])).answer;
    expect(Buffer.from((value as unknown as Uint8Array[])[3] ?? NONE)).toEqual(ECDSA);
  });

  test('the metadata key only at the newer address', async () => {
    const keys = [[128n, keyValue({ ed25519: ED25519 })]];
    expect((await updateKeys(keys)).answer).toEqual([22n]);
    expect((await stored())?.keys.metadata).toEqual(key);
    expect((await updateKeys(keys, PLAIN, V2)).answer).toEqual([22n]);
    expect((await stored())?.keys.metadata).toEqual(keyOf({ ed25519: ED25519 }));
  });

  test('a key of the caller keeps the other roles, and a role changes without an admin', async () => {
    expect((await updateKeys([[1n, keyValue({ inherit: true })]])).answer).toEqual([22n]);
    expect((await stored())?.keys).toEqual(ALL);
    expect((await updateKeys([[4n, keyValue({ ed25519: ED25519 })]], BARE)).answer).toEqual([22n]);
    expect((await stored(2002n))?.keys).toEqual({ freeze: keyOf({ ed25519: ED25519 }) });
  });

  test.each<[string, bigint, string, string]>([
    ['an admin key of a token without one', 1n, BARE, 'TOKEN_IS_IMMUTABLE'],
    ['a new key of a token without an admin key', 2n, BARE, 'TOKEN_IS_IMMUTABLE'],
    ['a KYC key of a token without one', 2n, longZero(2006), 'TOKEN_HAS_NO_KYC_KEY'],
    ['a freeze key of a token without one', 4n, longZero(2006), 'TOKEN_HAS_NO_FREEZE_KEY'],
    ['a wipe key of a token without one', 8n, longZero(2006), 'TOKEN_HAS_NO_WIPE_KEY'],
    ['a supply key of a token without one', 16n, longZero(2006), 'TOKEN_HAS_NO_SUPPLY_KEY'],
    ['a fee schedule key of a token without one', 32n, longZero(2006), 'TOKEN_HAS_NO_FEE_SCHEDULE_KEY'],
    ['a pause key of a token without one', 64n, longZero(2006), 'TOKEN_HAS_NO_PAUSE_KEY'],
    ['a key of a deleted token', 2n, DELETED, 'TOKEN_WAS_DELETED'],
    ['a key of a paused token', 2n, PAUSED, 'TOKEN_IS_PAUSED'],
    ['a key of a missing token', 2n, longZero(9), 'INVALID_TOKEN_ID'],
  ])('%s: refused', async (_, bits, token, status) => {
    const outcome = await updateKeys([[bits, keyValue({ ed25519: ED25519 })]], token);
    expect(outcome).toEqual({ answer: [statusNumber(status)], gas: GAS, logs: [] });
  });

  test.each([
    ['admin', 1n, 'INVALID_ADMIN_KEY'],
    ['kyc', 2n, 'INVALID_KYC_KEY'],
    ['freeze', 4n, 'INVALID_FREEZE_KEY'],
    ['wipe', 8n, 'INVALID_WIPE_KEY'],
    ['supply', 16n, 'INVALID_SUPPLY_KEY'],
    ['fee', 32n, 'INVALID_CUSTOM_FEE_SCHEDULE_KEY'],
    ['pause', 64n, 'INVALID_PAUSE_KEY'],
    ['metadata', 128n, 'INVALID_METADATA_KEY'],
  ])('a malformed public %s key is refused', async (_, bits, status) => {
    const outcome = await updateKeys([[bits, keyValue({ ecdsa: Buffer.alloc(33, 5) })]], PLAIN, V2);
    expect(outcome.answer).toEqual([statusNumber(status)]);
  });

  test.each([
    ['a key of no kind', keyValue({})],
    ['a short key', keyValue({ ed25519: Buffer.alloc(31) })],
    ['a key of two kinds', keyValue({ ed25519: ED25519, ecdsa: ECDSA })],
    ['a contract by an unknown address', keyValue({ contract: 'f'.repeat(40) })],
  ])('%s halts', async (_, value) => {
    const outcome = await updateKeys([[1n, value]]);
    expect(outcome).toMatchObject({ answer: 'halt INVALID_OPERATION', gas: 10_000_000n });
  });
});

describe('expiry', () => {
  test.each([EXPIRY, OLD_EXPIRY])('%s', async (signature) => {
    const outcome = await ledger.call(signature, [PLAIN, [NOW + 2000n, NEXT, 2_592_000n]]);
    expect(outcome).toEqual({ answer: [22n], gas: GAS, logs: [] });
    expect(await stored()).toMatchObject({
      expiration: (NOW + 2000n) * NANOS,
      autoRenewAccount: 1002n,
      autoRenewPeriod: 2_592_000n,
    });
    const view = await ledger.call('getTokenExpiryInfo(address)', [PLAIN]);
    expect(view.answer).toEqual([22n, [NOW + 2000n, NEXT, 2_592_000n]]);
  });

  test('a second alone needs no admin key, and an unknown address renews nothing', async () => {
    const outcome = await ledger.call(EXPIRY, [BARE, [NOW + 9n, 'f'.repeat(40), 0n]]);
    expect(outcome.answer).toEqual([22n]);
    expect(await stored(2002n)).toMatchObject({
      expiration: (NOW + 9n) * NANOS,
      autoRenewAccount: undefined,
    });
  });

  test.each<[string, AbiValue[], string, string]>([
    ['now', [NOW, ZERO, 0n], PLAIN, 'INVALID_EXPIRATION_TIME'],
    ['too far in the future', [NOW + 8_000_002n, ZERO, 0n], PLAIN, 'INVALID_EXPIRATION_TIME'],
    ['earlier than before', [NOW + 999n, ZERO, 0n], PLAIN, 'EXPIRATION_REDUCTION_NOT_ALLOWED'],
    ['a period without an admin', [0n, ZERO, 2_592_000n], BARE, 'TOKEN_IS_IMMUTABLE'],
    ['a renewal without an admin', [0n, NEXT, 0n], BARE, 'TOKEN_IS_IMMUTABLE'],
    ['a missing auto-renew account', [0n, MISSING, 0n], PLAIN, 'INVALID_AUTORENEW_ACCOUNT'],
    ['of a missing token', [NOW + 9n, ZERO, 0n], longZero(9), 'INVALID_TOKEN_ID'],
    ['of a paused token', [NOW + 9n, ZERO, 0n], PAUSED, 'TOKEN_IS_PAUSED'],
  ])('%s: refused', async (_, given, token, status) => {
    const outcome = await ledger.call(EXPIRY, [token, given]);
    expect(outcome).toEqual({ answer: [statusNumber(status)], gas: GAS, logs: [] });
  });
});

describe('metadata of NFTs', () => {
  const updateNfts = (serials: bigint[], metadata: Uint8Array = Buffer.from('new'), token = NFTS) =>
    ledger.call(METADATA, [token, serials, metadata], V2);

  test('all named NFTs are updated, once', async () => {
    expect(await updateNfts([1n, 3n, 1n])).toEqual({ answer: [22n], gas: GAS, logs: [] });
    for (const serial of [1n, 3n])
      expect((await ledger.state.nfts.get([2004n, serial]))?.metadata).toEqual(Buffer.from('new'));
    expect((await ledger.call('tokenURI(uint256)', [3n], { through: NFTS })).answer).toEqual(['new']);
  });

  test('is absent at the older address', async () => {
    const input = Buffer.from('0fcaca1f', 'hex');
    const result = await ledger.raw({ address: TOKEN_SERVICE, input });
    expect(result).toMatchObject({ outcome: { kind: 'success' }, gasUsed: 0n });
  });

  test.each<[string, bigint[], Uint8Array, string, string]>([
    ['no serial numbers', [], NONE, NFTS, 'MISSING_SERIAL_NUMBERS'],
    ['of a missing token', [1n], NONE, longZero(9), 'INVALID_TOKEN_ID'],
    ['a missing NFT', [1n, 9n], NONE, NFTS, 'INVALID_NFT_ID'],
    ['an invalid serial number', [0n], NONE, NFTS, 'INVALID_NFT_ID'],
    ['metadata that is too long', [1n], Buffer.alloc(101), NFTS, 'METADATA_TOO_LONG'],
    ['more than ten NFTs', Array.from({ length: 11 }, () => 1n), NONE, NFTS, 'BATCH_SIZE_LIMIT_EXCEEDED'],
  ])('%s: refused', async (_, serials, metadata, token, status) => {
    const outcome = await updateNfts(serials, metadata, token);
    expect(outcome).toEqual({ answer: [statusNumber(status)], gas: GAS, logs: [] });
  });

  test('is refused without a metadata key', async () => {
    const token = await stored(2004n);
    if (token === undefined) throw new Error('no token');
    ledger.state.tokens.set(2004n, { ...token, keys: { supply: key } });
    // The supply key is sufficient for NFTs of the treasury.
    expect((await updateNfts([1n])).answer).toEqual([22n]);
    expect((await updateNfts([1n, 3n])).answer).toEqual([statusNumber('TOKEN_HAS_NO_METADATA_KEY')]);
    ledger.state.tokens.set(2004n, { ...token, keys: {} });
    expect((await updateNfts([1n])).answer).toEqual([statusNumber('TOKEN_HAS_NO_METADATA_OR_SUPPLY_KEY')]);
  });
});
