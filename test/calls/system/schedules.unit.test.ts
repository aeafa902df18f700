import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { longToBigInt } from '@tain/ledger/long';
import { proto } from '@tain/protos/hapi';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AbiValue } from '../../../src/calls/system/abi/abi-type.ts';
import { statusNumber } from '../../../src/calls/system/answer.ts';
import { fixedFees, fractionalFees, hederaToken } from '../../../src/calls/system/methods/structures.ts';
import { encodeCall, longZero, NOW, type TestLedger, testLedger } from './harness.ts';

const ZERO = longZero(0);
const [OWNER, CONTRACT, OTHER, MISSING] = [1001, 1002, 1003, 9_999].map(longZero) as [
  string,
  string,
  string,
  string,
];
const [OPEN, IMMUTABLE, EXECUTED, DELETED, EXPIRED, WAITING] = [3001, 3002, 3003, 3004, 3005, 3006].map(
  longZero,
) as [string, string, string, string, string, string];
const TOKEN = longZero(2001);
const NANOS = 1_000_000_000n;
const GAS = { sign: 142_044n, remove: 71_622n, call: 1_409_649n, native: 142_044n };
const encode = (key: proto.IKey) => proto.Key.encode(key).finish();
const OWNER_SECRET = Buffer.alloc(32, 1);
const OTHER_SECRET = Buffer.alloc(32, 2);
const ownerKey = Buffer.from(ed25519.getPublicKey(OWNER_SECRET));
const otherKey = Buffer.from(secp256k1.getPublicKey(OTHER_SECRET, true));
const key = encode({ ed25519: ownerKey });
const other = encode({ ECDSASecp256k1: otherKey });
const account = (num: number) => ({ accountNum: num as never });

/** A transfer that both accounts must sign. */
const transfer = proto.SchedulableTransactionBody.encode({
  cryptoTransfer: {
    transfers: {
      accountAmounts: [
        { accountID: account(1001), amount: -5 as never },
        { accountID: account(1003), amount: 5 as never },
      ],
    },
  },
}).finish();
const mint = proto.SchedulableTransactionBody.encode({
  tokenMint: { token: { tokenNum: 2001 as never }, amount: 5 as never },
}).finish();
/** An update that removes the supply key, and the admin key that signs it. */
const removal = proto.SchedulableTransactionBody.encode({
  tokenUpdate: {
    token: { tokenNum: 2001 as never },
    adminKey: { keyList: {} },
    supplyKey: { keyList: {} },
  },
}).finish();

let ledger: TestLedger;
const failed: string[] = [];
beforeEach(() => {
  failed.length = 0;
  const open = {
    creator: 1003n,
    payer: 1003n,
    adminKey: other,
    expiration: (NOW + 100n) * NANOS,
    body: transfer,
  };
  ledger = testLedger(
    {
      accounts: [
        { id: 1001n, key },
        { id: 1002n, type: 'CONTRACT' },
        { id: 1003n, key: other },
      ],
      tokens: [{ id: 2001n, name: 'Old', treasury: 1001n, keys: { admin: key, supply: key } }],
      relations: [{ account: 1001n, token: 2001n, balance: 9n }],
      schedules: [
        { id: 3001n, ...open },
        { id: 3002n, ...open, adminKey: undefined },
        { id: 3003n, ...open, executed: true },
        { id: 3004n, ...open, deleted: true },
        { id: 3005n, ...open, expiration: (NOW - 1n) * NANOS },
        { id: 3006n, ...open, waitForExpiry: true, body: mint },
        { id: 3007n, ...open, payer: 1001n, body: removal },
      ],
    },
    { childFailed: (status) => failed.push(status) },
  );
});

const stored = (id: bigint) => ledger.state.schedules.get(id);
const code = (name: string) => statusNumber(name);

