import { beforeEach, describe, expect, test } from 'vitest';
import { statusNumber } from '../../../src/calls/system/answer.ts';
import { gasOfPrice, PRICE } from '../../../src/calls/system/gas.ts';
import { type CallOptions, longZero, type TestLedger, testLedger } from './harness.ts';

const [A, B] = [longZero(2001), longZero(2002)];
const OWNER = longZero(1001);
const key = Buffer.from('1220', 'hex');
const code = (name: string) => [statusNumber(name)];
const SUCCESS = code('SUCCESS');
const ALREADY = code('TOKEN_ALREADY_ASSOCIATED_TO_ACCOUNT');

let ledger: TestLedger;
beforeEach(() => {
  ledger = testLedger({
    accounts: [{ id: 1001n }, { id: 1002n }],
    tokens: [
      { id: 2001n, keys: { freeze: key, kyc: key }, freezeDefault: true, kycDefault: 'REVOKED' },
      { id: 2002n },
      { id: 2003n, deleted: true },
      { id: 2004n, paused: true },
      { id: 2005n, treasury: 1002n },
      { id: 2006n, type: 'NON_FUNGIBLE_UNIQUE' },
    ],
    relations: [
      { account: 1002n, token: 2001n, freeze: 'FROZEN' },
      { account: 1002n, token: 2002n, balance: 5n },
      { account: 1002n, token: 2003n, balance: 5n },
      { account: 1002n, token: 2004n },
      { account: 1002n, token: 2005n },
      { account: 1002n, token: 2006n, balance: 1n },
      { account: 1001n, token: 2006n, automatic: true },
    ],
    automaticAssociations: new Map([[1001n, 3]]),
  });
});

const relation = (account: bigint, token: bigint) => ledger.state.relations.get([account, token]);
const through = (address: string, sender = OWNER): CallOptions => ({ through: address, sender });
const other = longZero(1002);

describe('associate', () => {
  test('a relation begins with the defaults of its token', async () => {
    const outcome = await ledger.call('associateToken(address,address)', [OWNER, A]);
    expect(outcome).toEqual({ answer: SUCCESS, gas: 705_424n, logs: [] });
    expect(await relation(1001n, 2001n)).toEqual({
      account: 1001n,
      token: 2001n,
      associated: true,
      automatic: false,
      balance: 0n,
      freeze: 'FROZEN',
      kyc: 'REVOKED',
    });
  });

  test('all or none are associated, each at its price', async () => {
    const both = await ledger.call('associateTokens(address,address[])', [OWNER, [A, B]]);
    expect(both).toMatchObject({ answer: SUCCESS, gas: gasOfPrice(2n * PRICE.relation) });
    expect(await relation(1001n, 2002n)).toMatchObject({ freeze: 'NOT_APPLICABLE', kyc: 'NOT_APPLICABLE' });
    await ledger.call('dissociateToken(address,address)', [OWNER, B]);
    const again = await ledger.call('associateTokens(address,address[])', [OWNER, [B, A]]);
    expect(again.answer).toEqual(ALREADY);
    expect(await relation(1001n, 2002n)).toBeUndefined();
  });

  test('the caller is associated through the token', async () => {
    const outcome = await ledger.call('associate()', [], through(B));
    expect(outcome).toEqual({ answer: SUCCESS, gas: 705_424n, logs: [] });
    expect((await relation(1001n, 2002n))?.associated).toBe(true);
    expect((await ledger.call('associate()', [], through(B))).answer).toEqual(ALREADY);
  });

  test.each([
    ['a token listed twice', OWNER, [B, B], code('TOKEN_ID_REPEATED_IN_TOKEN_LIST')],
    ['a missing token', OWNER, [longZero(9)], code('INVALID_TOKEN_ID')],
    ['a deleted token', OWNER, [longZero(2003)], code('TOKEN_WAS_DELETED')],
    ['a paused token', OWNER, [longZero(2004)], code('TOKEN_IS_PAUSED')],
    ['a missing account', longZero(9), [B], code('INVALID_ACCOUNT_ID')],
  ])('%s', async (_, account, tokens, answer) => {
    const outcome = await ledger.call('associateTokens(address,address[])', [account, tokens]);
    expect(outcome.answer).toEqual(answer);
  });
});

describe('dissociate', () => {
  test('an automatic association releases its slot', async () => {
    const outcome = await ledger.call('dissociate()', [], through(longZero(2006)));
    expect(outcome).toEqual({ answer: SUCCESS, gas: 705_424n, logs: [] });
    expect(await relation(1001n, 2006n)).toBeUndefined();
    expect(await ledger.state.automaticAssociations.get(1001n)).toBe(2);
  });

  test.each([
    ['frozen', longZero(2001), code('ACCOUNT_FROZEN_FOR_TOKEN')],
    ['with units', longZero(2002), code('TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES')],
    ['of a deleted token, with units', longZero(2003), SUCCESS],
    ['of a paused token', longZero(2004), code('TOKEN_IS_PAUSED')],
    ['of the treasury', longZero(2005), code('ACCOUNT_IS_TREASURY')],
    ['with NFTs', longZero(2006), code('ACCOUNT_STILL_OWNS_NFTS')],
    ['of a missing token', longZero(9), code('INVALID_TOKEN_ID')],
  ])('%s', async (_, token, answer) => {
    expect((await ledger.call('dissociateToken(address,address)', [other, token])).answer).toEqual(answer);
  });

  test('all or none are dissociated, at one price', async () => {
    const outcome = await ledger.call('dissociateTokens(address,address[])', [other, [longZero(2003), A]]);
    expect(outcome).toEqual({ answer: code('ACCOUNT_FROZEN_FOR_TOKEN'), gas: 705_424n, logs: [] });
    expect(await relation(1002n, 2003n)).toBeDefined();
    const none = await ledger.call('dissociateTokens(address,address[])', [OWNER, [B]]);
    expect(none.answer).toEqual(code('TOKEN_NOT_ASSOCIATED_TO_ACCOUNT'));
  });
});
