import { proto } from '@tain/protos/hapi';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { hbarTransfer } from '../../../packages/network-simulator/src/ledger/transfer-hbar.ts';
import { runtimeOf } from '../../../packages/network-simulator/src/programs/code-store.ts';
import { LedgerOverlay } from '../../../src/calls/state/ledger-overlay.ts';
import type { AbiValue } from '../../../src/calls/system/abi/abi-type.ts';
import { ACCOUNT_SERVICE, SCHEDULE_SERVICE, TOKEN_SERVICE } from '../../../src/calls/system/environment.ts';
import { METHODS } from '../../../src/calls/system/methods/methods.ts';
import {
  expiry,
  fixedFees,
  fractionalFees,
  hederaToken,
  royaltyFees,
  TOKEN_KEYS,
} from '../../../src/calls/system/methods/structures.ts';
import { addressesOf, demoReader } from '../../calls/demo/demo-reader.ts';
import { encodeCall, testLedger } from '../../calls/system/harness.ts';
import { SEED } from '../../seeds.ts';
import { randomArguments } from './random-arguments.ts';
import { deploying, SentNetwork } from './sent-network.ts';

/**
 * Contracts call the services of the ledger in transactions. Each call is first simulated by the mirror, on the rows of
 * that moment. Its result, gas, logs and changed rows must equal those of the transaction.
 */

/** Code that calls the address in the first word with the rest and its value, and ends in the same way. */
const FORWARD = '6020360360205f375f5f602036035f345f355af13d5f5f3e601e573d5ffd5b3d5ff3';
const PRICE = 1_300_000_000n;
const ZERO = '0'.repeat(40);
const NONE = new Uint8Array();
const ALL_KEYS = 127n;
const longZero = (num: number): string => num.toString(16).padStart(40, '0');

let network: SentNetwork;
/** A contract that owns everything, another that holds units and NFTs, and the tokens created by the first one. */
let owner = 0;
let holder = 0;
let coin = 0;
let art = 0;
let schedule = 0;

interface Expectation {
  readonly by?: number;
  readonly at?: string;
  readonly value?: bigint;
  /** Whether the result cannot be compared, because every key counts as signed in a simulation. */
  readonly isUnsigned?: boolean;
}

beforeAll(async () => {
  network = await SentNetwork.start({ history: true });
  owner = (await network.create(deploying(FORWARD))).num;
  holder = (await network.create(deploying(FORWARD))).num;
  // The call's value is transferred before, because a simulation has no enclosing transaction.
  const funds = hbarTransfer([
    [2, -100_000_000_000n],
    [owner, 100_000_000_000n],
  ]);
  await network.send({ cryptoTransfer: funds.cryptoTransfer ?? null });
});

const addressOf = (num: number): string => Buffer.from(network.ledger.addressOf(num)).toString('hex');

const call = (signature: string, args: readonly AbiValue[], expectation: Expectation = {}): Promise<string> =>
  callWith(encodeCall(signature, args), signature, expectation);