describe('sign', () => {
  const AUTHORIZE = 'authorizeSchedule(address)';

  test('an account signs with its keys; a second signature has no effect', async () => {
    const by = { sender: OWNER };
    expect(await ledger.call(AUTHORIZE, [OPEN], by)).toEqual({ answer: [22n], gas: GAS.sign, logs: [] });
    expect(await ledger.state.signatories.get(3001n)).toEqual([`ed25519:${ownerKey.toString('hex')}`]);
    expect((await ledger.call(AUTHORIZE, [OPEN], by)).answer).toEqual([code('NO_NEW_VALID_SIGNATURES')]);
    expect((await stored(3001n))?.executed).toBe(false);
  });

  test('the last signature executes it', async () => {
    await ledger.call(AUTHORIZE, [OPEN], { sender: OWNER });
    const through = await ledger.call('signSchedule()', [], { sender: OTHER, through: OPEN });
    expect(through).toEqual({ answer: [22n], gas: GAS.sign, logs: [] });
    expect((await stored(3001n))?.executed).toBe(true);
    expect((await ledger.call(AUTHORIZE, [OPEN])).answer).toEqual([code('SCHEDULE_ALREADY_EXECUTED')]);
    expect((await ledger.call('deleteSchedule(address)', [OPEN])).answer).toEqual([
      code('SCHEDULE_ALREADY_EXECUTED'),
    ]);
  });

  test('a schedule that waits for its expiry is not executed before', async () => {
    for (const sender of [OWNER, OTHER]) {
      expect((await ledger.call(AUTHORIZE, [WAITING], { sender })).answer).toEqual([22n]);
    }
    expect((await stored(3006n))?.executed).toBe(false);
    expect((await ledger.call(AUTHORIZE, [WAITING], { sender: OWNER })).answer).toEqual([
      code('NO_NEW_VALID_SIGNATURES'),
    ]);
  });

  test('a contract signs as itself, for any required key', async () => {
    expect((await ledger.call(AUTHORIZE, [OPEN], { sender: CONTRACT })).answer).toEqual([22n]);
    expect(await ledger.state.signatories.get(3001n)).toEqual(['contract:1002']);
  });

  test('an undone signature does not count', async () => {
    ledger.state.checkpoint();
    await ledger.call(AUTHORIZE, [OPEN], { sender: OWNER });
    ledger.state.revert();
    expect(await ledger.state.signatories.get(3001n)).toBeUndefined();
  });

  const SIGN = 'signSchedule(address,bytes)';
  const message = Buffer.alloc(24);
  message.writeBigInt64BE(3001n, 16);
  const map = (...sigPair: proto.ISignaturePair[]) => proto.SignatureMap.encode({ sigPair }).finish();
  const byOwner = { pubKeyPrefix: ownerKey, ed25519: ed25519.sign(message, OWNER_SECRET) };
  const signature = secp256k1.sign(keccak_256(message), OTHER_SECRET, { prehash: false });
  const byOther = (v: number[]) => ({
    pubKeyPrefix: otherKey,
    ECDSASecp256k1: Buffer.concat([signature, Buffer.from(v)]),
  });

  test.each([
    ['without a suffix', []],
    ['with a parity', [27]],
    ['with the chain', [2, 115]],
  ])('signatures with its id count, those of ECDSA %s', async (_, v) => {
    const outcome = await ledger.call(SIGN, [OPEN, map(byOwner, byOther(v))], { sender: CONTRACT });
    expect(outcome).toEqual({ answer: [22n], gas: GAS.sign, logs: [] });
    expect((await stored(3001n))?.executed).toBe(true);
  });

  test.each<[string, Uint8Array, AbiValue[] | string]>([
    ['none', map(), [code('NO_NEW_VALID_SIGNATURES')]],
    [
      'an invalid signature',
      map({ ...byOwner, ed25519: Buffer.alloc(64, 3) }),
      [code('NO_NEW_VALID_SIGNATURES')],
    ],
    [
      'a signature with a part of the key',
      map({ ...byOwner, pubKeyPrefix: ownerKey.subarray(0, 6) }),
      [code('NO_NEW_VALID_SIGNATURES')],
    ],
    ['a signature for another chain', map(byOther([2, 118])), 'halt INVALID_OPERATION'],
    ['a malformed signature map', Buffer.from('ffff', 'hex'), 'halt INVALID_OPERATION'],
  ])('%s does not count', async (_, bytes, answer) => {
    expect((await ledger.call(SIGN, [OPEN, bytes], { sender: CONTRACT })).answer).toEqual(answer);
    expect(await ledger.state.signatories.get(3001n)).toBeUndefined();
  });

  test.each([AUTHORIZE, SIGN])('%s refuses a schedule that cannot be signed', async (signature_) => {
    const sign = (schedule: string) =>
      ledger.call(signature_, [schedule, ...(signature_ === SIGN ? [map(byOwner)] : [])], { sender: OWNER });
    expect((await sign(EXECUTED)).answer).toEqual([code('SCHEDULE_ALREADY_EXECUTED')]);
    expect((await sign(DELETED)).answer).toEqual([code('SCHEDULE_ALREADY_DELETED')]);
    for (const none of [MISSING, TOKEN, EXPIRED, 'f'.repeat(40)]) {
      expect(await sign(none)).toEqual({ answer: 'revert INVALID_SCHEDULE_ID', gas: 10_000_000n, logs: [] });
    }
  });
});

