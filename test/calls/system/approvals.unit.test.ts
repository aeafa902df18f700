import { beforeEach, describe, expect, test } from 'vitest';
import { statusNumber } from '../../../src/calls/system/answer.ts';
import { signatureHash } from '../../../src/calls/system/selector.ts';
import { type CallOptions, longZero, type TestLedger, testLedger } from './harness.ts';

const ALIAS = 'a'.repeat(40);
const [UNITS, NFTS, LIMITED] = [2001, 2002, 2003].map(longZero) as [string, string, string];
const [OWNER, MISSING] = [longZero(1001), longZero(9)];
const NFT = { tokenType: 'NON_FUNGIBLE_UNIQUE' } as const;
const GAS = 705_424n;
const topic = (address: string) => address.padStart(64, '0');
const hex = (value: bigint) => value.toString(16).padStart(64, '0');
const APPROVAL = signatureHash('Approval(address,address,uint256)');
const ALL = signatureHash('ApprovalForAll(address,address,bool)');
const unitsLog = {
  address: UNITS,
  topics: [APPROVAL, topic(OWNER), topic(ALIAS)],
  data: hex(40n),
};
const nftLog = (spender: string) => ({
  address: NFTS,
  topics: [APPROVAL, topic(OWNER), topic(spender), hex(1n)],
  data: '',
});

let ledger: TestLedger;
beforeEach(() => {
  ledger = testLedger({
    accounts: [{ id: 1001n }, { id: 1002n, evmAddress: ALIAS }, { id: 1003n }],
    tokens: [
      { id: 2001n },
      { id: 2002n, type: 'NON_FUNGIBLE_UNIQUE' },
      { id: 2003n, supplyType: 'FINITE', maxSupply: 10n },
    ],
    relations: [
      { account: 1001n, token: 2001n },
      { account: 1001n, token: 2002n },
      { account: 1001n, token: 2003n },
    ],
    nfts: [{ token: 2002n, serial: 1n, owner: 1001n }],
    nftAllowances: { '1001,2002,1003': true },
  });
});

const units = () => ledger.state.tokenAllowances.get([1001n, 2001n, 1002n]);
const spender = async () => (await ledger.state.nfts.get([2002n, 1n]))?.spender;

describe('units', () => {
  test('through the token', async () => {
    const outcome = await ledger.call('approve(address,uint256)', [ALIAS, 40n], { through: UNITS });
    expect(outcome).toEqual({ answer: [true], gas: GAS, logs: [unitsLog] });
    expect(await units()).toBe(40n);
    await ledger.call('approve(address,uint256)', [ALIAS, 0n], { through: UNITS });
    expect(await units()).toBeUndefined();
  });

  test('directly', async () => {
    const outcome = await ledger.call('approve(address,address,uint256)', [UNITS, ALIAS, 40n]);
    expect(outcome).toEqual({ answer: [22n, true], gas: GAS, logs: [unitsLog] });
    expect(await units()).toBe(40n);
  });

  const tooMuch = 'revert AMOUNT_EXCEEDS_TOKEN_MAX_SUPPLY';
  test.each<[string, string, string, bigint, CallOptions, string]>([
    ['for a missing spender', UNITS, MISSING, 1n, {}, 'revert INVALID_ALLOWANCE_SPENDER_ID'],
    ['for the owner', UNITS, OWNER, 1n, {}, 'revert SPENDER_ACCOUNT_SAME_AS_OWNER'],
    ['above the maximum supply', LIMITED, ALIAS, 11n, {}, tooMuch],
    ['more than 63 bits', UNITS, ALIAS, (1n << 256n) - 1n, {}, 'halt PRECOMPILE_ERROR'],
    [
      'without a relation',
      UNITS,
      ALIAS,
      1n,
      { sender: longZero(1003) },
      'revert TOKEN_NOT_ASSOCIATED_TO_ACCOUNT',
    ],
    ['by a missing account', UNITS, ALIAS, 1n, { sender: MISSING }, 'revert INVALID_ACCOUNT_ID'],
    ['of a missing token', MISSING, ALIAS, 1n, {}, 'revert INVALID_TOKEN_ID'],
    ['of an NFT', NFTS, ALIAS, 1n, {}, 'revert NFT_IN_FUNGIBLE_TOKEN_ALLOWANCES'],
  ])('%s', async (_, token, to, amount, options, answer) => {
    const outcome = await ledger.call('approve(address,address,uint256)', [token, to, amount], options);
    expect(outcome).toMatchObject({ answer, logs: [] });
    expect(await units()).toBeUndefined();
  });
});