/** Simulates a call and then makes it. Returns the name of its status. */
async function callWith(input: Buffer, signature: string, expectation: Expectation = {}): Promise<string> {
  const { by = owner, at = TOKEN_SERVICE, value = 0n } = expectation;
  const { ledger } = network;
  const now = network.nextAt;
  const moment = { ledger, addresses: addressesOf(ledger), createdBefore: 0, code: codes() };
  const overlay = new LedgerOverlay(demoReader({ ...moment, before: now }));
  const simulated = testLedger(
    {},
    { state: overlay, now, rate: { hbars: 1n, cents: 12n, expires: null }, gasPrice: 71n },
  );
  const before = await simulated.raw({ address: at, input, sender: addressOf(by), value, gas: 14_000_000n });

  const { sent, action, output, name } = await make(by, at, input, value);
  if (expectation.isUnsigned) return name;
  // Numbers of new entities differ in a simulation.
  const compared = /^(create|schedule)/.test(signature) && name === 'SUCCESS' ? 32 : output.length;
  const simulatedOutput = Buffer.from(before.output);
  expect([name, output.toString('hex', 0, compared)]).toEqual([
    name,
    simulatedOutput.toString('hex', 0, compared),
  ]);
  const numbered = { from: simulatedOutput.subarray(32), to: BigInt(created()) };
  const end = action?.error?.length ? 'halt' : action?.revertReason ? 'revert' : 'success';
  expect([signature, name, end]).toEqual([signature, name, before.outcome.kind]);
  // A halt uses all gas of the call.
  if (end === 'halt') return name;
  expect([name, Number(action?.gasUsed)]).toEqual([name, Number(before.gasUsed)]);
  const result = sent.record.contractCallResult;
  const logs = (result?.logInfo ?? []).map(({ contractID, topic, data }) => ({
    address: longZero(Number(contractID?.contractNum)),
    topics: (topic ?? []).map((each) => Buffer.from(each).toString('hex')),
    data: Buffer.from(data ?? NONE).toString('hex'),
  }));
  expect([name, logs]).toEqual([
    name,
    (before.logs ?? []).map(({ address, topics, data }) => ({
      address,
      topics: [...topics],
      data: Buffer.from(data).toString('hex'),
    })),
  ]);
  // The child of the transaction has the returned status.
  const [, child] = sent.items;
  if (child !== undefined) expect(child.status).toBe(name);
  if (name === 'SUCCESS')
    await sameRows(
      overlay,
      demoReader({ ...moment, addresses: addressesOf(ledger), before: now + 10n }),
      numbered,
    );
  return name;
}

/** Lets a contract make a call. Returns it with the name of the returned status. */
async function make(by: number, at: string, input: Buffer, value = 0n) {
  const sent = await network.call(by, `${at.padStart(64, '0')}${input.toString('hex')}`, 14_900_000, value);
  const action = sent.sidecars
    .flatMap(({ actions }) => actions?.contractActions ?? [])
    .find(({ callDepth }) => callDepth === 1);
  const output = Buffer.from(action?.revertReason ?? action?.output ?? NONE);
  return { sent, action, output, name: action?.revertReason ? output.toString() : statusIn(output) };
}

function codes(): ReadonlyMap<number, Uint8Array> {
  return new Map(
    [...network.ledger.contracts.values()].map(({ num }) => [num, runtimeOf(network.ledger, num)]),
  );
}

function statusIn(output: Buffer): string {
  return proto.ResponseCodeEnum[Number(`0x${output.subarray(0, 32).toString('hex') || '0'}`)] ?? '';
}

/** Checks that the rows written by the simulation equal those of the ledger after the transaction. */
async function sameRows(
  overlay: LedgerOverlay,
  after: ReturnType<typeof demoReader>,
  { from, to }: { readonly from: Buffer; readonly to: bigint },
): Promise<void> {
  const simulated = from.length === 0 ? -1n : BigInt(`0x${from.toString('hex')}`);
  const real = (id: bigint): bigint => (id === simulated ? to : id);
  const plain = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value ?? null, (_, each: unknown) =>
        typeof each === 'bigint'
          ? `${each}`
          : each instanceof Uint8Array
            ? Buffer.from(each).toString('hex')
            : each,
      ),
    );
  for (const { now } of overlay.tokens.written()) {
    if (!now) continue;
    const id = real(now.id);
    const { expiration, keys, ...retained } = now;
    // The network does not store the expiration of a token that renews itself.
    const { expiration: stored, keys: storedKeys, ...storedToken } = (await after.token(id)) ?? now;
    if (stored !== undefined) expect(expiration).toBe(stored);
    expect(plain({ ...retained, id })).toEqual(plain(storedToken));
    expect(plainKeys(keys)).toEqual(plainKeys(storedKeys));
  }
  for (const { now } of overlay.relations.written()) {
    if (!now) continue;
    const token = real(now.token);
    expect(plain({ ...now, token })).toEqual(plain(await after.relation(now.account, token)));
  }
}