describe('delete', () => {
  const DELETE = 'deleteSchedule(address)';
  test('through the service and through its address', async () => {
    expect(await ledger.call(DELETE, [OPEN])).toEqual({ answer: [22n], gas: GAS.remove, logs: [] });
    expect((await stored(3001n))?.deleted).toBe(true);
    expect((await ledger.call(DELETE, [OPEN])).answer).toEqual([code('SCHEDULE_ALREADY_DELETED')]);
    const through = await ledger.call('deleteSchedule()', [], { through: WAITING });
    expect(through).toEqual({ answer: [22n], gas: GAS.remove, logs: [] });
    expect((await stored(3006n))?.deleted).toBe(true);
  });

  test.each([
    ['without an admin key', IMMUTABLE, 'SCHEDULE_IS_IMMUTABLE'],
    ['executed', EXECUTED, 'SCHEDULE_ALREADY_EXECUTED'],
    ['deleted', DELETED, 'SCHEDULE_ALREADY_DELETED'],
    ['expired', EXPIRED, 'INVALID_SCHEDULE_ID'],
    ['none', MISSING, 'INVALID_SCHEDULE_ID'],
  ])('%s: refused', async (_, schedule, status) => {
    expect(await ledger.call(DELETE, [schedule])).toEqual({
      answer: [code(status)],
      gas: GAS.remove,
      logs: [],
    });
  });

  test('an address that is not a schedule halts', async () => {
    expect((await ledger.call(DELETE, ['f'.repeat(40)])).answer).toBe('halt INVALID_OPERATION');
  });
});

const CALL = 'scheduleCall(address,uint256,uint256,uint64,bytes)';
const WITH_PAYER = 'scheduleCallWithPayer(address,address,uint256,uint256,uint64,bytes)';
const ON_SIGNATURE = 'executeCallOnPayerSignature(address,address,uint256,uint256,uint64,bytes)';
const DATA = Buffer.from('d09de08a', 'hex');