describe('one NFT', () => {
  test('through the token, and back', async () => {
    const options = { through: NFTS, ...NFT };
    const outcome = await ledger.call('approve(address,uint256)', [ALIAS, 1n], options);
    expect(outcome).toEqual({ answer: [], gas: GAS, logs: [nftLog(ALIAS)] });
    expect(await spender()).toBe(1002n);
    const back = await ledger.call('approve(address,uint256)', [longZero(0), 1n], options);
    expect(back.logs).toEqual([nftLog(longZero(0))]);
    expect(await spender()).toBeUndefined();
  });

  test('directly, also by an operator of all NFTs', async () => {
    const call = (sender: string) =>
      ledger.call('approveNFT(address,address,uint256)', [NFTS, ALIAS, 1n], { sender });
    expect(await call(longZero(1003))).toEqual({ answer: [22n], gas: GAS, logs: [nftLog(ALIAS)] });
    expect((await call(ALIAS)).answer).toBe('revert DELEGATING_SPENDER_DOES_NOT_HAVE_APPROVE_FOR_ALL');
  });

  test.each([
    ['that does not exist', ALIAS, 2n, 'revert INVALID_TOKEN_NFT_SERIAL_NUMBER'],
    ['for its owner', OWNER, 1n, 'revert SPENDER_ACCOUNT_SAME_AS_OWNER'],
    ['for a missing spender', MISSING, 1n, 'revert INVALID_ALLOWANCE_SPENDER_ID'],
  ])('%s', async (_, to, serial, answer) => {
    const outcome = await ledger.call('approveNFT(address,address,uint256)', [NFTS, to, serial]);
    expect(outcome).toEqual({ answer, gas: GAS, logs: [] });
  });
});

describe('all NFTs', () => {
  const log = (approved: bigint) => ({
    address: NFTS,
    topics: [ALL, topic(OWNER), topic(ALIAS)],
    data: hex(approved),
  });
  const allowed = () => ledger.state.nftAllowances.get([1001n, 2002n, 1002n]);

  test('through the token, and back', async () => {
    const through = { through: NFTS };
    const outcome = await ledger.call('setApprovalForAll(address,bool)', [ALIAS, true], through);
    expect(outcome).toEqual({ answer: [22n], gas: GAS, logs: [log(1n)] });
    expect(await allowed()).toBe(true);
    const back = await ledger.call('setApprovalForAll(address,bool)', [ALIAS, false], through);
    expect(back.logs).toEqual([log(0n)]);
    expect(await allowed()).toBeUndefined();
    const failed = await ledger.call('setApprovalForAll(address,bool)', [OWNER, true], through);
    expect(failed.answer).toBe('revert SPENDER_ACCOUNT_SAME_AS_OWNER');
  });

  test('directly', async () => {
    const call = (token: string) =>
      ledger.call('setApprovalForAll(address,address,bool)', [token, ALIAS, true]);
    expect(await call(NFTS)).toEqual({ answer: [22n], gas: GAS, logs: [log(1n)] });
    const failed = statusNumber('FUNGIBLE_TOKEN_IN_NFT_ALLOWANCES');
    expect(await call(UNITS)).toEqual({ answer: [failed], gas: GAS, logs: [] });
  });
});

describe('hbars and slots', () => {
  const allowed = () => ledger.state.cryptoAllowances.get([1001n, 1002n]);

  test('are approved through the account and directly', async () => {
    const through = { through: OWNER, sender: OWNER };
    const outcome = await ledger.call('hbarApprove(address,int256)', [ALIAS, 5n], through);
    expect(outcome).toEqual({ answer: [22n], gas: GAS, logs: [] });
    expect(await allowed()).toBe(5n);
    await ledger.call('hbarApprove(address,address,int256)', [OWNER, ALIAS, 0n]);
    expect(await allowed()).toBeUndefined();
  });

  test.each([
    ['below zero', OWNER, ALIAS, -1n, 'NEGATIVE_ALLOWANCE_AMOUNT'],
    ['for the owner', OWNER, OWNER, 1n, 'SPENDER_ACCOUNT_SAME_AS_OWNER'],
    ['of a missing owner', MISSING, ALIAS, 1n, 'INVALID_ALLOWANCE_OWNER_ID'],
    ['for a missing spender', OWNER, MISSING, 1n, 'INVALID_ALLOWANCE_SPENDER_ID'],
  ])('%s', async (_, owner, to, amount, status) => {
    const outcome = await ledger.call('hbarApprove(address,address,int256)', [owner, to, amount]);
    expect(outcome.answer).toEqual([statusNumber(status)]);
  });

  test('more than 63 bits', async () => {
    const outcome = await ledger.call('hbarApprove(address,address,int256)', [OWNER, ALIAS, 1n << 63n]);
    expect(outcome.answer).toBe('halt PRECOMPILE_ERROR');
  });

  test('an account accepts any number of tokens, or none', async () => {
    const slots = async () => (await ledger.state.accounts.get(1001n))?.maxAutomaticTokenAssociations;
    const through = { through: OWNER, sender: OWNER };
    await ledger.call('setUnlimitedAutomaticAssociations(bool)', [true], through);
    expect(await slots()).toBe(-1);
    const outcome = await ledger.call('setUnlimitedAutomaticAssociations(bool)', [false]);
    expect(outcome.answer).toEqual([22n]);
    expect(await slots()).toBe(0);
  });
});