function plainKeys(keys: Readonly<Record<string, Uint8Array | undefined>>): unknown {
  const plain = (bytes: Uint8Array): unknown => {
    const { contractID, ed25519, ECDSASecp256k1 } = proto.Key.decode(bytes);
    return [Number(contractID?.contractNum ?? 0), ed25519, ECDSASecp256k1];
  };
  return Object.entries(keys).flatMap(([name, bytes]) => (bytes ? [[name, plain(bytes)]] : []));
}

const HEDERA_TOKEN = hederaToken('int64', 'int64');
const keysOf = (num: number): AbiValue => [[ALL_KEYS, [false, longZero(num), NONE, NONE, ZERO]]];
const tokenOf = (name: string): AbiValue => [
  name,
  name.slice(0, 3),
  longZero(owner),
  `memo of ${name}`,
  false,
  0n,
  false,
  keysOf(owner),
  [network.nextAt / 1_000_000_000n + 5_000_000n, longZero(owner), 7_000_000n],
];
const token = (num: number): string => longZero(num);
const created = (): number => network.ledger.counter.nextEntity - 1;

test('tokens are created, paid by the value of the call', async () => {
  const signature = `createFungibleToken(${HEDERA_TOKEN},int64,int32)`;
  expect(await call(signature, [tokenOf('Coin'), 1_000n, 2n])).toBe('INSUFFICIENT_TX_FEE');
  expect(await call(signature, [tokenOf('Coin'), 1_000n, 2n], { value: PRICE })).toBe('SUCCESS');
  coin = created();
  expect(network.ledger.tokens.need(coin)).toMatchObject({
    name: 'Coin',
    totalSupply: 1_000n,
    treasury: owner,
  });
  const fees = `createFungibleTokenWithCustomFees(${HEDERA_TOKEN},int64,int32,${fixedFees('int64')},${fractionalFees('int64')})`;
  const fixed = [[10n, ZERO, true, false, longZero(owner)]];
  const fractional = [[1n, 100n, 1n, 10n, false, longZero(owner)]];
  expect(await call(fees, [tokenOf('Fees'), 50n, 0n, fixed, fractional], { value: 2n * PRICE })).toBe(
    'SUCCESS',
  );
  expect(await call(`createNonFungibleToken(${HEDERA_TOKEN})`, [tokenOf('Art')], { value: PRICE })).toBe(
    'SUCCESS',
  );
  art = created();
  const royalty = `createNonFungibleTokenWithCustomFees(${HEDERA_TOKEN},${fixedFees('int64')},${royaltyFees('int64')})`;
  const royalties = [[1n, 10n, 5n, ZERO, true, longZero(owner)]];
  expect(await call(royalty, [tokenOf('Royal'), [], royalties], { value: 2n * PRICE })).toBe('SUCCESS');
  expect(await call(signature, [tokenOf(''), 1n, 0n], { value: PRICE })).toMatch(/MISSING_TOKEN/);
});