describe('calls of contracts', () => {
  const bodyOf = async (id: bigint) =>
    proto.SchedulableTransactionBody.decode((await stored(id))?.body ?? new Uint8Array()).contractCall;

  test('the caller pays, when it expires', async () => {
    const outcome = await ledger.call(CALL, [OTHER, NOW + 60n, 500_000n, 7n, DATA], { sender: CONTRACT });
    // The first new number is above all existing ones.
    const address = outcome.answer[1] as string;
    expect(outcome).toEqual({ answer: [22n, address], gas: GAS.call, logs: [] });
    const id = BigInt(`0x${address}`);
    expect(id).toBeGreaterThan(3006n);
    expect(await stored(id)).toMatchObject({
      creator: 1002n,
      payer: 1002n,
      waitForExpiry: true,
      executed: false,
      deleted: false,
      expiration: (NOW + 60n) * NANOS,
    });
    const body = await bodyOf(id);
    expect([longToBigInt(body?.gas), longToBigInt(body?.amount), body?.functionParameters]).toEqual([
      500_000n,
      7n,
      DATA,
    ]);
    expect(longToBigInt(body?.contractID?.contractNum)).toBe(1003n);
    // Within the call the schedule exists, and the contract may delete it.
    expect(
      (await ledger.call('deleteSchedule()', [], { sender: CONTRACT, through: address })).answer,
    ).toEqual([22n]);
  });

  test('the same call for the same second exists already', async () => {
    const args = [OTHER, NOW + 60n, 500_000n, 0n, DATA];
    const first = await ledger.call(CALL, args, { sender: CONTRACT });
    const again = await ledger.call(CALL, args, { sender: CONTRACT });
    expect(again.answer).toEqual([code('IDENTICAL_SCHEDULE_ALREADY_CREATED'), first.answer[1]]);
    const later = await ledger.call(CALL, [OTHER, NOW + 61n, ...args.slice(2)], { sender: CONTRACT });
    expect(later.answer[0]).toBe(22n);
  });

  test('another account pays, once it has signed', async () => {
    const args = [OTHER, OWNER, NOW + 60n, 500_000n, 0n, DATA];
    for (const [signature, waitForExpiry] of [
      [WITH_PAYER, true],
      [ON_SIGNATURE, false],
    ] as const) {
      const outcome = await ledger.call(signature, args, { sender: CONTRACT });
      expect(outcome).toMatchObject({ answer: [22n, expect.anything()], gas: GAS.call });
      const id = BigInt(`0x${String(outcome.answer[1])}`);
      expect(await stored(id)).toMatchObject({ payer: 1001n, waitForExpiry, executed: false });
      await ledger.call('authorizeSchedule(address)', [String(outcome.answer[1])], { sender: OWNER });
      expect((await stored(id))?.executed).toBe(!waitForExpiry);
    }
  });

  test('a payer of its own needs no other signature', async () => {
    const args = [OTHER, CONTRACT, NOW + 60n, 500_000n, 0n, DATA];
    const outcome = await ledger.call(ON_SIGNATURE, args, { sender: CONTRACT });
    expect((await stored(BigInt(`0x${String(outcome.answer[1])}`)))?.executed).toBe(true);
  });

  const MAX = (1n << 256n) - 1n;
  test.each<[string, AbiValue[], string]>([
    ['now', [OTHER, NOW, 500_000n, 0n, DATA], 'SCHEDULE_EXPIRATION_TIME_MUST_BE_HIGHER_THAN_CONSENSUS_TIME'],
    ['never', [OTHER, 0n, 500_000n, 0n, DATA], 'SCHEDULE_EXPIRATION_TIME_MUST_BE_HIGHER_THAN_CONSENSUS_TIME'],
    [
      'too far in the future',
      [OTHER, NOW + 5_356_801n, 500_000n, 0n, DATA],
      'SCHEDULE_EXPIRATION_TIME_TOO_FAR_IN_FUTURE',
    ],
    [
      'a time of more than 63 bits',
      [OTHER, MAX, 500_000n, 0n, DATA],
      'SCHEDULE_EXPIRATION_TIME_TOO_FAR_IN_FUTURE',
    ],
    ['more gas than the limit of a second', [OTHER, NOW + 60n, MAX, 0n, DATA], 'SCHEDULE_EXPIRY_IS_BUSY'],
    ['less gas than the data costs', [OTHER, NOW + 60n, 21_063n, 0n, DATA], 'INSUFFICIENT_GAS'],
    ['to the zero address', [ZERO, NOW + 60n, 500_000n, 0n, DATA], 'INVALID_CONTRACT_ID'],
  ])('%s: refused', async (_, args, status) => {
    const outcome = await ledger.call(CALL, args, { sender: CONTRACT });
    expect(outcome).toEqual({ answer: [code(status), ZERO], gas: GAS.call, logs: [] });
  });

  test.each([WITH_PAYER, ON_SIGNATURE])('%s needs a payer', async (signature) => {
    const outcome = await ledger.call(signature, [OTHER, MISSING, NOW + 60n, 500_000n, 0n, DATA]);
    expect(outcome.answer).toEqual([code('INVALID_PAYER_ACCOUNT_ID'), ZERO]);
  });
});