test('supply is minted, burnt and wiped, and holders are associated, frozen and known', async () => {
  const own = { by: holder };
  const [of, to] = [token(coin), longZero(holder)];
  expect(await call('mintToken(address,int64,bytes[])', [of, 500n, []])).toBe('SUCCESS');
  expect(await call('burnToken(address,int64,int64[])', [of, 100n, []])).toBe('SUCCESS');
  expect(await call('burnToken(address,int64,int64[])', [of, 10_000n, []])).toBe('INVALID_TOKEN_BURN_AMOUNT');
  expect(await call('associateTokens(address,address[])', [to, [of, token(art)]], own)).toBe('SUCCESS');
  expect(await call('associateTokens(address,address[])', [to, [of]], own)).toBe(
    'TOKEN_ALREADY_ASSOCIATED_TO_ACCOUNT',
  );
  expect(await call('grantTokenKyc(address,address)', [of, to])).toBe('SUCCESS');
  expect(await call('grantTokenKyc(address,address)', [token(art), to])).toBe('SUCCESS');
  const move = 'transferTokens(address,address[],int64[])';
  expect(await call(move, [of, [longZero(owner), to], [-60n, 60n]])).toBe('SUCCESS');
  expect(await call('freezeToken(address,address)', [of, to])).toBe('SUCCESS');
  expect(await call(move, [of, [longZero(owner), to], [-1n, 1n]])).toBe('ACCOUNT_FROZEN_FOR_TOKEN');
  expect(await call('unfreezeToken(address,address)', [of, to])).toBe('SUCCESS');
  expect(await call('wipeTokenAccount(address,address,int64)', [of, to, 10n])).toBe('SUCCESS');
  expect(await call('wipeTokenAccount(address,address,int64)', [of, longZero(owner), 1n])).toBe(
    'CANNOT_WIPE_TOKEN_TREASURY_ACCOUNT',
  );
  expect(await call('pauseToken(address)', [of])).toBe('SUCCESS');
  expect(await call(move, [of, [longZero(owner), to], [-1n, 1n]])).toBe('TOKEN_IS_PAUSED');
  expect(await call('unpauseToken(address)', [of])).toBe('SUCCESS');
  expect(await call('revokeTokenKyc(address,address)', [of, to])).toBe('SUCCESS');
  expect(await call('grantTokenKyc(address,address)', [of, to])).toBe('SUCCESS');
});

test('units and NFTs are transferred, also by allowance', async () => {
  const own = { by: holder };
  const [mine, to] = [longZero(owner), longZero(holder)];
  expect(await call('approve(address,address,uint256)', [token(coin), to, 30n])).toBe('SUCCESS');
  expect(await call('transferFrom(address,address,address,uint256)', [token(coin), mine, to, 20n], own)).toBe(
    'SUCCESS',
  );
  expect(await call('transferFrom(address,address,address,uint256)', [token(coin), mine, to, 20n], own)).toBe(
    'AMOUNT_EXCEEDS_ALLOWANCE',
  );
  const both = 'cryptoTransfer((address,(address,int64)[],(address,address,int64)[])[])';
  expect(
    await call('mintToken(address,int64,bytes[])', [
      token(art),
      0n,
      [Buffer.from('a'), Buffer.from('b'), Buffer.from('c')],
    ]),
  ).toBe('SUCCESS');
  const moves = [
    [
      token(coin),
      [
        [mine, -5n],
        [to, 5n],
      ],
      [],
    ],
    [token(art), [], [[mine, to, 1n]]],
  ];
  expect(await call(both, [moves])).toBe('SUCCESS');
  expect(
    await call('transferNFTs(address,address[],address[],int64[])', [token(art), [mine], [to], [2n]]),
  ).toBe('SUCCESS');
  expect(await call('approveNFT(address,address,uint256)', [token(art), mine, 1n], own)).toBe('SUCCESS');
  expect(await call('transferFromNFT(address,address,address,uint256)', [token(art), to, mine, 1n])).toBe(
    'SUCCESS',
  );
  expect(await call('setApprovalForAll(address,address,bool)', [token(art), mine, true], own)).toBe(
    'SUCCESS',
  );
  expect(await call('wipeTokenAccountNFT(address,address,int64[])', [token(art), to, [2n]])).toBe('SUCCESS');
  expect(await call('burnToken(address,int64,int64[])', [token(art), 0n, [3n]])).toBe('SUCCESS');
});