describe('native transactions', () => {
  const NATIVE = 'scheduleNative(address,bytes,address)';
  const HTS = longZero(0x167);
  const STRUCTURE = hederaToken('int64', 'int64');
  const CREATE = `createFungibleToken(${STRUCTURE},int64,int32)`;
  const CREATE_FEES = `createFungibleTokenWithCustomFees(${STRUCTURE},int64,int32,${fixedFees('int64')},${fractionalFees('int64')})`;
  const UPDATE = `updateTokenInfo(address,${STRUCTURE})`;
  const info = (name: string, treasury: string, given: { finite?: boolean; frozen?: boolean } = {}) => [
    name,
    'SYM',
    treasury,
    'memo',
    given.finite ?? false,
    given.finite ? 50n : 0n,
    given.frozen ?? false,
    [[1n, [false, ZERO, ownerKey, Buffer.alloc(0), ZERO]]],
    [0n, ZERO, 0n],
  ];
  const native = (inner: Buffer, sender = CONTRACT, payer = CONTRACT) =>
    ledger.call(NATIVE, [HTS, inner, payer], { sender });
  const created = async (scheduled: string) => {
    const id = BigInt(`0x${scheduled}`);
    return ledger.state.tokens.get(id + 1n);
  };

  test('a token is created once its treasury has signed, and its schedule can be queried before', async () => {
    const outcome = await native(encodeCall(CREATE, [info('New', OWNER, { finite: true }), 40n, 8n]));
    const address = String(outcome.answer[1]);
    expect(outcome).toEqual({ answer: [22n, address], gas: GAS.native, logs: [] });
    expect(await stored(BigInt(`0x${address}`))).toMatchObject({
      payer: 1002n,
      adminKey: undefined,
      waitForExpiry: false,
      executed: false,
      expiration: (NOW + 1800n) * NANOS,
    });
    const { answer } = await ledger.call('getScheduledCreateFungibleTokenInfo(address)', [address]);
    const [status, [[token], decimals]] = answer as unknown as [bigint, [[AbiValue[]], bigint]];
    expect([status, token.slice(0, 6), decimals]).toEqual([
      22n,
      ['New', 'SYM', OWNER, 'memo', true, 50n],
      8n,
    ]);
    expect((await ledger.call('deleteSchedule(address)', [address])).answer).toEqual([
      code('SCHEDULE_IS_IMMUTABLE'),
    ]);
    expect((await ledger.call('authorizeSchedule(address)', [address], { sender: OWNER })).answer).toEqual([
      22n,
    ]);
    expect(await created(address)).toMatchObject({
      name: 'New',
      decimals: 8,
      treasury: 1001n,
      totalSupply: 40n,
      maxSupply: 50n,
      supplyType: 'FINITE',
      expiration: (NOW + 7_776_000n) * NANOS,
      keys: { admin: key },
    });
    expect(await ledger.state.relations.get([1001n, BigInt(`0x${address}`) + 1n])).toMatchObject({
      balance: 40n,
    });
    // The only result is that of the deletion.
    expect(failed).toEqual(['SCHEDULE_IS_IMMUTABLE']);
  });

  test('the signature of the call itself suffices', async () => {
    const fees = [[3n, ZERO, false, true, OTHER]];
    const shares = [[1n, 10n, 0n, 0n, true, OTHER]];
    const inner = encodeCall(CREATE_FEES, [info('Own', OWNER), 1n, 0n, fees, shares]);
    const outcome = await native(inner, OWNER, OWNER);
    const id = BigInt(`0x${String(outcome.answer[1])}`);
    expect((await stored(id))?.executed).toBe(true);
    const token = await created(String(outcome.answer[1]));
    expect(token?.fees).toMatchObject({
      fixed: [{ amount: 3n, denominatingToken: id + 1n, collector: 1003n }],
      fractional: [{ numerator: 1n, denominator: 10n, maximum: undefined, collector: 1003n }],
    });
    expect(await ledger.state.relations.get([1003n, id + 1n])).toMatchObject({
      associated: true,
      balance: 0n,
    });
  });

  test('a token is updated once all have signed', async () => {
    const outcome = await native(encodeCall(UPDATE, [TOKEN, info('Changed', OWNER)]));
    const address = String(outcome.answer[1]);
    expect(outcome.answer[0]).toBe(22n);
    expect((await ledger.state.tokens.get(2001n))?.name).toBe('Old');
    await ledger.call('signSchedule()', [], { sender: OWNER, through: address });
    expect(await ledger.state.tokens.get(2001n)).toMatchObject({
      name: 'Changed',
      symbol: 'SYM',
      memo: 'memo',
    });
  });

  test('keys are removed once the admin key has signed', async () => {
    await ledger.call('signSchedule()', [], { sender: OWNER, through: longZero(3007) });
    expect((await stored(3007n))?.executed).toBe(true);
    expect((await ledger.state.tokens.get(2001n))?.keys).toEqual({});
  });

  test('a failing execution does not fail the signing call', async () => {
    const token = await ledger.state.tokens.get(2001n);
    const outcome = await native(encodeCall(UPDATE, [TOKEN, info('x'.repeat(101), OWNER)]));
    const signed = await ledger.call('authorizeSchedule(address)', [String(outcome.answer[1])], {
      sender: OWNER,
    });
    expect(signed.answer).toEqual([22n]);
    expect(await ledger.state.tokens.get(2001n)).toEqual(token);
    expect(failed).toEqual(['TOKEN_NAME_TOO_LONG']);
  });

  test.each<[string, () => Buffer, string]>([
    [
      'a missing treasury',
      () => encodeCall(CREATE, [info('New', MISSING), 1n, 0n]),
      'UNRESOLVABLE_REQUIRED_SIGNERS',
    ],
    [
      'an update without a treasury',
      () => encodeCall(UPDATE, [TOKEN, info('New', ZERO)]),
      'UNRESOLVABLE_REQUIRED_SIGNERS',
    ],
    [
      'an update of a missing token',
      () => encodeCall(UPDATE, [MISSING, info('New', OWNER)]),
      'UNRESOLVABLE_REQUIRED_SIGNERS',
    ],
    [
      'a supply below zero',
      () => encodeCall(CREATE, [info('New', OWNER), -1n, 0n]),
      'INVALID_TOKEN_INITIAL_SUPPLY',
    ],
    [
      'decimals below zero',
      () => encodeCall(CREATE, [info('New', OWNER), 1n, -1n]),
      'INVALID_TOKEN_DECIMALS',
    ],
    [
      'more than the maximum supply',
      () => encodeCall(CREATE, [info('New', OWNER, { finite: true }), 51n, 0n]),
      'INVALID_TOKEN_INITIAL_SUPPLY',
    ],
    [
      'a frozen token without a freeze key',
      () => encodeCall(CREATE, [info('New', OWNER, { frozen: true }), 1n, 0n]),
      'TOKEN_HAS_NO_FREEZE_KEY',
    ],
    [
      'NFTs without a supply key',
      () => encodeCall(`createNonFungibleToken(${STRUCTURE})`, [info('New', OWNER)]),
      'TOKEN_HAS_NO_SUPPLY_KEY',
    ],
  ])('%s: reverts', async (_, inner, status) => {
    expect(await native(inner())).toEqual({ answer: `revert ${status}`, gas: GAS.native, logs: [] });
  });

  test('an identical schedule reverts', async () => {
    const inner = encodeCall(CREATE, [info('New', OWNER), 1n, 0n]);
    await native(inner);
    expect((await native(inner)).answer).toBe('revert IDENTICAL_SCHEDULE_ALREADY_CREATED');
  });

  test('revert without a payer', async () => {
    const inner = encodeCall(CREATE, [info('New', OWNER), 1n, 0n]);
    expect((await native(inner, CONTRACT, MISSING)).answer).toBe('revert INVALID_PAYER_ACCOUNT_ID');
  });

  test('for another service revert and use all gas', async () => {
    const outcome = await ledger.call(NATIVE, [longZero(0x168), DATA, CONTRACT]);
    expect(outcome).toEqual({ answer: 'revert INVALID_CONTRACT_ID', gas: 10_000_000n, logs: [] });
  });

  test('other methods are not calls', async () => {
    for (const inner of [DATA, Buffer.alloc(0), encodeCall('deleteToken(address)', [TOKEN])]) {
      const result = await ledger.raw({
        address: longZero(0x16b),
        input: encodeCall(NATIVE, [HTS, inner, CONTRACT]),
      });
      expect(result).toMatchObject({ outcome: { kind: 'success' }, gasUsed: 0n, output: Buffer.alloc(0) });
    }
  });

  test('malformed arguments halt', async () => {
    const input = encodeCall(CREATE, [info('New', OWNER), 1n, 0n]).subarray(0, 40);
    expect((await native(input)).answer).toBe('halt PRECOMPILE_ERROR');
  });
});