test('reads return the written values', async () => {
  const [of, to] = [token(coin), longZero(holder)];
  for (const [signature, args] of [
    ['isToken(address)', [of]],
    ['isFrozen(address,address)', [of, to]],
    ['isKyc(address,address)', [of, to]],
    ['getTokenType(address)', [token(art)]],
    ['getTokenDefaultFreezeStatus(address)', [of]],
    ['getTokenDefaultKycStatus(address)', [of]],
    ['allowance(address,address,address)', [of, longZero(owner), to]],
    ['getApproved(address,uint256)', [token(art), 1n]],
    ['isApprovedForAll(address,address,address)', [token(art), to, longZero(owner)]],
    ['getTokenKey(address,uint256)', [of, 16n]],
    ['getTokenCustomFees(address)', [of]],
    ['getTokenExpiryInfo(address)', [of]],
    ['getTokenInfo(address)', [of]],
    ['getFungibleTokenInfo(address)', [of]],
    ['getNonFungibleTokenInfo(address,int64)', [token(art), 1n]],
  ] as [string, AbiValue[]][])
    expect([signature, await call(signature, args)]).toEqual([signature, 'SUCCESS']);
  expect(await call('getTokenType(address)', [longZero(9_999)])).toBe('INVALID_TOKEN_ID');
});

/** Returns a call of a token by the service, with its arguments in the ABI's encoding and packed. */
function redirects(num: number, signature: string, args: readonly AbiValue[]): Buffer[] {
  const inner = encodeCall(signature, args);
  const standard = encodeCall('redirectForToken(address,bytes)', [longZero(num), inner]);
  return [standard, Buffer.concat([standard.subarray(0, 4), Buffer.from(longZero(num), 'hex'), inner])];
}

test('a call of a token by the service is the same in both encodings', async () => {
  const parties = { accounts: [owner, holder].map(longZero), others: [owner, holder].map(longZero) };
  const reads = METHODS.filter(
    ({ service, via, kind }) => service === 'HTS' && via === 'redirect' && kind === 'read',
  );
  expect(reads.length).toBeGreaterThan(8);
  for (const { signature } of reads) {
    const samples = fc.sample(randomArguments(signature, parties), { numRuns: 2, seed: SEED });
    for (const [index, args] of samples.entries()) {
      for (const input of redirects(index === 0 ? coin : art, signature, args))
        await callWith(input, signature);
    }
  }
  const balance = () => network.ledger.relation(holder, coin)?.balance ?? 0n;
  const before = balance();
  const inputs = redirects(coin, 'transfer(address,uint256)', [longZero(holder), 1n]);
  for (const input of inputs) await callWith(input, 'transfer', { isUnsigned: true });
  expect(balance() - before).toBe(2n);
});

test('tokens are updated and deleted', async () => {
  const of = token(coin);
  const update = `updateTokenInfo(address,${HEDERA_TOKEN})`;
  const named = ['Renamed', '', ZERO, '', false, 0n, false, [], [0n, ZERO, 0n]];
  expect(await call(update, [of, named])).toBe('SUCCESS');
  expect(network.ledger.tokens.need(coin).name).toBe('Renamed');
  expect(
    await call(`updateTokenKeys(address,${TOKEN_KEYS})`, [
      of,
      [[2n, [false, longZero(owner), NONE, NONE, ZERO]]],
    ]),
  ).toBe('SUCCESS');
  expect(await call(`updateTokenExpiryInfo(address,${expiry('int64')})`, [of, [0n, ZERO, 8_000_000n]])).toBe(
    'SUCCESS',
  );
  const fees = `updateFungibleTokenCustomFees(address,${fixedFees('int64')},${fractionalFees('int64')})`;
  expect(await call(fees, [of, [[3n, ZERO, true, false, longZero(owner)]], []])).toBe('SUCCESS');
  expect(await call('deleteToken(address)', [of], { by: holder, isUnsigned: true })).toBe(
    'INVALID_FULL_PREFIX_SIGNATURE_FOR_PRECOMPILE',
  );
  expect(await call('deleteToken(address)', [of])).toBe('SUCCESS');
  expect(network.ledger.tokens.need(coin).deleted).toBe(true);
  for (const view of ['getTokenInfo', 'getFungibleTokenInfo', 'getTokenType', 'getTokenExpiryInfo'])
    expect([view, await call(`${view}(address)`, [of])]).toEqual([view, 'SUCCESS']);
  expect(await call('grantTokenKyc(address,address)', [of, longZero(holder)])).toBe('TOKEN_WAS_DELETED');
});

test('airdrops are given, claimed, cancelled and rejected', async () => {
  const third = (await network.create(deploying(FORWARD))).num;
  const airdrop = 'airdropTokens((address,(address,int64,bool)[],(address,address,int64,bool)[])[])';
  const one = (to: number): AbiValue => [[token(art), [], [[longZero(owner), longZero(to), 1n, false]]]];
  const pending = [[longZero(owner), longZero(third), token(art), 1n]];
  const eleven = (each: AbiValue): AbiValue => Array.from({ length: 11 }, () => each);
  const cancel = 'cancelAirdrops((address,address,address,int64)[])';
  // They use all gas, of which a simulation has another amount.
  const unlike = { isUnsigned: true };
  expect(await call(cancel, [eleven(pending.flat())], unlike)).toBe('PENDING_AIRDROP_ID_LIST_TOO_LONG');
  expect(await call(cancel, [[[longZero(owner), longZero(third), 'ab'.repeat(20), 1n]]], unlike)).toBe(
    'INVALID_TOKEN_ID',
  );
  const change: AbiValue = [longZero(owner), longZero(third), 1n, false];
  expect(await call(airdrop, [[[token(art), [], eleven(change)]]], unlike)).toBe(
    'TOKEN_REFERENCE_LIST_SIZE_LIMIT_EXCEEDED',
  );
  const toItself: AbiValue = [-1n, 1n].map((amount) => [longZero(owner), amount, false]);
  expect(await call(airdrop, [[[token(coin), toItself, []]]])).toBe('ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS');
  expect(await call(airdrop, [one(third)])).toBe('SUCCESS');
  expect(await call('cancelAirdrops((address,address,address,int64)[])', [pending])).toBe('SUCCESS');
  expect(await call('cancelAirdrops((address,address,address,int64)[])', [pending])).toBe(
    'INVALID_PENDING_AIRDROP_ID',
  );
});

test('the account service approves hbars and returns addresses', async () => {
  const at = { at: ACCOUNT_SERVICE };
  expect(
    await call('hbarApprove(address,address,int256)', [longZero(owner), longZero(holder), 500n], at),
  ).toBe('SUCCESS');
  expect(await call('hbarAllowance(address,address)', [longZero(owner), longZero(holder)], at)).toBe(
    'SUCCESS',
  );
  expect(await call('setUnlimitedAutomaticAssociations(bool)', [true], at)).toBe('SUCCESS');
  expect(network.ledger.accounts.need(owner).maxAutoAssociations).toBe(-1);
});

test('calls are scheduled, and unscheduled', async () => {
  const at = { at: SCHEDULE_SERVICE };
  const second = network.nextAt / 1_000_000_000n + 1_000n;
  const args = [longZero(holder), second, 100_000n, 0n, NONE];
  expect(await call('hasScheduleCapacity(uint256,uint256)', [second, 100_000n], at)).not.toBe('');
  expect(await call('scheduleCall(address,uint256,uint256,uint64,bytes)', args, at)).toBe('SUCCESS');
  schedule = created();
  expect(network.ledger.schedules.need(schedule)).toMatchObject({
    payer: owner,
    waitForExpiry: true,
    deleted: false,
  });
  // Its own functions, and those of an account, whose keys did not sign.
  const own = async (num: number, signature: string, args: readonly AbiValue[] = []) =>
    (await make(owner, addressOf(num), encodeCall(signature, args))).name;
  expect(await own(schedule, 'signSchedule()')).toBe('NO_NEW_VALID_SIGNATURES');
  expect(await own(1012, 'hbarAllowance(address)', [longZero(owner)])).toBe('SUCCESS');
  expect(await own(1012, 'setUnlimitedAutomaticAssociations(bool)', [true])).toBe(
    'INVALID_FULL_PREFIX_SIGNATURE_FOR_PRECOMPILE',
  );
  expect(await call('deleteSchedule(address)', [longZero(schedule)], at)).toBe('SUCCESS');
  expect(network.ledger.schedules.need(schedule).deleted).toBe(true);
});
